import { recentListeningGaps } from "@/lib/outages/listening-gaps";
import { isSweepBlocked, mayMissCheckIns } from "@/lib/outages/sweep-guard";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { pool, type Sql, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { applyPassedTime, applyReport, type TimedReport } from "@/lib/rules/reports/apply-report";
import { asRunning, effectOfPlain, type SignalEffect } from "@/lib/rules/runs/apply-signal";
import { type Run, timeOfRunId } from "@/lib/rules/runs/run";
import { computeLimit } from "@/lib/rules/runs/terms";
import type { ListeningGap } from "@/lib/rules/state/listening-gap";
import { findRunsByKey } from "@/lib/runs/store";
import { addDroppedRuns } from "@/lib/snitches/dropped-runs";
import { addEarlierRuns } from "@/lib/snitches/earlier-runs";
import { type LockedSnitch, lockSnitches } from "@/lib/snitches/store";
import { applyTransitions, type SnitchTransition, untouched } from "./apply-transitions";

/** Batch size: snitches in one transaction. */
const BATCH_SIZE = 500;

/**
 * Applies deferred check-ins in order, once all check-ins before them are in the database. Safe to run late, twice, or in
 * several workers at once. Does nothing while `isSweepBlocked`. Late reports are left to `applyLateReports`.
 */
export async function replayDeferred(msSinceConnectionLost: number): Promise<void> {
  if (!(await deferredSince()) || (await isSweepBlocked(msSinceConnectionLost))) return;
  while ((await replayBatch(msSinceConnectionLost)) === BATCH_SIZE);
}

/** Since when a snitch has had check-ins that are not applied; null if none has. Late reports do not count. */
export async function deferredSince(): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    "SELECT min(deferred_since) AS at FROM snitches WHERE deferred_since IS NOT NULL AND late_since IS NULL",
  );
  return rows[0]?.at ?? null;
}

const DEFERRED = `s.id IN (SELECT id FROM (
  SELECT id FROM snitches WHERE deferred_since IS NOT NULL AND late_since IS NULL ORDER BY deferred_since
  LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED) AS deferred)`;

async function replayBatch(msSinceConnectionLost: number): Promise<number> {
  const { snitches, newRows } = await transaction(async (sql) => {
    const locked = await lockSnitches(sql, DEFERRED, []);
    const snitches = (await mayMissCheckIns(sql, msSinceConnectionLost)) ? [] : locked;
    const reports = await findDeferredReports(sql, snitches);
    const now = new Date();
    await addDroppedRuns(sql, snitches, now);
    await addEarlierRuns(
      sql,
      snitches.flatMap((snitch) => listFailed(snitch, reports.get(snitch.id) ?? [])),
    );
    const listeningGaps = await recentListeningGaps(sql, now);
    const transitions = snitches.map((snitch) => {
      const transition = untouched({ ...snitch, deferredSince: null });
      applyDeferred(transition, reports.get(snitch.id) ?? [], listeningGaps);
      return transition;
    });
    return { snitches, newRows: await applyTransitions(sql, transitions) };
  });
  wakeWorkersLater(newRows);
  publishChange(snitches.map(({ caseId }) => caseId));
  return snitches.length;
}

/** The deferred reports of each snitch, in order, by snitch id. */
export async function findDeferredReports(
  sql: Sql,
  snitches: Pick<LockedSnitch, "id" | "deferredSince">[],
): Promise<Map<string, DeferredReport[]>> {
  const rows = await sql<DeferredRow>(
    `SELECT c.snitch_id AS "snitchId", c.at, c.kind::text AS kind, c.exit_status AS "exitStatus", c.message,
       c.run_id AS "runId", c.received_at AS "receivedAt"
     FROM unnest($1::uuid[], $2::timestamptz[]) AS n (snitch_id, since)
     JOIN check_ins c ON c.snitch_id = n.snitch_id AND c.at >= n.since AND c.accepted AND c.kind NOT IN ('log', 'ignored')
     ORDER BY c.at, c.id`,
    [snitches.map(({ id }) => id), snitches.map(({ deferredSince }) => deferredSince)],
  );
  const runs = await findRunsByKey(sql, rows.flatMap(listKeys));
  const reports = new Map<string, DeferredReport[]>();
  for (const row of rows) {
    const run = runs.get(row.snitchId)?.find(({ id }) => id === row.runId) ?? null;
    const report = { ...row, effect: toEffect(row, run) };
    const ofSnitch = reports.get(row.snitchId);
    if (ofSnitch) ofSnitch.push(report);
    else reports.set(row.snitchId, [report]);
  }
  return reports;
}

type DeferredRow = TimedReport & {
  snitchId: string;
  kind: "finish" | "violation" | "start" | "expected_start";
  runId: string | null;
  receivedAt: Date | null;
};

/** A stored report. `receivedAt`: when it came, if it had happened before. */
export type DeferredReport = TimedReport & Pick<DeferredRow, "receivedAt"> & { effect: SignalEffect };

const listKeys = ({ snitchId, runId }: DeferredRow) =>
  runId ? [{ snitchId, at: timeOfRunId(runId), id: runId }] : [];

/** What a recorded check-in means. The runs are up to date already; only their meaning for the snitch was deferred. */
function toEffect(row: DeferredRow, run: Run | null): SignalEffect {
  if (run && (row.kind === "start" || row.kind === "expected_start")) {
    const isFirst = run.startedAt?.getTime() === row.at.getTime();
    return isFirst ? { kind: "started", run, abandons: false } : { kind: "none", run };
  }
  const effect = effectOfPlain(row);
  if (!run || effect.kind !== "finished") return effect;
  const isRepeat = run.endedAt !== null && run.endedAt < row.at;
  if (row.kind !== "violation") return { ...effect, run, isRepeat };
  const { failedCheck } = run;
  const cause = failedCheck === null ? "too_short" : "check";
  return { ...effect, run, isRepeat, fault: { cause, failedCheck } };
}

/** The reports of runs that failed a check, for `addEarlierRuns`. */
export const listFailed = (snitch: LockedSnitch, reports: DeferredReport[]) =>
  reports.flatMap(({ at, effect }) => (effect.run?.failedCheck ? [{ snitch, before: at }] : []));

/** Applies deferred reports to their snitch, in place. */
export function applyDeferred(
  transition: SnitchTransition,
  reports: DeferredReport[],
  listeningGaps: ListeningGap[],
): void {
  for (const report of reports) {
    if (report.effect.run) exceedFirst(transition, report.effect.run, report.at, listeningGaps);
    applyReport(transition, report, report.effect, listeningGaps);
  }
}

/** Applies the limit of a run that exceeded it and ended while its snitch was deferred. An alert is raised once. */
function exceedFirst(transition: SnitchTransition, run: Run, at: Date, listeningGaps: ListeningGap[]): void {
  const { snitch } = transition;
  if (run.outcome !== "overran" || run.endedAt?.getTime() !== at.getTime()) return;
  const limitAt = computeLimit(snitch, run.aliveAt ?? run.at);
  const { runs, running } = snitch;
  snitch.runs = [...runs.filter(({ id }) => id !== run.id), asRunning({ ...run, endedAt: null }, limitAt)];
  applyPassedTime(transition, at, listeningGaps);
  Object.assign(snitch, { runs, running });
}
