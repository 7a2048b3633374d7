import { createHash } from "node:crypto";
import { type Column, listLiteral, rowsFrom } from "@/lib/platform/columns";
import { query, type Sql } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { describeBasis, lookBackOf, MAX_LOOK_BACK_MS } from "@/lib/rules/history/day-basis";
import { type DayCounts, startOfDay, wholeDays } from "@/lib/rules/history/day-counts";
import { retentionStart } from "@/lib/rules/history/retention";
import { isLate } from "@/lib/rules/state/is-late";
import { type CountContext, type CountedSnitch, loadContext } from "./context";
import type { CountsByDay } from "./count";

/** The days of a snitch in a range: those whose stored counts are correct, and the basis that others would be stored with. */
export type KnownDays = {
  counts: CountsByDay;
  /** Before this instant nothing was expected of it. */
  sinceMs: number;
  /** Null for a day that is not to be stored. */
  findBasis: (dayMs: number) => string | null;
};

/**
 * The stored counts of these snitches for the days of a range, by their ids, and the range's context. Stored counts are valid if their
 * basis is that of today and nothing near their day has changed since. Changes are read first: a change during the read is as if
 * it had changed after it.
 */
export async function readDays(
  snitches: CountedSnitch[],
  { from, to }: { from: Date; to: Date },
  now: Date,
): Promise<{ context: CountContext; days: Map<string, KnownDays> }> {
  const changes = await listChanges(snitches.map(({ id }) => id));
  const [context, store] = await Promise.all([
    loadContext(snitches, from, to, now),
    listStored(snitches, from, to),
  ]);
  const hash = hashOnce();
  const days = new Map<string, KnownDays>();
  for (const snitch of snitches) {
    const { id, createdAt } = snitch;
    const facts = context.facts.get(id);
    if (!facts) continue;
    const lookBackMs = lookBackOf(snitch);
    const describeDay = describeBasis({
      terms: snitch,
      facts,
      maintenance: context.maintenance.get(id) ?? [],
      listeningGaps: context.listeningGaps,
      zones: process.versions.tz ?? "",
    });
    const ofSnitch = [...(changes.get(id) ?? [])];
    // A deadline that has passed is not decided yet.
    if (isLate(facts, now) && facts.deadline)
      ofSnitch.push({ fromMs: facts.deadline.getTime(), untilMs: Number.POSITIVE_INFINITY });
    const isChanged = (dayMs: number) =>
      ofSnitch.some(
        ({ fromMs, untilMs }) => fromMs - lookBackMs < dayMs + DAY_MS && untilMs + lookBackMs >= dayMs,
      );
    const oldestMs = retentionStart(now).getTime();
    const findBasis = (dayMs: number) =>
      lookBackMs > MAX_LOOK_BACK_MS || dayMs < oldestMs || isChanged(dayMs) ? null : hash(describeDay(dayMs));
    const counts: CountsByDay = new Map();
    for (const { dayMs, basis, ...ofDay } of store.get(id) ?? [])
      if (basis === findBasis(dayMs)) counts.set(dayMs, ofDay);
    const firstMs = Math.min(createdAt.getTime(), facts.firstSignalAt?.getTime() ?? createdAt.getTime());
    days.set(id, { counts, sinceMs: firstMs - lookBackMs, findBasis });
  }
  return { context, days };
}

/** Most snitches have the same basis on most days. */
function hashOnce(): (text: string) => string {
  const hashes = new Map<string, string>();
  return (text) => {
    const earlier = hashes.get(text);
    if (earlier) return earlier;
    const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16);
    hashes.set(text, hash);
    return hash;
  };
}

type ChangedMs = { fromMs: number; untilMs: number };

async function listChanges(ids: string[]): Promise<Map<string, ChangedMs[]>> {
  const rows = await query<{ id: string } & ChangedMs>(
    `SELECT snitch_id AS id, date_part('epoch', "from") * 1000 AS "fromMs", date_part('epoch', until) * 1000 AS "untilMs"
     FROM past_changes WHERE snitch_id = ANY($1::uuid[])`,
    [ids],
  );
  const changes = new Map<string, ChangedMs[]>();
  for (const { id, ...change } of rows) changes.set(id, [...(changes.get(id) ?? []), change]);
  return changes;
}

type StoredDay = DayCounts & { dayMs: number; basis: string };

/** One text for each snitch: a report of many has hundreds of thousands of days. */
async function listStored(
  snitches: { id: string }[],
  from: Date,
  to: Date,
): Promise<Map<string, StoredDay[]>> {
  const [first] = wholeDays(from.getTime(), to.getTime());
  if (first === undefined) return new Map();
  const rows = await query<{ id: string; days: string }>(
    `SELECT snitch_id AS id, string_agg(concat_ws(' ', day - $2::date, basis, healthy, errored, missed, late, unknown, excused, runs, run_ms, longest_ms), ',') AS days
     FROM day_counts WHERE snitch_id = ANY($1::uuid[]) AND day >= $2::date AND day < $3::date GROUP BY snitch_id`,
    [snitches.map(({ id }) => id), formatDay(first), formatDay(startOfDay(to.getTime()))],
  );
  return new Map(rows.map(({ id, days }) => [id, days.split(",").map((day) => parseDay(day, first))]));
}

function parseDay(text: string, firstMs: number): StoredDay {
  const [day, basis = "", healthy, errored, missed, late, unknown, excused, runs, runMs, longestMs] =
    text.split(" ");
  return {
    dayMs: firstMs + Number(day) * DAY_MS,
    basis,
    healthy: Number(healthy),
    errored: Number(errored),
    missed: Number(missed),
    late: Number(late),
    unknown: Number(unknown),
    excused: Number(excused),
    runs: Number(runs),
    runMs: Number(runMs),
    longestMs: Number(longestMs),
  };
}

/** The date of a day of UTC, as Postgres reads it. */
export const formatDay = (dayMs: number) => new Date(dayMs).toISOString().slice(0, 10);

export type NewDay = StoredDay & { snitchId: string };

const COLUMNS: Column<NewDay>[] = [
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["day", "text", ({ dayMs }) => formatDay(dayMs)],
  ["basis", "text", ({ basis }) => basis],
  ["healthy", "int", ({ healthy }) => healthy],
  ["errored", "int", ({ errored }) => errored],
  ["missed", "int", ({ missed }) => missed],
  ["late", "int", ({ late }) => late],
  ["unknown", "int", ({ unknown }) => unknown],
  ["excused", "int", ({ excused }) => excused],
  ["runs", "int", ({ runs }) => runs],
  ["run_ms", "float", ({ runMs }) => runMs],
  ["longest_ms", "float", ({ longestMs }) => longestMs],
];

const CHANGING = COLUMNS.slice(2).map(([column]) => column);

/** Stores the counts of these days. Counts that are stored already are replaced. */
export async function saveDays(sql: Sql, days: NewDay[]): Promise<void> {
  if (days.length === 0) return;
  const names = COLUMNS.map(([column]) => column);
  await sql(
    `INSERT INTO day_counts (${names.join(", ")}, counted_at)
     SELECT ${names.map((name) => (name === "day" ? "n.day::date" : `n.${name}`)).join(", ")}, now() FROM ${rowsFrom(COLUMNS)}
     ON CONFLICT (snitch_id, day) DO UPDATE SET ${[...CHANGING, "counted_at"].map((name) => `${name} = EXCLUDED.${name}`).join(", ")}`,
    COLUMNS.map(([, type, value]) => listLiteral(type, days.map(value))),
  );
}
