import type { MachineOfAlert } from "@/lib/machines/find-machines";
import { findMachineFacts, type MachineMessage, sendMachineMessages } from "@/lib/machines/send-messages";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/wake-workers";
import type { Sql } from "@/lib/platform/db";
import { buildTargetKey, type Decision } from "@/lib/rules/notifications/because";

/** The emails about the machine of an alert that the alert is a part of, by the address. */
export type MachineEmails = Map<string, { summaryId: string; machineIncidentId: string }>;

type Decided = { alertId: string; kind: string; machine: MachineOfAlert; decisions: Decision[] };

/**
 * Queues one message about each unreachable machine for each target that hears of alerts by it, with the jobs of these alerts alone. A
 * report that ends a silence has the sweep say so at once. Returns the rows to send, and for each alert the emails that it is a part of.
 */
export async function notifyOfMachines(
  sql: Sql,
  decided: Decided[],
  now: Date,
): Promise<{ newRows: NewRows; emails: Map<string, MachineEmails> }> {
  if (decided.some(({ kind, machine }) => kind === "reporting" && machine.isOpen && machine.isHeard))
    await wakeTimers(sql, "sweep");
  const parts = new Map<
    string,
    { message: Omit<MachineMessage, "machine">; machineId: string; alertIds: string[] }
  >();
  for (const { alertId, machine, decisions } of decided)
    for (const { to, when, because } of decisions) {
      if (because.reason !== "machine" || when === "never") continue;
      if (to.kind !== "email" && to.kind !== "channel") continue;
      const key = `${machine.id} ${buildTargetKey(to)}`;
      const target = to.kind === "channel" ? to : { ...to, isFallback: to.as === "stand-in" };
      const message = { event: "machine_silent" as const, to: target, jobs: [], now };
      const part = parts.get(key) ?? { message, machineId: machine.id, alertIds: [] };
      const jobs = [...part.message.jobs, { name: machine.name, since: machine.since }];
      const alertIds = [...part.alertIds, alertId];
      parts.set(key, { ...part, message: { ...part.message, jobs }, alertIds });
    }
  if (parts.size === 0) return { newRows: NO_NEW_ROWS, emails: new Map() };
  const ids = [...new Set(decided.map(({ machine }) => machine.id))];
  await sql("UPDATE machine_incidents SET told_at = $2 WHERE id = ANY($1::uuid[]) AND told_at IS NULL", [
    [...new Set([...parts.values()].map(({ machineId }) => machineId))],
    now,
  ]);
  const facts = new Map((await findMachineFacts(sql, ids)).map((machine) => [machine.id, machine]));
  const sent = [...parts.values()].flatMap((part) => {
    const machine = facts.get(part.machineId);
    return machine ? { ...part, message: { ...part.message, machine } } : [];
  });
  const { newRows, ids: messageIds } = await sendMachineMessages(
    sql,
    sent.map(({ message }) => message),
  );
  const emails = new Map<string, MachineEmails>();
  for (const [i, { message, machineId, alertIds }] of sent.entries()) {
    const { to } = message;
    const summaryId = messageIds[i];
    if (to.kind !== "email" || !summaryId) continue;
    for (const alertId of alertIds) {
      const ofAlert: MachineEmails = emails.get(alertId) ?? new Map();
      emails.set(alertId, ofAlert.set(to.address, { summaryId, machineIncidentId: machineId }));
    }
  }
  return { newRows, emails };
}
