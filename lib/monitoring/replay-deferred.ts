import { recentSilences } from "@/lib/listeners/silences";
import { publishChange } from "@/lib/live/publish";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { pool, type Sql, transaction } from "@/lib/platform/db";
import type { Silence } from "@/lib/rules/silence";
import { type LockedSnitch, lockSnitches } from "@/lib/snitches/store";
import { applyReport, type TimedReport } from "./apply-report";
import { type SnitchTransition, saveTransitions, untouched } from "./save-transitions";
import { isSweepBlocked } from "./sweep-guard";

/** How many snitches one transaction takes. */
const BATCH_SIZE = 500;

/**
 * Applies deferred check-ins in order, once all check-ins before them are in the database. Safe to run late, twice, or in
 * several workers at once. Does nothing while `isSweepBlocked`.
 */
export async function replayDeferred(msSinceConnectionLost: number): Promise<void> {
  const { rowCount } = await pool.query("SELECT FROM snitches WHERE deferred_since IS NOT NULL LIMIT 1");
  if (rowCount === 0 || (await isSweepBlocked(msSinceConnectionLost))) return;
  while ((await replayBatch()) === BATCH_SIZE);
}

const DEFERRED = `s.id IN (SELECT id FROM (
  SELECT id FROM snitches WHERE deferred_since IS NOT NULL ORDER BY deferred_since
  LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED) AS deferred)`;

async function replayBatch(): Promise<number> {
  const { snitches, newRows } = await transaction(async (sql) => {
    const snitches = await lockSnitches(sql, DEFERRED, []);
    const reports = await findDeferredReports(sql, snitches);
    const silences = await recentSilences(sql, new Date());
    const transitions = snitches.map((snitch) => replay(snitch, reports.get(snitch.id) ?? [], silences));
    return { snitches, newRows: await saveTransitions(sql, transitions) };
  });
  wakeWorkersLater(newRows);
  publishChange(snitches.map(({ caseId }) => caseId));
  return snitches.length;
}

/** The deferred reports of each snitch, in order, by snitch id. */
async function findDeferredReports(sql: Sql, snitches: LockedSnitch[]): Promise<Map<string, TimedReport[]>> {
  const rows = await sql<TimedReport & { snitchId: string }>(
    `SELECT c.snitch_id AS "snitchId", c.at, c.exit_status AS "exitStatus", c.message
     FROM unnest($1::uuid[], $2::timestamptz[]) AS n (snitch_id, since)
     JOIN check_ins c ON c.snitch_id = n.snitch_id AND c.at >= n.since AND c.accepted ORDER BY c.at, c.id`,
    [snitches.map(({ id }) => id), snitches.map(({ deferredSince }) => deferredSince)],
  );
  const reports = new Map<string, TimedReport[]>();
  for (const row of rows) reports.set(row.snitchId, [...(reports.get(row.snitchId) ?? []), row]);
  return reports;
}

function replay(snitch: LockedSnitch, reports: TimedReport[], silences: Silence[]): SnitchTransition {
  const transition = untouched({ ...snitch, deferredSince: null });
  for (const report of reports) applyReport(transition, report, silences);
  return transition;
}
