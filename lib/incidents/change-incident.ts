import { type Actor, type NewAuditEvent, recordEvents } from "@/lib/audit/record";
import { wakeTimersIfSoon } from "@/lib/outbox/wake-timers";
import { mergeRows, type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { invalidAttribute } from "@/lib/platform/refusal";
import { auditResource } from "@/lib/snitches/store";
import { lockIncident } from "./lock";
import { findOpenIncidents, type StoredIncident, saveIncidents } from "./store";
import { evaluateOpen } from "./sweep";

/** What becomes of an incident, with its entry in the audit log. */
export type Change = {
  incident: Partial<StoredIncident>;
  event: Omit<NewAuditEvent, "resource">;
  /** Queues the messages about it. */
  notify?: (sql: Sql, snitchName: string) => Promise<NewRows>;
};

/**
 * Changes what people decided about an open incident, and sends the notifications that are then due. `decide` returns null if there is nothing
 * to change. Refuses an incident that is unknown or over.
 */
export async function changeIncident(
  caseId: string,
  incidentId: string,
  now: Date,
  by: Actor,
  decide: (incident: StoredIncident, sql: Sql) => Change | null | Promise<Change | null>,
): Promise<void> {
  const newRows = await transaction(async (sql) => {
    const snitch = await lockIncident(sql, caseId, incidentId);
    const incident = (await findOpenIncidents(sql, [snitch.id])).get(snitch.id);
    if (incident?.id !== incidentId) throw invalidAttribute("incident", "has already ended");
    const change = await decide(incident, sql);
    if (!change) return null;
    const resource = await auditResource(sql, snitch);
    await recordEvents(sql, caseId, by, [{ ...change.event, resource, at: now }]);
    await saveIncidents(sql, [{ ...incident, ...change.incident }]);
    await wakeTimersIfSoon(sql, "sweep", [change.incident.snoozedUntil ?? null], now);
    const newRows = (await change.notify?.(sql, resource.name)) ?? NO_NEW_ROWS;
    return mergeRows(newRows, await evaluateOpen(sql, [snitch], now));
  });
  if (newRows) wakeWorkersLater(newRows);
  publishChange([caseId]);
}
