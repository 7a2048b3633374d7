import { INTERVALS } from "@/lib/rules/schedule/interval";
import type { Status } from "@/lib/rules/state/snitch-state";
import { lastDurationMs, p95DurationMs } from "@/lib/runs/durations";
import type { KeyType } from "./list-cursor";

/** The orders of a list. `worst` is the default, and “-” reverses. */
export const ORDERS = [
  "worst",
  "-worst",
  "name",
  "-name",
  "interval",
  "-interval",
  "latest",
  "-latest",
  "due",
  "-due",
  "newest",
  "-newest",
  "longest",
  "-longest",
  "p95",
  "-p95",
] as const;
export type Order = (typeof ORDERS)[number];

export type SortKey = { expression: string; type: KeyType; isDescending: boolean };

type Key = [expression: string, type: KeyType];

/** The statuses from worst to best, then those without a deadline. */
export const RANKED: Status[] = ["failed", "errored", "healthy", "paused", "pending"];
export const WORST_FIRST = `CASE status ${RANKED.map((status, rank) => `WHEN '${status}' THEN ${rank}`).join(" ")} END`;

/** Since when it is missing or errored: further misses and errors do not move its row. */
const LONGEST_FIRST = `coalesce(extract(epoch FROM CASE status WHEN 'failed' THEN missing_since WHEN 'errored' THEN
  (SELECT opened_at FROM incidents WHERE snitch_id = snitches.id AND closed_at IS NULL) END), 1e12)`;
const SHORTEST_FIRST = `coalesce(array_position(ARRAY['${INTERVALS.join("','")}'], interval), 99)`;
const NEWEST_FIRST = "-extract(epoch FROM created_at)";

/** The list shows a missing snitch as due since its first miss. */
const DUE =
  "extract(epoch FROM CASE status WHEN 'failed' THEN coalesce(missing_since, deadline) ELSE deadline END)";

const WORST: Key[] = [
  [WORST_FIRST, "int"],
  [LONGEST_FIRST, "numeric"],
  ["lower(name)", "text"],
];
const NAME: Key[] = [["lower(name)", "text"]];
const INTERVAL: Key[] = [[SHORTEST_FIRST, "numeric"], ...NAME];
const LATEST: Key[] = [["-coalesce(extract(epoch FROM checked_in_at), 0)", "numeric"]];
const NEWEST: Key[] = [[NEWEST_FIRST, "numeric"]];

/** Snitches without runs are not asked. */
const ofRuns = (durationMs: string) =>
  `CASE WHEN last_run_at IS NOT NULL THEN round((${durationMs})::numeric, 3) END`;
const LAST_DURATION = ofRuns(lastDurationMs("snitches.id"));
const P95_DURATION = ofRuns(p95DurationMs("snitches.id"));

/** Unknown values come last, in either direction. */
const knownFirst = (expression: string): Key[] => [[`coalesce(${expression}, 1e12)`, "numeric"]];

const ascending = (keys: Key[], isDescending = false): SortKey[] =>
  [...keys, ["id", "uuid"] as Key].map(([expression, type]) => ({ expression, type, isDescending }));
const descending = (keys: Key[]) => ascending(keys, true);

/** The sort keys of each order. The last one is the id, so that no two rows are equal. */
const KEYS: Record<Order, SortKey[]> = {
  worst: ascending(WORST),
  "-worst": descending(WORST),
  name: ascending(NAME),
  "-name": descending(NAME),
  interval: ascending(INTERVAL),
  "-interval": descending(INTERVAL),
  latest: ascending(LATEST),
  "-latest": descending(LATEST),
  due: ascending(knownFirst(DUE)),
  "-due": ascending(knownFirst(`-${DUE}`)),
  newest: ascending(NEWEST),
  "-newest": descending(NEWEST),
  longest: ascending(knownFirst(`-(${LAST_DURATION})`)),
  "-longest": ascending(knownFirst(LAST_DURATION)),
  p95: ascending(knownFirst(`-(${P95_DURATION})`)),
  "-p95": ascending(knownFirst(P95_DURATION)),
};

/** In a list by tag, the group with the worst snitch comes first; of equal ones that of the first tag in the alphabet, and that without a tag last. */
const BY_GROUP: SortKey[] = (
  [
    ["worst", "int"],
    ["CASE WHEN tag IS NULL THEN 1 ELSE 0 END", "int"],
    ["lower(coalesce(tag, ''))", "text"],
    ["coalesce(tag, '')", "text"],
  ] as Key[]
).map(([expression, type]) => ({ expression, type, isDescending: false }));

/** A list by tag needs the columns `tag` and `worst`. */
export const sortKeys = (order: Order, isByTag: boolean): SortKey[] =>
  isByTag ? [...BY_GROUP, ...KEYS[order]] : KEYS[order];

export const orderBy = (keys: SortKey[], isBackward: boolean) =>
  keys
    .map(({ expression, isDescending }) => `${expression} ${isDescending !== isBackward ? "DESC" : "ASC"}`)
    .join(", ");

/** The condition for a row to come after the one with these values, or before it. The first value is the parameter `first`. */
export function comesAfter(keys: SortKey[], isBackward: boolean, first: number): string {
  const isDescending = keys[0]?.isDescending ?? false;
  const end = keys.findIndex((key) => key.isDescending !== isDescending);
  const run = end < 0 ? keys : keys.slice(0, end);
  const row = `(${run.map(({ expression }) => expression)})`;
  const values = `(${run.map(({ type }, i) => `$${first + i}::${type}`)})`;
  const isBeyond = `${row} ${isDescending !== isBackward ? "<" : ">"} ${values}`;
  if (end < 0) return isBeyond;
  return `(${isBeyond} OR (${row} = ${values} AND ${comesAfter(keys.slice(end), isBackward, first + end)}))`;
}
