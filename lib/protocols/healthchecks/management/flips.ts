import { query } from "@/lib/platform/db";
import type { Status } from "@/lib/rules/state/snitch-state";
import { isDown } from "@/lib/rules/state/status";
import { isoSeconds } from "./check";
import { Rejection } from "./rejection";

/** The requested time range of flips, from `since` and before `until`; null for no limit. */
type Range = { since: Date | null; until: Date | null };

const MAX_SECONDS = 31_536_000;
const MAX_TIMESTAMP = 10_000_000_000;

/** Reads `seconds` before now, or the Unix times `start` and `end`. Rejects anything else. */
export function flipRange(search: URLSearchParams, now: Date): Range {
  const seconds = numberIn(search, "seconds", MAX_SECONDS);
  const start = numberIn(search, "start", MAX_TIMESTAMP);
  const end = numberIn(search, "end", MAX_TIMESTAMP);
  const sinceMs = [seconds && now.getTime() - seconds * 1_000, start && start * 1_000].flatMap(
    (ms) => ms ?? [],
  );
  return {
    since: sinceMs.length > 0 ? new Date(Math.max(...sinceMs)) : null,
    until: end === null ? null : new Date(end * 1_000),
  };
}

/** Zero seconds mean no limit. */
function numberIn(search: URLSearchParams, name: string, maximum: number): number | null {
  const text = search.get(name) ?? "";
  if (text === "") return null;
  const number = /^\d{1,11}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= maximum)) throw new Rejection(400, `${name} must be a whole number from 0 to ${maximum}`);
  return name === "seconds" && number === 0 ? null : number;
}

/** When a snitch went up or down, newest first. Only the first of several alerts about one outage counts. */
export async function listFlips(snitchId: string, { since, until }: Range) {
  const rows = await query<{ at: Date; from: Status; to: Status }>(
    `SELECT at, "from"::text, "to"::text FROM alerts
     WHERE snitch_id = $1 AND "from" <> "to" AND ($2::timestamptz IS NULL OR at >= $2) AND ($3::timestamptz IS NULL OR at < $3)
     ORDER BY at DESC, id DESC`,
    [snitchId, since, until],
  );
  return rows
    .filter(({ from, to }) => !(isDown(from) && isDown(to)))
    .map(({ at, to }) => ({ timestamp: isoSeconds(at), up: to === "healthy" ? 1 : 0 }));
}
