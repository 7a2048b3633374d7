import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import type { Sql } from "@/lib/platform/db";
import type { RepeatableAlert } from "@/lib/rules/email-frequency";
import type { Severity } from "@/lib/rules/incidents/incident";
import { type AlertedSnitch, emailRecipients } from "./email-recipients";
import { insertDeliveries } from "./insert-deliveries";

/** A saved alert that people are told about now. Webhooks receive it in any case; e-mails are sent only if `byEmail` is true. */
export type ToldAlert = RepeatableAlert & {
  id: string;
  byEmail: boolean;
  severity: Severity;
  snitch: AlertedSnitch;
};

/** Adds an e-mail for each recipient and a delivery for each webhook that is told to saved alerts. Returns the rows to send. */
export async function tellAlerts(sql: Sql, alerts: ToldAlert[]): Promise<NewRows> {
  if (alerts.length === 0) return NO_NEW_ROWS;
  const emails = alerts.flatMap((alert) =>
    alert.byEmail ? { kind: "alert" as const, alertId: alert.id, alert, snitch: alert.snitch } : [],
  );
  return { emails: await emailRecipients(sql, emails), deliveries: await insertDeliveries(sql, alerts) };
}
