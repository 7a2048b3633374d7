import { type Is, isBoolean, isHttpUrl, isList, isObject, isOptional, isText } from "../answer";
import { ApiRefusal, callApi, describeReason, isReason, type Reason } from "../client";
import type { Settings } from "../config";
import type { PlannedJob } from "./plan";
import { termsOfSnitch } from "./report-job";

const MAX_IN_ONE_REQUEST = 500;

/** Enough for 500 new snitches on a slow machine. */
const TIMEOUT_MS = 60_000;

type Kept = { slug: string; check_in_url: string; created: boolean };
type Refused = Reason & { slug?: string | null };

const isKept: Is<Kept> = isObject({ slug: isText, check_in_url: isHttpUrl, created: isBoolean });
const isResult: Is<Kept | Refused> = (value): value is Kept | Refused =>
  isKept(value) || (isReason(value) && isObject({ slug: isOptional(isText) })(value));

export type MadeSnitches = {
  checkInUrls: Map<string, string>;
  created: number;
  refused: { slug: string; reason: string }[];
};

/** Finds or makes the snitch of each job, many in one request. One that is refused does not hold back the others. */
export async function makeSnitches(
  settings: Settings,
  jobs: PlannedJob[],
  hostName: string,
): Promise<MadeSnitches> {
  const made: MadeSnitches = { checkInUrls: new Map(), created: 0, refused: [] };
  for (let i = 0; i < jobs.length; i += MAX_IN_ONE_REQUEST) {
    const snitches = jobs.slice(i, i + MAX_IN_ONE_REQUEST).map((job) => termsOfSnitch(job, hostName));
    const results = await callApi(settings, {
      method: "PUT",
      path: "/v1/snitches/slugs",
      body: { snitches },
      timeoutMs: TIMEOUT_MS,
      is: isObject({ snitches: isList(isResult) }),
    });
    for (const result of results.snitches) {
      if ("check_in_url" in result) {
        made.checkInUrls.set(result.slug, result.check_in_url);
        made.created += result.created ? 1 : 0;
      } else made.refused.push({ slug: result.slug ?? "", reason: describeReason(result) });
    }
  }
  return made;
}

/** It becomes a variable and a header, which have no control characters. */
const isKey: Is<string> = (value): value is string => isText(value) && /^[\x21-\x7e]{1,200}$/.test(value);

/**
 * A key that may only report, for the users whose jobs are watched: a stronger one is none of their business. With a key that may do no
 * more itself, that one.
 */
export async function findReportingKey(settings: Settings, hostName: string): Promise<Settings> {
  try {
    const body = { name: `tattle on ${hostName}`, access: "ping" };
    const { key } = await callApi(settings, {
      method: "POST",
      path: "/v1/api_keys",
      body,
      is: isObject({ key: isKey }),
    });
    return { url: settings.url, key };
  } catch (error) {
    if (error instanceof ApiRefusal && error.httpStatus === 401) return settings;
    throw error;
  }
}
