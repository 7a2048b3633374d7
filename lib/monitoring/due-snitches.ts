import { query, type Sql } from "@/lib/platform/db";
import { addDroppedRuns } from "@/lib/snitches/dropped-runs";
import { type LockedSnitch, lockSnitches } from "@/lib/snitches/store";
import { firstDue, isDueBy } from "@/lib/snitches/watch-at";

/** More of each kind are left to the next sweep. */
const MAX_IN_SWEEP = 100_000;

export type DueRow = { id: string; caseId: string };

/** The time of a sweep. `dueUntil`: the latest deadline that has passed, with what is allowed after it. */
type SweepTime = { now: Date; dueUntil: Date };

// A snitch with deferred check-ins is left to `replayDeferred`, because its deadline does not reflect them yet.
const select = (condition: string) =>
  `(SELECT id, case_id AS "caseId" FROM snitches WHERE deferred_since IS NULL AND ${condition})`;
const earliest = (column: string) => `ORDER BY ${column} LIMIT ${MAX_IN_SWEEP}`;

const DUE = `${select(`${isDueBy("$1")} ${firstDue(MAX_IN_SWEEP)}`)}
  UNION ALL ${select(`id IN (SELECT snitch_id FROM runs WHERE limit_at <= $1 ${earliest("limit_at")})`)}
  UNION ALL ${select(`pause_ends_at <= $2 ${earliest("pause_ends_at")}`)}`;

/** Lists the snitches with a deadline, run or pause that is over: once, because each search would again pass over those that were swept. */
export async function listDue({ now, dueUntil }: SweepTime): Promise<DueRow[]> {
  const due = await query<DueRow>(DUE, [dueUntil, now]);
  return [...new Map(due.map((snitch) => [snitch.id, snitch])).values()];
}

/** What a check-in or another worker has locked is left to it, or to the next sweep. */
const stillDue = (condition: string) => `s.id IN (
  SELECT id FROM snitches WHERE id = ANY($3::uuid[]) AND deferred_since IS NULL
    AND (pause_ends_at <= $2
      OR (deadline <= $1 OR id IN (SELECT snitch_id FROM runs WHERE limit_at <= $1)) ${condition})
  FOR NO KEY UPDATE SKIP LOCKED)`;

const LAST_SERVED_BY_ANOTHER = `AND coalesce((
  SELECT c.listener_id <> ALL($4::int[]) FROM check_ins c WHERE c.snitch_id = snitches.id AND c.accepted
  ORDER BY c.at DESC, c.id DESC LIMIT 1), true)`;

/**
 * Locks those of these snitches that are still due. Leaves out those whose latest check-in one of the `vanished` servers took:
 * the job may be about to repeat a check-in that this server had no time to record.
 */
export async function lockDue(
  sql: Sql,
  ids: string[],
  { now, dueUntil }: SweepTime,
  vanished: number[],
): Promise<LockedSnitch[]> {
  const due = await (vanished.length === 0
    ? lockSnitches(sql, stillDue(""), [dueUntil, now, ids])
    : lockSnitches(sql, stillDue(LAST_SERVED_BY_ANOTHER), [dueUntil, now, ids, vanished]));
  await addDroppedRuns(sql, due, now);
  return due;
}
