import { findOpenIncidents } from "@/lib/incidents/store";
import { applyTransitions, untouched } from "@/lib/monitoring/apply-transitions";
import { applyDeferred, findDeferredReports, listFailed } from "@/lib/monitoring/replay-deferred";
import { recentListeningGaps } from "@/lib/outages/listening-gaps";
import { isSweepBlocked, mayMissCheckIns } from "@/lib/outages/sweep-guard";
import { NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { publishChange } from "@/lib/platform/publish-change";
import { loadOwnHistory } from "@/lib/replay/load";
import { isReportedLate } from "@/lib/rules/reports/age";
import { addDroppedRuns } from "@/lib/snitches/dropped-runs";
import { addEarlierRuns } from "@/lib/snitches/earlier-runs";
import { type LockedSnitch, lockSnitches } from "@/lib/snitches/store";
import { disprove } from "./disprove";
import { draftAlerts } from "./draft-alerts";
import { mergeIncident } from "./merge-incident";
import { type Rebuilt, rebuild, settledUntil } from "./rebuild";
import { listLateSnitches, noteReplay } from "./turns";

/** One run takes this long, and one snitch more at most: then it is decided again whose turn it is. */
const SLICE_MS = 1_000;

/**
 * Applies late reports, so that a snitch is what it would be if all its reports had come in order of time, except for alerts that
 * were sent:
 *
 * 1. Lock the snitch, and replay its history with the late reports until the time that its state represents (`rebuild`).
 * 2. Mark the alerts of misses that they disprove (`disprove`).
 * 3. Draft the one alert that people get about the past, if there is one: the end of the incident, or an error (`draftAlerts`).
 * 4. Apply what was received since then, as `replayDeferred` does.
 * 5. Save the snitch, its incident and its alerts.
 *
 * Snitches have turns by account, then case, then the arrival of their first late report, for a second; the next run goes on.
 * Safe to run late, twice, or in several workers at once. Does nothing while `isSweepBlocked`. `clock`: milliseconds that pass.
 */
export async function applyLateReports(
  now: Date,
  msSinceConnectionLost: number,
  clock: () => number = () => performance.now(),
): Promise<void> {
  const late = await listLateSnitches(now);
  if (late.length === 0 || (await isSweepBlocked(msSinceConnectionLost))) return;
  const endsAt = clock() + SLICE_MS;
  for (const id of late) {
    if (await mayMissCheckIns(query, msSinceConnectionLost)) return;
    await applyTo(id, now, true).catch((err) => {
      // Its deadline is not watched until its reports are applied.
      log.error(
        { err, snitch: id },
        "a history could not be replayed; its late reports are applied as they came",
      );
      return applyTo(id, now, false);
    });
    if (clock() >= endsAt) return;
  }
}

type Marks = { lateSince: Date; appliedUntil: Date };

async function applyTo(id: string, now: Date, mayRebuild: boolean): Promise<void> {
  const { caseIds, newRows } = await transaction(async (sql) => {
    const [marks] = await sql<Marks>(
      `SELECT late_since AS "lateSince", applied_until AS "appliedUntil" FROM snitches
       WHERE id = $1 AND late_since IS NOT NULL AND deferred_since IS NOT NULL FOR NO KEY UPDATE SKIP LOCKED`,
      [id],
    );
    const [snitch] = marks ? await lockSnitches(sql, "s.id = $1", [id]) : [];
    if (!marks || !snitch) return { caseIds: [], newRows: NO_NEW_ROWS };
    return { caseIds: [snitch.caseId], newRows: await applyLocked(sql, snitch, marks, now, mayRebuild) };
  });
  wakeWorkersLater(newRows);
  publishChange(caseIds);
}

async function applyLocked(
  sql: Sql,
  snitch: LockedSnitch,
  { lateSince, appliedUntil }: Marks,
  now: Date,
  mayRebuild: boolean,
) {
  const until = settledUntil(snitch, await findLastChange(sql, snitch, appliedUntil));
  const rebuilt =
    mayRebuild && lateSince <= until
      ? await replayHistory(sql, snitch, { lateSince, appliedUntil, until }, now)
      : null;
  const transition = untouched({ ...(rebuilt?.snitch ?? snitch), deferredSince: null });
  if (rebuilt) {
    const context = { snitch, rebuilt, lateSince, appliedUntil, until };
    await disprove(sql, context);
    const open = (await findOpenIncidents(sql, [snitch.id])).get(snitch.id) ?? null;
    transition.alerts.push(...(await draftAlerts(sql, context, open)));
    if (open) await mergeIncident(sql, open, context, transition.alerts.length);
  }
  await addDroppedRuns(sql, [transition.snitch], now);
  const reports = await findDeferredReports(sql, [
    { id: snitch.id, deferredSince: rebuilt ? until : lateSince },
  ]);
  const isPaused = transition.snitch.status === "paused";
  const reportsOfSnitch = (reports.get(snitch.id) ?? []).filter(
    (report) =>
      (rebuilt ? report.at > until : (report.receivedAt ?? report.at) >= appliedUntil) &&
      !(isPaused && isReportedLate(report)),
  );
  await addEarlierRuns(sql, listFailed(transition.snitch, reportsOfSnitch));
  applyDeferred(transition, reportsOfSnitch, await recentListeningGaps(sql, now));
  const newRows = await applyTransitions(sql, [transition], now);
  await sql("UPDATE snitches SET late_since = NULL, applied_until = NULL WHERE id = $1", [snitch.id]);
  await sql(
    `UPDATE incidents i SET disproved_at = closed_at WHERE snitch_id = $1 AND closed_at >= $2 AND disproved_at IS NULL
       AND EXISTS (SELECT FROM alerts a WHERE a.incident_id = i.id AND a.disproved_at IS NOT NULL)
       AND NOT EXISTS (SELECT FROM alerts a WHERE a.incident_id = i.id AND a.disproved_at IS NULL
         AND a.kind IN ('missing', 'errored') AND NOT a.is_reminder)`,
    [snitch.id, lateSince],
  );
  return newRows;
}

/** The latest change of the state by anything else than a report, which is in the history even if it came after `appliedUntil`. */
async function findLastChange(sql: Sql, { id, pausedAt }: LockedSnitch, appliedUntil: Date): Promise<Date> {
  const [row] = await sql<{ at: Date | null }>(
    `SELECT greatest((SELECT max(until) FROM past_settings WHERE snitch_id = $1),
       (SELECT max(ends_at) FROM pauses WHERE snitch_id = $1)) AS at`,
    [id],
  );
  const times = [appliedUntil, pausedAt, row?.at].flatMap((at) => (at ? [at.getTime()] : []));
  return new Date(Math.max(...times));
}

async function replayHistory(
  sql: Sql,
  snitch: LockedSnitch,
  { lateSince, appliedUntil, until }: Marks & { until: Date },
  now: Date,
): Promise<Rebuilt | null> {
  const history = await loadOwnHistory(sql, snitch, { from: lateSince, until });
  noteReplay(snitch.id, history.checkIns.length, now);
  const late = history.checkIns.filter(({ receivedAt }) => receivedAt && receivedAt >= appliedUntil);
  const rebuilt = await rebuild(snitch, history, { lateIds: new Set(late.map(({ id }) => id)), until });
  if (!rebuilt)
    log.warn(
      { snitch: snitch.id },
      "too little of a history is known; its late reports are applied as they came",
    );
  return rebuilt;
}
