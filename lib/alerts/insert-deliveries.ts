import { listEnabledChannels } from "@/lib/channels/routes";
import type { Sql } from "@/lib/platform/db";
import { insertMany } from "@/lib/platform/insert-many";
import { newId } from "@/lib/platform/new-id";
import type { AlertCause } from "@/lib/rules/alert-cause";
import type { AlertKind } from "@/lib/rules/alert-draft";
import type { Severity } from "@/lib/rules/incidents/incident";
import { chooseChannels, isForAll, type RoutedAlert, type RoutedChannel } from "@/lib/rules/route";

type NewDelivery = { id: string; alertId: string; channelId: string; incidentId: string | null };

/**
 * Inserts a delivery of each saved alert to each channel of its case that is told of it. One that exists already is skipped.
 * Returns their ids.
 */
export async function insertDeliveries(
  sql: Sql,
  alerts: { id: string; severity: Severity; snitch: { caseId: string } }[],
): Promise<string[]> {
  const channels = await listEnabledChannels(
    sql,
    alerts.map(({ snitch }) => snitch.caseId),
  );
  if (channels.size === 0) return [];
  const routed = await findRouted(sql, alerts, [...channels.values()].flat());
  return saveDeliveries(
    sql,
    alerts.flatMap(({ id, snitch }) => {
      const alert = routed.get(id);
      if (!alert) return [];
      const chosen = chooseChannels(alert, channels.get(snitch.caseId) ?? []);
      return chosen.map((channelId) => ({ alertId: id, channelId, incidentId: alert.incidentId }));
    }),
  );
}

/** Inserts these deliveries. Returns the ids of those that did not exist. */
export async function saveDeliveries(sql: Sql, deliveries: Omit<NewDelivery, "id">[]): Promise<string[]> {
  const inserted = await insertMany<NewDelivery, { id: string }>(
    sql,
    "deliveries",
    [
      ["id", "uuid", ({ id }) => id],
      ["alert_id", "uuid", ({ alertId }) => alertId],
      ["webhook_id", "uuid", ({ channelId }) => channelId],
      ["incident_id", "uuid", ({ incidentId }) => incidentId],
    ],
    deliveries.map((delivery) => ({ id: newId(), ...delivery })),
    "ON CONFLICT (alert_id, webhook_id) DO NOTHING RETURNING id",
  );
  return inserted.map(({ id }) => id);
}

type AlertRow = {
  id: string;
  kind: AlertKind;
  cause: AlertCause | null;
  incidentId: string | null;
  tags: string[];
  channels: string[];
};

/** What decides who is told of each alert, by its id. */
async function findRouted(
  sql: Sql,
  alerts: { id: string; severity: Severity }[],
  channels: RoutedChannel[],
): Promise<Map<string, RoutedAlert & { incidentId: string | null }>> {
  const rows = await sql<AlertRow>(
    `SELECT a.id, a.kind::text AS kind, a.cause::text AS cause, a.incident_id AS "incidentId", s.tags, s.channels
     FROM alerts a JOIN snitches s ON s.id = a.snitch_id WHERE a.id = ANY($1::uuid[])`,
    [alerts.map(({ id }) => id)],
  );
  const rowById = new Map(rows.map((row) => [row.id, row]));
  // Otherwise everybody is told of everything, and it does not matter who was told before.
  const isRouted =
    channels.some(({ route }) => !isForAll(route)) || rows.some((row) => row.channels.length > 0);
  const told = isRouted ? await findTold(sql, rows.filter(endsIncident)) : new Map<string, string[]>();
  return new Map(
    alerts.flatMap(({ id, severity }) => {
      const row = rowById.get(id);
      if (!row) return [];
      const { tags, channels, incidentId } = row;
      const toldIds = endsIncident(row) ? (told.get(incidentId ?? "") ?? []) : null;
      return [[id, { severity, tags, channels, toldIds, cause: causeOf(row), incidentId }]];
    }),
  );
}

const endsIncident = ({ kind, incidentId }: AlertRow) =>
  incidentId !== null && (kind === "reporting" || kind === "paused");

const CAUSES: Partial<Record<AlertKind, AlertCause>> = { missing: "missed", errored: "error" };

const causeOf = ({ kind, cause }: AlertRow): AlertCause | null => cause ?? CAUSES[kind] ?? null;

/** The channels that were told of each incident, by the incident's id. */
async function findTold(sql: Sql, alerts: AlertRow[]): Promise<Map<string, string[]>> {
  if (alerts.length === 0) return new Map();
  const rows = await sql<{ incidentId: string; channelIds: string[] }>(
    `SELECT a.incident_id AS "incidentId", array_agg(DISTINCT d.webhook_id::text) AS "channelIds"
     FROM alerts a JOIN deliveries d ON d.alert_id = a.id WHERE a.incident_id = ANY($1::uuid[]) GROUP BY 1`,
    [alerts.map(({ incidentId }) => incidentId)],
  );
  return new Map(rows.map(({ incidentId, channelIds }) => [incidentId, channelIds]));
}
