import { ApiRefusal, callApi, describeReason, isReason, type Reason } from "../client";
import type { Settings } from "../config";
import {
  type Is,
  isAny,
  isBoolean,
  isHttpUrl,
  isList,
  isObject,
  isOptional,
  isText,
} from "../parse-response";
import type { PlannedJob } from "./plan";
import { termsOfSnitch } from "./report-job";

const MAX_IN_ONE_REQUEST = 500;

/** Enough for 500 new snitches on a slow machine. */
const TIMEOUT_MS = 60_000;

type Kept = { slug: string; token: string; check_in_url: string; created: boolean };
type Refused = Reason & { slug?: string | null };

const isKept: Is<Kept> = isObject({
  slug: isText,
  token: isText,
  check_in_url: isHttpUrl,
  created: isBoolean,
});
const isResult: Is<Kept | Refused> = (value): value is Kept | Refused =>
  isKept(value) || (isReason(value) && isObject({ slug: isOptional(isText) })(value));

export type MadeSnitches = {
  checkInUrls: Map<string, string>;
  tokens: Map<string, string>;
  created: number;
  refused: { slug: string; reason: string }[];
};

/** Finds or makes the snitch of each job, many in one request. One that is refused does not hold back the others. */
export async function makeSnitches(
  settings: Settings,
  jobs: PlannedJob[],
  hostName: string,
): Promise<MadeSnitches> {
  const made: MadeSnitches = { checkInUrls: new Map(), tokens: new Map(), created: 0, refused: [] };
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
        made.tokens.set(result.slug, result.token);
        made.created += result.created ? 1 : 0;
      } else made.refused.push({ slug: result.slug ?? "", reason: describeReason(result) });
    }
  }
  return made;
}

/** It becomes a variable and a header, which have no control characters. */
const isKey: Is<string> = (value): value is string => isText(value) && /^[\x21-\x7e]{1,200}$/.test(value);

/** A key that may only report, for the file that the own runs read. With a key that may do no more itself, that one. */
export async function findReportingKey(
  settings: Settings,
  hostName: string,
  user: string,
): Promise<Settings> {
  try {
    const body = { name: `tattle on ${hostName}, ${user}`, access: "ping" };
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

type ListedKey = { id: string; name: string; access: string; prefix: string };

const isListedKey: Is<ListedKey> = isObject({ id: isText, name: isText, access: isText, prefix: isText });

/** `byHand`: keys that people must revoke, as the page shows them. */
export type RevokedKeys = { revoked: string[]; byHand: string[] };

/** As much of a key as the page shows. */
export const PREFIX_LENGTH = 12;

/**
 * Revokes the key that versions before 0.3.2 wrote into the files of all users. Others of its name may be those of another machine that is
 * called so: they are only named.
 */
export async function revokeFormerKey(
  settings: Settings,
  hostName: string,
  former: Settings,
): Promise<RevokedKeys> {
  const formerKey = former.key ?? "";
  const nameKey = (prefix: string) => `tattle on ${hostName} (${prefix}…)`;
  const ours = formerKey.slice(0, PREFIX_LENGTH);
  // A key that may only report was written into those files itself, and cannot revoke.
  if (settings.key === formerKey || settings.url !== former.url)
    return { revoked: [], byHand: [`${ours}… at ${former.url}`] };
  const keys = await callApi(settings, {
    method: "GET",
    path: "/v1/api_keys",
    is: isList(isListedKey),
  }).catch((error) => {
    if (error instanceof ApiRefusal) return [];
    throw error;
  });
  const ofName = keys.filter(({ name, access }) => name === `tattle on ${hostName}` && access === "ping");
  const isOurs = ({ prefix }: ListedKey) => formerKey.startsWith(prefix);
  for (const { id } of ofName.filter(isOurs))
    await callApi(settings, { method: "DELETE", path: `/v1/api_keys/${encodeURIComponent(id)}`, is: isAny });
  const others = ofName.filter((key) => !isOurs(key)).map(({ prefix }) => prefix);
  return ofName.some(isOurs)
    ? { revoked: [nameKey(ours)], byHand: others.map(nameKey) }
    : { revoked: [], byHand: [ours, ...others].map(nameKey) };
}
