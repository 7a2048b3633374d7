import { setTimeout as sleep } from "node:timers/promises";
import { type Column, listLiteral, rowsFrom } from "@/lib/platform/columns";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { lookBackOf } from "@/lib/rules/history/day-basis";
import { NO_DAY, wholeDays } from "@/lib/rules/history/day-counts";
import { retentionStart } from "@/lib/rules/history/retention";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { type ScheduleColumns, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { windowAt } from "@/lib/rules/schedule/windows";
import { startOfMonth } from "@/lib/storage/months";
import { COUNTED_AFTER_MS } from "@/lib/storage/past-changes";
import type { CountedSnitch } from "./context";
import { countDays } from "./count";
import { addRange, type Ranges } from "./ranges";
import { formatDay, type NewDay, readDays, saveDays } from "./store";

/** To look at all snitches takes a second of a core for a few thousand of them. */
export const COUNT_EVERY_MS = 10 * MINUTE_MS;

/** One run takes this long, and one batch more at most. */
const SLICE_MS = MINUTE_MS;
/** How many snitches of a month are looked at in one transaction. */
const BATCH = 200;
/** How many windows are counted in one transaction, and those of one snitch more at most. */
const MAX_WINDOWS = 50_000;
const MAX_CHANGES = 2_000;

/**
 * Counts the days that are over and not counted yet, or not anymore, of all snitches:
 *
 * 1. Forget the counts near what has changed since they were made.
 * 2. Count the days of this month and of the last one, and those of one month before, by turns.
 *
 * A report counts for itself what is not stored yet. Only one process does this at a time: a second one could store counts that it
 * made before a change, after the first one had already deleted the counts near that change. Rests as long as it works. `clock`: milliseconds that pass.
 */
export async function countFinishedDays(
  now: Date,
  clock: () => number = () => performance.now(),
): Promise<void> {
  const endsAt = clock() + SLICE_MS;
  while ((await exclusively(forgetChanged)) === MAX_CHANGES);
  const decidedUntil = await findDecidedUntil(now);
  for (const month of chooseMonths(now)) {
    for (let after: string | null = NIL; after !== null; ) {
      const startedAt = clock();
      if (startedAt >= endsAt) return;
      const from: string = after;
      const last = await exclusively((sql) => countBatch(sql, month, from, decidedUntil, now));
      if (last === "busy") return;
      after = last;
      await sleep(Math.min(clock() - startedAt, SECOND_MS));
    }
  }
}

const NIL = "00000000-0000-0000-0000-000000000000";

/** The id of the advisory lock: “DAYS” in ASCII. */
const LOCK_ID = 0x44415953;

/** In a transaction that holds the lock: what it writes is lost with the lock. */
const exclusively = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result | "busy"> =>
  transaction(async (sql) => {
    const [row] = await sql<{ locked: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS locked", [LOCK_ID]);
    return row?.locked ? work(sql) : "busy";
  });

/** Until when everything is decided, and no transaction is open that could have changed it without saying so. */
async function findDecidedUntil(now: Date): Promise<Date> {
  const [row] = await query<{ since: Date | null }>(
    `SELECT min(xact_start) AS since
     FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  const oldest = row?.since && row.since < now ? row.since : now;
  return new Date(oldest.getTime() - COUNTED_AFTER_MS);
}

/** The starts of this month, of the last one, and of one before that is kept: another one in each run. */
function chooseMonths(now: Date): Date[] {
  const kept: Date[] = [];
  for (let back = 2; startOfMonth(now, 1 - back) > retentionStart(now); back += 1)
    kept.push(startOfMonth(now, -back));
  const turn = kept[Math.floor(now.getTime() / COUNT_EVERY_MS) % kept.length];
  return [startOfMonth(now), startOfMonth(now, -1), ...(turn ? [turn] : [])];
}

type Row = ScheduleColumns & { id: string; caseId: string; createdAt: Date };

const COLUMNS = `id, case_id AS "caseId", created_at AS "createdAt", interval, schedule, timezone, grace, start_grace AS "startGrace", early, active`;

const toCounted = (row: Row): CountedSnitch => ({ ...row, ...toScheduleTerms(row) });

/** Counts the days of a month of the snitches after this id. Returns the last one; null after the last of all. */
async function countBatch(
  sql: Sql,
  month: Date,
  after: string,
  decidedUntil: Date,
  now: Date,
): Promise<string | null> {
  const monthEnd = startOfMonth(month, 1);
  const end = decidedUntil < monthEnd ? decidedUntil : monthEnd;
  const days = wholeDays(month.getTime(), end.getTime());
  const rows = await query<Row>(
    `SELECT ${COLUMNS} FROM snitches WHERE id > $1 AND created_at < $2::timestamptz + interval '8 days' ORDER BY id LIMIT ${BATCH}`,
    [after, end],
  );
  if (rows.length === 0 || days.length === 0) return null;
  const { newDays, last } = await countMissing(rows.map(toCounted), month, end, { days, decidedUntil }, now);
  await saveDays(sql, newDays);
  return last ?? (rows.length < BATCH ? null : (rows.at(-1)?.id ?? null));
}

/** The counts of these days that are decided and not stored. `last`: the last of the snitches that were counted; null if all were. */
async function countMissing(
  snitches: CountedSnitch[],
  from: Date,
  to: Date,
  { days, decidedUntil }: { days: number[]; decidedUntil: Date },
  now: Date,
): Promise<{ newDays: NewDay[]; last: string | null }> {
  const { context, days: store } = await readDays(snitches, { from, to }, now);
  const findBasis = (id: string, dayMs: number) => store.get(id)?.findBasis(dayMs) ?? null;
  const ranges: Ranges = new Map();
  let windows = 0;
  let last: string | null = null;
  for (const snitch of snitches) {
    const { id } = snitch;
    const missing = days.filter((dayMs) => {
      const ofSnitch = store.get(id);
      const isMissing = ofSnitch && dayMs + DAY_MS > ofSnitch.sinceMs && !ofSnitch.counts.has(dayMs);
      return isMissing && findBasis(id, dayMs) !== null && isDecided(snitch, dayMs, decidedUntil);
    });
    for (const span of joinDays(missing)) addRange(ranges, span, snitch);
    windows += (missing.length * DAY_MS) / compileSchedule(snitch).gaps.shortestMs;
    last = windows > MAX_WINDOWS ? id : null;
    if (last) break;
  }
  const newDays: NewDay[] = [];
  for (const range of ranges.values()) {
    const counts = await countDays(range.snitches, range, context, now);
    for (const { id } of range.snitches)
      for (const dayMs of wholeDays(range.from.getTime(), range.to.getTime())) {
        const basis = findBasis(id, dayMs);
        if (basis) newDays.push({ ...(counts.get(id)?.get(dayMs) ?? NO_DAY), snitchId: id, dayMs, basis });
      }
  }
  return { newDays, last };
}

/** Whether the outcome of each window that starts in a day is decided, and that of a run that began in it is most likely known. */
function isDecided(snitch: CountedSnitch, dayMs: number, decidedUntil: Date): boolean {
  const { start, end, dueAt } = windowAt(snitch, new Date(dayMs + DAY_MS - 1));
  if (start.getTime() < dayMs) return true;
  return Math.max(end.getTime(), dueAt.getTime()) + DEADLINE_ALLOWANCE_MS <= decidedUntil.getTime();
}

/** Days that follow each other, as one span. */
function joinDays(days: number[]): { fromMs: number; toMs: number }[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const dayMs of days) {
    const last = spans.at(-1);
    if (last?.toMs === dayMs) last.toMs += DAY_MS;
    else spans.push({ fromMs: dayMs, toMs: dayMs + DAY_MS });
  }
  return spans;
}

type Change = { changeId: string; fromMs: number; untilMs: number } & (Row | { id: null });

const NEAR_CHANGE: Column<{ id: string; from: string; until: string }>[] = [
  ["id", "uuid", ({ id }) => id],
  ["from", "text", ({ from }) => from],
  ["until", "text", ({ until }) => until],
];

/** Deletes the counts near changes, and then these. A change that is committed later is still there for the next run. */
async function forgetChanged(sql: Sql): Promise<number> {
  const changes = await sql<Change & { snitchId: string }>(
    `SELECT c.id AS "changeId", c.snitch_id AS "snitchId", date_part('epoch', c."from") * 1000 AS "fromMs",
       date_part('epoch', c.until) * 1000 AS "untilMs", s.*
     FROM past_changes c LEFT JOIN (SELECT ${COLUMNS} FROM snitches) s ON s.id = c.snitch_id ORDER BY c.id LIMIT ${MAX_CHANGES}`,
  );
  const nearChanges = changes.map((change) => {
    const lookBackMs = change.id === null ? Number.POSITIVE_INFINITY : lookBackOf(toCounted(change));
    const [fromMs, untilMs] = [change.fromMs - lookBackMs - DAY_MS, change.untilMs + lookBackMs];
    return { id: change.snitchId, from: toDate(fromMs, "-infinity"), until: toDate(untilMs, "infinity") };
  });
  await sql(
    `DELETE FROM day_counts d USING ${rowsFrom(NEAR_CHANGE)} WHERE d.snitch_id = n.id AND d.day >= n."from"::date AND d.day <= n.until::date`,
    NEAR_CHANGE.map(([, type, value]) => listLiteral(type, nearChanges.map(value))),
  );
  await sql("DELETE FROM past_changes WHERE id = ANY($1::bigint[])", [
    changes.map(({ changeId }) => changeId),
  ]);
  return changes.length;
}

const toDate = (ms: number, otherwise: string) => (Number.isFinite(ms) ? formatDay(ms) : otherwise);
