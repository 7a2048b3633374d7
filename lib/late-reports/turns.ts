import { buildAccountSql } from "@/lib/outbox/account";
import { query } from "@/lib/platform/db";

/** More are left to the next run. */
const MAX_SNITCHES = 1_000;
/** A history of more check-ins takes longer to replay than most runs of late reports. */
const LONG_HISTORY = 1_000;
/** A snitch with a long history waits this long between two replays, in each worker: its next one takes all reports until then. */
const REST_MS = 30_000;

/** When the long histories were replayed, by snitch. */
const replayedAt = new Map<string, number>();

/** Says that the history of a snitch was replayed, and how many check-ins it had. */
export function noteReplay(snitchId: string, checkIns: number, now: Date): void {
  if (checkIns > LONG_HISTORY) replayedAt.set(snitchId, now.getTime());
}

/** The snitches that rest, and until when the first of them does. */
function findResting(now: Date): { ids: string[]; until: Date | null } {
  for (const [id, at] of replayedAt) if (at + REST_MS <= now.getTime()) replayedAt.delete(id);
  const first = Math.min(...replayedAt.values());
  return { ids: [...replayedAt.keys()], until: replayedAt.size > 0 ? new Date(first + REST_MS) : null };
}

/** `$1`: the snitches that rest. `applied_until` is when the first of its late reports came. */
const IS_LATE = "s.deferred_since IS NOT NULL AND s.late_since IS NOT NULL AND s.id <> ALL($1::uuid[])";

/**
 * The snitches with late reports that are not applied: first one of each account, the oldest of each of its cases in turn, then a second
 * one of each. The time at which a report says that it happened decides nothing, because its sender chooses it.
 */
export async function listLateSnitches(now: Date): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `WITH late AS (
       SELECT s.id, s.case_id, s.applied_until,
         row_number() OVER (PARTITION BY s.case_id ORDER BY s.applied_until, s.id) AS case_turn
       FROM snitches s WHERE ${IS_LATE}),
     accounts AS MATERIALIZED (
       SELECT case_id, ${buildAccountSql("cases.case_id")} AS account_id FROM (SELECT DISTINCT case_id FROM late) AS cases),
     turns AS (
       SELECT id, applied_until,
         row_number() OVER (PARTITION BY account_id ORDER BY case_turn, applied_until, id) AS turn
       FROM late JOIN accounts USING (case_id))
     SELECT id FROM turns ORDER BY turn, applied_until, id LIMIT ${MAX_SNITCHES}`,
    [findResting(now).ids],
  );
  return rows.map(({ id }) => id);
}

/** When the late reports of a snitch can be applied next, or one that has rested may have new ones; null if there is neither. */
export async function nextLateReportAt(now: Date): Promise<Date | null> {
  const { ids, until } = findResting(now);
  const [row] = await query<{ at: Date | null }>(
    `SELECT min(s.applied_until) AS at FROM snitches s WHERE ${IS_LATE}`,
    [ids],
  );
  return row?.at ?? until;
}
