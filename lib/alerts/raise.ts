import { v7 as newId } from "uuid";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import type { Column } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { insertMany } from "@/lib/platform/insert-many";
import type { AlertDraft } from "@/lib/rules/alert-draft";
import { isSummarized } from "@/lib/rules/alert-hold";
import { type AlertedSnitch, emailRecipients } from "./email-recipients";

type NewAlert = AlertDraft & { id: string; snitch: AlertedSnitch; isSummarized: boolean };

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
  // A snitch that is missing for a further period is in the summary already.
  ["awaits_summary", "bool", (alert) => alert.isSummarized && alert.from !== alert.to],
];

/**
 * Saves alerts with an e-mail for each recipient and a delivery for each webhook, in the transaction of the change that
 * caused them. Workers send them after the commit. An alert that exists already (same snitch, kind and time) is skipped.
 * After a hold of alerts has expired, its e-mails are left to `reportSilences`, which sends one summary for each case.
 */
export async function raiseAlerts(
  sql: Sql,
  changes: { snitch: AlertedSnitch; alerts: AlertDraft[] }[],
): Promise<NewRows> {
  if (changes.every(({ alerts }) => alerts.length === 0)) return NO_NEW_ROWS;
  const holds = await findSummarizedHolds(sql);
  const drafts = changes.flatMap(({ snitch, alerts }) =>
    alerts.map(
      (alert): NewAlert => ({
        ...alert,
        id: newId(),
        snitch,
        isSummarized: alert.byEmail && isSummarized(alert, holds),
      }),
    ),
  );
  const inserted = await insertMany<NewAlert, { id: string }>(
    sql,
    "alerts",
    COLUMNS,
    drafts,
    "ON CONFLICT (snitch_id, kind, at) DO NOTHING RETURNING id",
  );
  const ids = new Set(inserted.map(({ id }) => id));
  const raised = drafts.filter(({ id }) => ids.has(id));
  const emails = raised.flatMap((alert) =>
    alert.byEmail && !alert.isSummarized
      ? { kind: "alert" as const, alertId: alert.id, alert, snitch: alert.snitch }
      : [],
  );
  return { emails: await emailRecipients(sql, emails), deliveries: await insertDeliveries(sql, raised) };
}

/** After a hold has ended, alerts belong to its summary for this long. */
export const SUMMARY_TIME = "interval '10 minutes'";

/** The expired holds whose alerts are told in a summary: see `reportSilences`. */
const findSummarizedHolds = (sql: Sql) =>
  sql<{ startsAt: Date; endsAt: Date | null }>(
    `SELECT starts_at AS "startsAt", ends_at AS "endsAt" FROM alert_holds
     WHERE expired_at IS NOT NULL AND (ends_at IS NULL OR ends_at > now() - ${SUMMARY_TIME})`,
  );

/** Inserts a delivery of each alert to each enabled webhook of its case. Returns their ids. */
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
