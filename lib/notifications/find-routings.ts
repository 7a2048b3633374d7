import type { Sql } from "@/lib/platform/db";
import type { Severity } from "@/lib/rules/incidents/incident";
import { type CaseChannel, isForAll, type Routing } from "@/lib/rules/notifications/route";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import { type AlertKind, causeOfAlert } from "@/lib/rules/state/alert-draft";
import type { AlertedSnitch } from "./find-people";

type FoundRouting = { routing: Routing; incidentId: string | null };

type AlertRow = {
  id: string;
  kind: AlertKind;
  cause: AlertCause | null;
  incidentId: string | null;
  tags: string[];
  channels: string[];
};

/** How the channels of saved alerts are chosen, by the alert’s id. `channels`: all of their cases. */
export async function findRoutings(
  sql: Sql,
  alerts: { id: string; severity: Severity; snitch: AlertedSnitch }[],
  channels: CaseChannel[],
): Promise<Map<string, FoundRouting>> {
  if (channels.length === 0) return new Map();
  const rows = await sql<AlertRow>(
    `SELECT a.id, a.kind::text AS kind, a.cause::text AS cause, a.incident_id AS "incidentId", s.tags, s.channels
     FROM alerts a JOIN snitches s ON s.id = a.snitch_id WHERE a.id = ANY($1::uuid[])`,
    [alerts.map(({ id }) => id)],
  );
  const rowById = new Map(rows.map((row) => [row.id, row]));
  // Otherwise all are notified of everything, and it does not matter which were notified before.
  const isRouted =
    channels.some(({ route }) => !isForAll(route)) || rows.some((row) => row.channels.length > 0);
  const notified = isRouted
    ? await listNotifiedChannels(sql, rows.filter(endsIncident))
    : new Map<string, string[]>();
  return new Map(
    alerts.flatMap(({ id, severity, snitch: { first } }) => {
      const row = rowById.get(id);
      if (!row) return [];
      const { tags, channels, incidentId } = row;
      const notifiedIds = endsIncident(row) ? (notified.get(incidentId ?? "") ?? []) : null;
      const firstIds = first?.channelIds ?? null;
      const alert = { severity, tags, channels, firstIds, notifiedIds, cause: causeOfAlert(row) };
      return [[id, { routing: { kind: "routes", alert }, incidentId }]];
    }),
  );
}

const endsIncident = ({ kind, incidentId }: AlertRow) =>
  incidentId !== null && (kind === "reporting" || kind === "paused");

/** The channels that were notified of each incident, by the incident's id. */
async function listNotifiedChannels(sql: Sql, alerts: AlertRow[]): Promise<Map<string, string[]>> {
  if (alerts.length === 0) return new Map();
  const rows = await sql<{ incidentId: string; channelIds: string[] }>(
    `SELECT a.incident_id AS "incidentId", array_agg(DISTINCT d.channel_id::text) AS "channelIds"
     FROM alerts a JOIN deliveries d ON d.alert_id = a.id WHERE a.incident_id = ANY($1::uuid[]) GROUP BY 1`,
    [alerts.map(({ incidentId }) => incidentId)],
  );
  return new Map(rows.map(({ incidentId, channelIds }) => [incidentId, channelIds]));
}
