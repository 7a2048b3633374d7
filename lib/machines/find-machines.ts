import type { Sql } from "@/lib/platform/db";
import type { AlertMachine } from "@/lib/rules/machines/group-alert";
import { SEEN_AT } from "./group-misses";

/** The unreachable machine that the incident of an alert is a part of, and what the message about it says of the alert. */
export type MachineOfAlert = AlertMachine & { name: string; since: Date };

type Row = Omit<MachineOfAlert, "notifiedAt" | "notifiedAlone"> & { alertId: string; incidentId: string };

/** The machines of saved alerts whose incidents belong to a machine incident, by alert id. */
export async function findMachines(sql: Sql, alertIds: string[]): Promise<Map<string, MachineOfAlert>> {
  const rows = await sql<Row>(
    `SELECT a.id AS "alertId", i.id AS "incidentId", m.id, m.closed_at IS NULL AS "isOpen", m.acknowledged_at IS NOT NULL AS "isAcknowledged",
       s.name, coalesce(a.silent_since, i.opened_at) AS since,
       EXISTS (SELECT FROM runs r WHERE r.snitch_id = s.id AND r.at = s.last_run_at AND r.id = s.last_run_id
         AND r.host = m.host AND ${SEEN_AT} > m.last_heard_at) AS "isHeard",
       (SELECT max(p.created_at) FROM alerts p WHERE p.incident_id = i.id AND p.kind = 'missing' AND p.is_told AND p.at < a.at) AS "previousAt"
     FROM alerts a JOIN incidents i ON i.id = a.incident_id JOIN machine_incidents m ON m.id = i.machine_incident_id
     JOIN snitches s ON s.id = a.snitch_id WHERE a.id = ANY($1::uuid[])`,
    [alertIds],
  );
  if (rows.length === 0) return new Map();
  const [notified, alone] = await Promise.all([
    findNotified(
      sql,
      rows.map(({ id }) => id),
    ),
    findNotifiedAlone(
      sql,
      rows.map(({ incidentId }) => incidentId),
    ),
  ]);
  return new Map(
    rows.map(({ alertId, incidentId, ...machine }) => [
      alertId,
      {
        ...machine,
        notifiedAt: notified.get(machine.id) ?? new Map(),
        notifiedAlone: alone.get(incidentId) ?? new Set(),
      },
    ]),
  );
}

/** When each target was last notified that a machine is not reporting. What was given up reached no one. */
export async function findNotified(sql: Sql, ids: string[]): Promise<Map<string, Map<string, Date>>> {
  const rows = await sql<{ id: string; target: string; at: Date }>(
    `SELECT machine_incident_id AS id, lower(address) AS target, max(created_at) AS at FROM emails
     WHERE machine_incident_id = ANY($1::uuid[]) AND kind = 'machine_silent' AND gave_up_at IS NULL GROUP BY 1, 2
     UNION ALL SELECT machine_incident_id, channel_id::text, max(created_at) FROM deliveries
     WHERE machine_incident_id = ANY($1::uuid[]) AND event = 'machine_silent' AND (gave_up_at IS NULL OR superseded_at IS NOT NULL) GROUP BY 1, 2`,
    [[...new Set(ids)]],
  );
  const notified = new Map<string, Map<string, Date>>();
  for (const { id, target, at } of rows) notified.set(id, (notified.get(id) ?? new Map()).set(target, at));
  return notified;
}

/** The targets that were notified of each of these incidents on its own. */
async function findNotifiedAlone(sql: Sql, incidentIds: string[]): Promise<Map<string, Set<string>>> {
  const rows = await sql<{ id: string; target: string }>(
    `SELECT a.incident_id AS id, lower(e.address) AS target FROM alerts a JOIN emails e ON e.alert_id = a.id
     WHERE a.incident_id = ANY($1::uuid[]) AND e.machine_incident_id IS NULL AND e.gave_up_at IS NULL
     UNION SELECT incident_id, channel_id::text FROM deliveries WHERE incident_id = ANY($1::uuid[])`,
    [incidentIds],
  );
  const alone = new Map<string, Set<string>>();
  for (const { id, target } of rows) alone.set(id, (alone.get(id) ?? new Set()).add(target));
  return alone;
}
