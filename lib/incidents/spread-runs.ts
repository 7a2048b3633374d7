import type { Sql } from "@/lib/platform/db";
import type { AlertDraft } from "@/lib/rules/alert-draft";

type RunAlert = Pick<AlertDraft, "kind" | "at" | "run"> & { snitch: { id: string } };
type KeptAlert = { snitchId: string; kind: string; at: Date; runId: string | null };

/**
 * Moves alerts of runs to the next free millisecond where another run's alert has theirs: two runs can reach their limit
 * together, and at one moment a snitch has one alert of a kind. An alert of the same run that is kept already is left out.
 * The snitches are locked.
 */
export async function spreadRuns<Alert extends RunAlert>(sql: Sql, alerts: Alert[]): Promise<Alert[]> {
  const ofRuns = alerts.filter(({ run }) => run);
  if (ofRuns.length === 0) return alerts;
  const kept = await sql<KeptAlert>(
    `SELECT DISTINCT a.snitch_id AS "snitchId", a.kind::text AS kind, a.at, a.run_id AS "runId"
     FROM unnest($1::uuid[], $2::timestamptz[]) AS n(snitch_id, at)
     JOIN alerts a ON a.snitch_id = n.snitch_id AND a.at BETWEEN n.at AND n.at + interval '1 second'`,
    [ofRuns.map(({ snitch }) => snitch.id), ofRuns.map(({ at }) => at)],
  );
  const taken = new Map(
    kept.map((alert) => [buildMomentKey(alert.snitchId, alert.kind, alert.at), alert.runId]),
  );
  return spread(alerts, taken);
}

/** The same among alerts whose moments are known. `taken`: the run of each, null without one; those of the result are added. */
export function spread<Alert extends RunAlert>(alerts: Alert[], taken: Map<string, string | null>): Alert[] {
  return alerts.flatMap((alert) => {
    if (!alert.run) return [alert];
    let at = alert.at;
    const runAt = (time: Date) => taken.get(buildMomentKey(alert.snitch.id, alert.kind, time));
    while (runAt(at) !== undefined && runAt(at) !== alert.run.id) at = new Date(at.getTime() + 1);
    if (runAt(at) === alert.run.id) return [];
    taken.set(buildMomentKey(alert.snitch.id, alert.kind, at), alert.run.id);
    return [{ ...alert, at }];
  });
}

/** The key of an alert among all: at one moment a snitch has one of a kind. */
export const buildMomentKey = (snitchId: string, kind: string, at: Date) =>
  `${snitchId} ${kind} ${at.getTime()}`;
