import { formatCount } from "@/lib/rules/format-count";
import { ApiRefusal, callApi } from "./client";
import type { Settings } from "./config";
import { CliError, EXIT } from "./exit";
import { isAny } from "./parse-response";
import { retryOn } from "./retry";

/** What happens to the snitches of jobs that nothing runs or reports anymore. */
export type EndOptions = { pause?: boolean; remove?: boolean };

type Ended = "done" | "pending";

/** A key has so many requests a minute. */
const PATIENCE = { attempts: 25, waitMs: 5_000 };

/** Pauses or deletes snitches, as far as they are still there, and says it in lines. Without either, says that they will alert. */
export async function endSnitches(
  tokens: string[],
  { pause = false, remove = false }: EndOptions,
  { settings, command }: { settings: () => Settings; command: string },
): Promise<string[]> {
  if (pause && remove) throw new CliError("Use either --pause or --remove.", EXIT.usage);
  const snitches = formatCount(tokens.length, "snitch", "snitches");
  if (tokens.length === 0) return [];
  if (!pause && !remove)
    return [
      `${snitches} ${tokens.length === 1 ? "is" : "are"} still monitored and will alert, because no job reports to ${tokens.length === 1 ? "it" : "them"} now. To pause or delete ${tokens.length === 1 ? "it" : "them"}:`,
      `  ${command} --pause`,
      `  ${command} --remove`,
    ];
  const end = remove ? removeSnitch : pauseSnitch;
  const outcomes: Ended[] = [];
  for (const token of tokens) outcomes.push(await retryOn(429, PATIENCE, () => end(settings(), token)));
  if (remove) return [`${snitches} deleted.`];
  const pending = outcomes.filter((outcome) => outcome === "pending").length;
  return [
    `${formatCount(tokens.length - pending, "snitch", "snitches")} paused until someone unpauses ${tokens.length - pending === 1 ? "it" : "them"}.`,
    ...(pending > 0
      ? [
          `${formatCount(pending, "snitch", "snitches")} not paused: without a first check-in, they do not alert.`,
        ]
      : []),
  ];
}

const buildPath = (token: string) => `/v1/snitches/${encodeURIComponent(token)}`;

async function removeSnitch(settings: Settings, token: string): Promise<Ended> {
  await callApi(settings, { method: "DELETE", path: buildPath(token), is: isAny }).catch(unless(404));
  return "done";
}

async function pauseSnitch(settings: Settings, token: string): Promise<Ended> {
  const body = { until: "unpaused" };
  const refused = await callApi(settings, {
    method: "POST",
    path: `${buildPath(token)}/pause`,
    body,
    is: isAny,
  })
    .then(() => null)
    .catch(unless(404, 422));
  // A snitch that has never checked in cannot be paused.
  return refused?.httpStatus === 422 ? "pending" : "done";
}

const unless =
  (...statuses: number[]) =>
  (error: unknown): ApiRefusal => {
    if (error instanceof ApiRefusal && statuses.includes(error.httpStatus)) return error;
    throw error;
  };
