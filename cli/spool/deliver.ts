import { ApiRefusal } from "../client";
import type { Settings } from "../config";
import { CliError } from "../exit";
import { type HttpResponse, sendRequest, Unreachable } from "../http";
import { ageMs, readMoment } from "../moment";
import { isHttpUrl } from "../parse-response";
import { findCheckInUrl, findUrlAgain } from "../server";
import type { Report } from "./report";

/** `retryAfterMs`: when the server takes reports of this snitch again, if it says so. */
export type DeliveryResult =
  | { outcome: "delivered" }
  | { outcome: "refused"; reason: string }
  | { outcome: "failed"; reason: string; retryAfterMs: number | null };

/** Reports that are sent sooner than this, and for the first time, carry no age: they happened when they arrive. */
const MIN_AGE_MS = 1_000;
/** A start that is sent again is so much older: on its way, it must not come to be later than the finish of a short job. */
const START_LEAD_MS = 100;
/** The server takes no report that is older. */
const MAX_AGE_MS = 604_800_000;
const SECOND_MS = 1_000;
/** What a server may ask for. A timer of more than 24 days would not wait at all. */
const MAX_RETRY_AFTER_MS = 300_000;
const MAX_REASON = 300;

/** What the server may respond now and not later. */
const TEMPORARY = [408, 425, 429];

/** `isRepeat`: an earlier attempt may have reached the server. `signal` ends the attempt before its time. */
export type Attempt = { timeoutMs: number; isRepeat?: boolean; signal?: AbortSignal };

/** Sends a report once. The key in the settings is used only if they are those of the report's server. */
export async function deliver(
  report: Report,
  output: Buffer,
  settings: Settings | null,
  attempt: Attempt,
): Promise<DeliveryResult> {
  if (ageMs(report.at, readMoment()) > MAX_AGE_MS)
    return { outcome: "refused", reason: "it is older than 7 days" };
  const own = report.server === null ? settings : settingsFor(report.server, settings);
  try {
    const checkInUrl = await findCheckInUrl(report.snitch, own, attempt.timeoutMs);
    if (!isHttpUrl(checkInUrl)) return { outcome: "refused", reason: "its URL is neither http nor https" };
    const response = await post(checkInUrl, report, output, attempt);
    const result = interpret(response);
    if (result.outcome !== "refused" || response.status !== 404) return result;
    const nextUrl = await findUrlAgain(report.snitch, own, checkInUrl, attempt.timeoutMs);
    return nextUrl === null ? result : interpret(await post(nextUrl, report, output, attempt));
  } catch (error) {
    if (error instanceof ApiRefusal && isFinal(error.httpStatus))
      return { outcome: "refused", reason: error.message };
    if (error instanceof Unreachable || error instanceof CliError)
      return { outcome: "failed", reason: error.message, retryAfterMs: null };
    throw error;
  }
}

/** Where a report goes, as far as that is known before its server is asked; empty if nothing is. */
export function findServer(report: Report | null, settings: Settings | null): string {
  if (!report) return "";
  const { snitch, server } = report;
  return snitch.kind === "url" && URL.canParse(snitch.checkInUrl)
    ? new URL(snitch.checkInUrl).origin
    : (server ?? settings?.url ?? "");
}

const settingsFor = (server: string, settings: Settings | null): Settings =>
  settings?.url === server ? settings : { url: server, key: null };

function post(
  checkInUrl: string,
  report: Report,
  output: Buffer,
  { timeoutMs, isRepeat, signal }: Attempt,
): Promise<HttpResponse> {
  const age = ageMs(report.at, readMoment());
  const query = new URLSearchParams(report.parameters);
  if (isRepeat || age >= MIN_AGE_MS) query.set("age", ageOf(report, age));
  return sendRequest({
    method: "POST",
    url: `${checkInUrl}/${report.signal}?${query}`,
    headers: { "Content-Type": "text/plain" },
    body: output,
    timeoutMs,
    ...(signal && { signal }),
  });
}

/** In seconds, and never 0: a report with an age is recorded once, however often it comes. */
const ageOf = ({ signal }: Report, age: number) =>
  (Math.min(MAX_AGE_MS, Math.max(1, age) + (signal === "start" ? START_LEAD_MS : 0)) / SECOND_MS).toFixed(3);

const isFinal = (status: number) => status >= 400 && status < 500 && !TEMPORARY.includes(status);

/** Only Tattle responds with 202; a proxy or the page of a hotel's network may respond with anything else. */
function interpret({ status, headers, body }: HttpResponse): DeliveryResult {
  if (status === 202) return { outcome: "delivered" };
  const reason = `the server responded with ${status}`;
  const isTattle = headers["x-ratelimit-limit"] !== undefined;
  if (isFinal(status) && isTattle)
    return { outcome: "refused", reason: body.trim().split("\n", 1)[0]?.slice(0, MAX_REASON) || reason };
  const seconds = Number(headers["retry-after"]);
  const retryAfterMs = seconds > 0 ? Math.min(seconds * SECOND_MS, MAX_RETRY_AFTER_MS) : null;
  return { outcome: "failed", reason, retryAfterMs };
}
