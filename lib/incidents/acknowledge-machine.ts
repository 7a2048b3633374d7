import { type Actor, chooseVia, recordEvents } from "@/lib/audit/record";
import { STATEFUL_KINDS } from "@/lib/channel-kinds/find";
import { findMachineFacts, sendAcknowledgement } from "@/lib/machines/send-messages";
import { type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { notFound } from "@/lib/platform/refusal";
import { acknowledgeIncident } from "./acknowledge";
import { changeMany } from "./change-many";

/**
 * Notes that someone takes care of an unreachable machine: of the incidents of its jobs, now and later. Does nothing to those that were
 * acknowledged already. Notifies the pagers that were notified of it, except the channel in which it was acknowledged. Refuses a machine
 * that is not silent.
 */
export async function acknowledgeMachine(
  caseId: string,
  host: string,
  now: Date,
  by: Actor,
  exceptChannelId: string | null = null,
): Promise<void> {
  const { ids, newRows } = await transaction(async (sql) => {
    const [incident] = await sql<{ id: string; isNew: boolean }>(
      `WITH silence AS (
         SELECT id, acknowledged_at IS NULL AS is_new FROM machine_incidents
         WHERE case_id = $1 AND host = $2 AND closed_at IS NULL FOR UPDATE),
       acknowledged AS (
         UPDATE machine_incidents m SET acknowledged_at = $3, acknowledged_by = $4, acknowledged_via = $5
         FROM silence WHERE m.id = silence.id AND silence.is_new)
       SELECT id, is_new AS "isNew" FROM silence`,
      [caseId, host, now, by.name, chooseVia(by)],
    );
    if (!incident) throw notFound("unreachable machine");
    const resource = { id: caseId, name: host };
    let newRows = NO_NEW_ROWS;
    if (incident.isNew) {
      await recordEvents(sql, caseId, by, [{ action: "machine.acknowledged", resource, at: now }]);
      newRows = await notifyPagers(sql, incident.id, exceptChannelId, now, by);
    }
    const open = await sql<{ id: string }>(
      "SELECT id FROM incidents WHERE machine_incident_id = $1 AND closed_at IS NULL AND acknowledged_at IS NULL ORDER BY id",
      [incident.id],
    );
    return { ids: open.map(({ id }) => id), newRows };
  });
  wakeWorkersLater(newRows);
  await changeMany(ids, (id) => acknowledgeIncident(caseId, id, now, by));
  publishChange([caseId]);
}

async function notifyPagers(
  sql: Sql,
  machineIncidentId: string,
  exceptChannelId: string | null,
  now: Date,
  by: Actor,
): Promise<NewRows> {
  const channels = await sql<{ id: string }>(
    `SELECT id FROM channels WHERE kind = ANY($2) AND disabled_at IS NULL AND id IS DISTINCT FROM $3
       AND id IN (SELECT channel_id FROM deliveries WHERE machine_incident_id = $1 AND event = 'machine_silent') FOR KEY SHARE`,
    [machineIncidentId, STATEFUL_KINDS, exceptChannelId],
  );
  const [incident] = channels.length > 0 ? await findMachineFacts(sql, [machineIncidentId]) : [];
  if (!incident) return NO_NEW_ROWS;
  const channelIds = channels.map(({ id }) => id);
  return sendAcknowledgement(sql, { machine: incident, channelIds, acknowledgedBy: by.name, now });
}
