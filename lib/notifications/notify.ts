import { listCaseChannels } from "@/lib/channels/routes";
import { findMachines } from "@/lib/machines/find-machines";
import { mergeRows, type NewRows, NO_NEW_ROWS } from "@/lib/outbox/wake-workers";
import type { Sql } from "@/lib/platform/db";
import { type DecidedAlert, decideNotifications, isEmailedNow } from "@/lib/rules/notifications/decide";
import type { Routing } from "@/lib/rules/notifications/route";
import { findFirstSteps } from "./find-first-steps";
import { type AlertedSnitch, type EmailCause, findPeople } from "./find-people";
import { findRoutings } from "./find-routings";
import { notifyOfMachines } from "./notify-of-machines";
import { saveDecisions } from "./save-decisions";

/** A saved alert that people are notified of now. */
export type NotifiedAlert = DecidedAlert & { id: string; snitch: AlertedSnitch };

/** Notifies people of saved alerts: reads who may be, decides, and saves what was decided. Returns the rows to send. */
export async function notifyOfAlerts(sql: Sql, saved: NotifiedAlert[]): Promise<NewRows> {
  if (saved.length === 0) return NO_NEW_ROWS;
  const firstSteps = await findFirstSteps(
    sql,
    saved.map(({ id }) => id),
  );
  const alerts = saved.map((alert): NotifiedAlert => {
    const first = firstSteps.get(alert.id);
    return first ? { ...alert, snitch: { ...alert.snitch, first } } : alert;
  });
  const emailed = alerts.filter(isEmailedNow);
  const [machines, channels, { people, now }] = await Promise.all([
    findMachines(
      sql,
      alerts.map(({ id }) => id),
    ),
    listCaseChannels(
      sql,
      alerts.map(({ snitch }) => snitch.caseId),
    ),
    findPeople(sql, emailed.map(toCause)),
  ]);
  const peopleByAlert = new Map(emailed.map(({ id }, i) => [id, people[i] ?? []]));
  const routings = await findRoutings(sql, alerts, [...channels.values()].flat());
  const drafts = alerts.map((alert) => ({
    alert: { ...alert, machine: machines.get(alert.id) },
    audience: {
      people: peopleByAlert.get(alert.id) ?? [],
      channels: channels.get(alert.snitch.caseId) ?? [],
      routing: routings.get(alert.id)?.routing ?? NO_ROUTING,
    },
  }));
  const decisions = decideNotifications(drafts, now);
  const ofMachines = await notifyOfMachines(
    sql,
    alerts.flatMap(({ id, kind }, i) => {
      const machine = machines.get(id);
      return machine ? { alertId: id, kind, machine, decisions: decisions[i] ?? [] } : [];
    }),
    now,
  );
  const newRows = await saveDecisions(
    sql,
    alerts.map((alert, i) => ({
      cause: toCause(alert),
      incidentId: routings.get(alert.id)?.incidentId ?? null,
      decisions: decisions[i] ?? [],
      machineEmails: ofMachines.emails.get(alert.id),
    })),
  );
  return mergeRows(ofMachines.newRows, newRows);
}

/** The routing in a case without channels. */
const NO_ROUTING: Routing = { kind: "steps", channelIds: [], because: "escalated" };

export const toCause = (alert: NotifiedAlert): EmailCause => ({
  kind: "alert",
  alertId: alert.id,
  alert,
  snitch: alert.snitch,
});
