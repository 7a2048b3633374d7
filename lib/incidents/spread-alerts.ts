import type { Sql } from "@/lib/platform/db";
import type { AlertDraft } from "@/lib/rules/state/alert-draft";

type MomentaryAlert = Pick<AlertDraft, "kind" | "at" | "run"> & {
  incidentId: string | null;
  snitch: { id: string };
};
type SavedAlert = { snitchId: string; kind: string; at: Date; owner: string | null };

/**
 * Moves alerts to the next free millisecond where another one has theirs: at one moment a snitch has one alert of a kind, but two runs
 * can reach their limit together, and an error can follow a success and another error within a millisecond. One of the same run is
 * left out, as is the same miss. The snitches are locked.
 */
export async function spreadAlerts<Alert extends MomentaryAlert>(
  sql: Sql,
  alerts: Alert[],
): Promise<Alert[]> {
  const saved = await sql<SavedAlert>(
    `SELECT DISTINCT a.snitch_id AS "snitchId", a.kind::text AS kind, a.at, coalesce(a.run_id, a.incident_id) AS owner
     FROM unnest($1::uuid[], $2::timestamptz[]) AS n(snitch_id, at)
     JOIN alerts a ON a.snitch_id = n.snitch_id AND a.at BETWEEN n.at AND n.at + interval '1 second'`,
    [alerts.map(({ snitch }) => snitch.id), alerts.map(({ at }) => at)],
  );
  return spread(
    alerts,
    new Map(saved.map(({ snitchId, kind, at, owner }) => [keyOf(snitchId, kind, at), owner])),
  );
}

/** The same among alerts whose moments are known. `taken`: the run or the incident of each; those of the result are added. */
export function spread<Alert extends MomentaryAlert>(
  alerts: Alert[],
  taken: Map<string, string | null>,
): Alert[] {
  return alerts.flatMap((alert) => {
    const owner = alert.run?.id ?? alert.incidentId;
    // Each report is recorded once, so that two alerts of reports are never the same.
    const isOfReport = !alert.run && (alert.kind === "errored" || alert.kind === "reporting");
    let at = alert.at;
    const key = () => keyOf(alert.snitch.id, alert.kind, at);
    while (taken.has(key()) && (isOfReport || taken.get(key()) !== owner)) at = new Date(at.getTime() + 1);
    if (taken.has(key())) return [];
    taken.set(key(), owner);
    return [{ ...alert, at }];
  });
}

const keyOf = (snitchId: string, kind: string, at: Date) => `${snitchId} ${kind} ${at.getTime()}`;
