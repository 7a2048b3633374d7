import { v7 as newId } from "uuid";
import { findRecipients, recipientsOf } from "@/lib/cases/recipients";
import { enqueueSnitchEmails } from "@/lib/emails/enqueue";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import type { Column } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { insertMany } from "@/lib/platform/insert-many";
import type { AlertDraft } from "@/lib/rules/alert-draft";

type AlertedSnitch = { id: string; caseId: string; alertEmail: string[] };
type NewAlert = AlertDraft & { id: string; snitch: AlertedSnitch };

const COLUMNS: Column<NewAlert>[] = [
  ["id", "uuid", ({ id }) => id],
  ["case_id", "uuid", ({ snitch }) => snitch.caseId],
  ["snitch_id", "uuid", ({ snitch }) => snitch.id],
  ["kind", "enum alert_kind", ({ kind }) => kind],
  ["from", "enum status", ({ from }) => from],
  ["to", "enum status", ({ to }) => to],
  ["at", "time", ({ at }) => at],
  ["exit_status", "text", ({ exitStatus }) => exitStatus],
  ["message", "text", ({ message }) => message],
  ["last_checked_in_at", "time", ({ lastCheckedInAt }) => lastCheckedInAt],
  ["silent_since", "time", ({ silentSince }) => silentSince],
];

/**
 * Saves alerts with an e-mail for each recipient and a delivery for each webhook, in the transaction of the change that
 * caused them. Workers send them after the commit. An alert that exists already (same snitch, kind and time) is skipped.
 */
export async function raiseAlerts(
  sql: Sql,
  changes: { snitch: AlertedSnitch; alerts: AlertDraft[] }[],
): Promise<NewRows> {
  const drafts = changes.flatMap(({ snitch, alerts }) =>
    alerts.map((alert): NewAlert => ({ ...alert, id: newId(), snitch })),
  );
  if (drafts.length === 0) return NO_NEW_ROWS;
  const inserted = await insertMany<NewAlert, { id: string }>(
    sql,
    "alerts",
    COLUMNS,
    drafts,
    "ON CONFLICT (snitch_id, kind, at) DO NOTHING RETURNING id",
  );
  const ids = new Set(inserted.map(({ id }) => id));
  const raised = drafts.filter(({ id }) => ids.has(id));
  return { emails: await enqueueAlertEmails(sql, raised), deliveries: await insertDeliveries(sql, raised) };
}

async function enqueueAlertEmails(sql: Sql, raised: NewAlert[]): Promise<string[]> {
  const emailed = raised.filter(({ byEmail }) => byEmail);
  if (emailed.length === 0) return [];
  const caseIds = emailed.map(({ snitch }) => snitch.caseId);
  const recipients = await findRecipients(sql, caseIds);
  const emails = emailed.flatMap(({ id: alertId, snitch }) =>
    recipientsOf(snitch, recipients.get(snitch.caseId)).map(
      (address) => ({ kind: "alert", alertId, snitch, address }) as const,
    ),
  );
  return enqueueSnitchEmails(sql, emails);
}

async function insertDeliveries(sql: Sql, raised: NewAlert[]): Promise<string[]> {
  if (raised.length === 0) return [];
  const rows = await sql<{ id: string }>(
    `INSERT INTO deliveries (id, alert_id, webhook_id)
     SELECT new_id(), n.alert_id, w.id FROM unnest($1::uuid[], $2::uuid[]) AS n(alert_id, case_id)
     JOIN webhooks w ON w.case_id = n.case_id AND w.disabled_at IS NULL
     -- Waits for a webhook that is being removed, and then skips it.
     FOR KEY SHARE OF w
     RETURNING id`,
    [raised.map(({ id }) => id), raised.map(({ snitch }) => snitch.caseId)],
  );
  return rows.map(({ id }) => id);
}
