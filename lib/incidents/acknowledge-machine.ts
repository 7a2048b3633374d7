import { type Actor, chooseVia } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { notFound } from "@/lib/platform/refusal";
import { acknowledgeIncident } from "./acknowledge";
import { changeMany } from "./change-many";

/**
 * Notes that somebody takes care of a silent machine: of the incidents of its jobs, now and later. Does nothing to those that were
 * acknowledged already. Refuses a machine that is not silent.
 */
export async function acknowledgeMachine(caseId: string, host: string, now: Date, by: Actor): Promise<void> {
  const ids = await transaction(async (sql) => {
    const [silence] = await sql<{ id: string; isNew: boolean }>(
      `WITH silence AS (
         SELECT id, acknowledged_at IS NULL AS is_new FROM machine_incidents
         WHERE case_id = $1 AND host = $2 AND closed_at IS NULL FOR UPDATE),
       acknowledged AS (
         UPDATE machine_incidents m SET acknowledged_at = $3, acknowledged_by = $4, acknowledged_via = $5
         FROM silence WHERE m.id = silence.id AND silence.is_new)
       SELECT id, is_new AS "isNew" FROM silence`,
      [caseId, host, now, by.name, chooseVia(by)],
    );
    if (!silence) throw notFound("silent machine");
    const resource = { id: caseId, name: host };
    if (silence.isNew)
      await recordEvents(sql, caseId, by, [{ action: "machine.acknowledged", resource, at: now }]);
    const open = await sql<{ id: string }>(
      "SELECT id FROM incidents WHERE machine_incident_id = $1 AND closed_at IS NULL AND acknowledged_at IS NULL ORDER BY id",
      [silence.id],
    );
    return open.map(({ id }) => id);
  });
  await changeMany(ids, (id) => acknowledgeIncident(caseId, id, now, by));
  publishChange([caseId]);
}
