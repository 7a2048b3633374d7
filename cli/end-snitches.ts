import { countInWords } from "@/lib/rules/count-in-words";
import { isAny } from "./answer";
import { ApiRefusal, callApi } from "./client";
import type { Settings } from "./config";
import { CliError, EXIT } from "./exit";

/** What becomes of the snitches of jobs that nothing runs or reports any more. */
export type EndOptions = { pause?: boolean; remove?: boolean };

type Ended = "done" | "pending";

/** A key has so many requests a minute. */
const RETRY_MS = 5_000;
const MAX_RETRIES = 24;

/** Pauses or deletes snitches, as far as they are still there, and says it in lines. Without either, says that they will alert. */
export async function endSnitches(
  tokens: string[],
  { pause = false, remove = false }: EndOptions,
  { settings, command }: { settings: () => Settings; command: string },
): Promise<string[]> {
  if (pause && remove) throw new CliError("Choose one of --pause and --remove.", EXIT.usage);
  const snitches = countInWords(tokens.length, "snitch", "snitches");
  if (tokens.length === 0) return [];
  if (!pause && !remove)
    return [
      `${snitches} ${tokens.length === 1 ? "keeps" : "keep"} watching and will alert, because no job reports to ${tokens.length === 1 ? "it" : "them"} now. To pause or delete ${tokens.length === 1 ? "it" : "them"}:`,
      `  ${command} --pause`,
      `  ${command} --remove`,
    ];
  const end = remove ? removeSnitch : pauseSnitch;
  const outcomes: Ended[] = [];
  for (const token of tokens) outcomes.push(await patiently(() => end(settings(), token)));
  if (remove) return [`${snitches} deleted.`];
  const pending = outcomes.filter((outcome) => outcome === "pending").length;
  return [
    `${countInWords(tokens.length - pending, "snitch", "snitches")} paused until someone unpauses ${tokens.length - pending === 1 ? "it" : "them"}.`,
    ...(pending > 0
      ? [
          `${countInWords(pending, "snitch", "snitches")} not paused: without a first check-in, they do not alert.`,
        ]
      : []),
  ];
}

const pathOf = (token: string) => `/v1/snitches/${encodeURIComponent(token)}`;

async function removeSnitch(settings: Settings, token: string): Promise<Ended> {
  await callApi(settings, { method: "DELETE", path: pathOf(token), is: isAny }).catch(unless(404));
  return "done";
}

async function pauseSnitch(settings: Settings, token: string): Promise<Ended> {
  const body = { until: "unpaused" };
  const refused = await callApi(settings, { method: "POST", path: `${pathOf(token)}/pause`, body, is: isAny })
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

async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await call();
    } catch (error) {
      const isLimited = error instanceof ApiRefusal && error.httpStatus === 429;
      if (!isLimited || retries === MAX_RETRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
