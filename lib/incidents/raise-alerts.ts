import type { AlertedSnitch } from "@/lib/notifications/find-people";
import { notifyOfAlerts } from "@/lib/notifications/notify";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/wake-workers";
import { type Column, insertMany } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import type { Severity } from "@/lib/rules/incidents/incident";
import { alertingInSummary } from "@/lib/rules/notifications/adjust-alerting";
import { type Alerting, type AlertingColumns, toAlertingColumns } from "@/lib/rules/notifications/alerting";
import { decideForAll } from "@/lib/rules/notifications/decide";
import type { AlertDraft } from "@/lib/rules/state/alert-draft";
import { type AlertFacts, toStoredFacts } from "@/lib/rules/state/alert-facts";
import { spreadAlerts } from "./spread-alerts";

/** An alert to save. */
export type EvaluatedAlert = Omit<AlertDraft, "facts" | "meantFor"> & {
  alerting: Alerting;
  facts: AlertFacts;
  incidentId: string | null;
  severity: Severity;
  /** Whether it is a miss that maintenance excuses. */
  isExcused: boolean;
};

type NewAlert = EvaluatedAlert & AlertingColumns & { id: string; snitch: AlertedSnitch };

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
  ["cause", "enum alert_cause", ({ cause }) => cause],
  ["run_id", "uuid", ({ run }) => run?.id ?? null],
  ["run", "json", ({ run }) => run],
  ["incident_id", "uuid", ({ incidentId }) => incidentId],
  ["is_told", "bool", isNotifying],
  ["hold", "text", ({ hold }) => hold],
  ["is_excused", "bool", ({ isExcused }) => isExcused],
  ["facts", "json", ({ facts, alerting }) => toStoredFacts(withDecisions(facts, alerting))],
  ["awaits_summary", "bool", ({ awaitsSummary }) => awaitsSummary],
];

function withDecisions(facts: AlertFacts, alerting: Alerting): AlertFacts {
  const decisions = facts.notifiedLater ? [] : decideForAll(alerting);
  return decisions.length > 0 ? { ...facts, decisions } : facts;
}

/** Whether people are notified of it: at once, or although it waited, because of a later result of the same transaction. */
function isNotifying({ isNotified, facts }: NewAlert): boolean {
  return isNotified || facts.notifiedLater !== undefined;
}

/**
 * Saves alerts and notifies people of those that are not held, in the transaction of the change that caused them. Workers send the
 * emails and deliveries after the commit. An alert that is saved already is skipped: see `spreadAlerts`.
 * After a hold of alerts has expired, its emails are left to `reportListeningGaps`, which sends one summary for each case.
 */
export async function raiseAlerts(
  sql: Sql,
  changes: { snitch: AlertedSnitch; alerts: EvaluatedAlert[] }[],
): Promise<NewRows> {
  if (changes.every(({ alerts }) => alerts.length === 0)) return NO_NEW_ROWS;
  const holds = await findSummarizedHolds(sql);
  const drafts = changes.flatMap(({ snitch, alerts }) =>
    alerts.map((alert): NewAlert => {
      const alerting = alertingInSummary(alert, holds);
      return { id: newId(), snitch, ...alert, alerting, ...toAlertingColumns(alerting) };
    }),
  );
  const raised = await saveAlerts(sql, drafts);
  return notifyOfAlerts(sql, raised.filter(isNotifying).map(toNotified));
}

/** What waited is notified of as if it were decided now. */
const toNotified = (alert: NewAlert): NewAlert =>
  alert.isNotified ? alert : { ...alert, alerting: { kind: "notify", of: "alert", emails: "now" } };

/** Saves alerts. Returns those that are new, in their order and with the times that they have now: see `spreadAlerts`. */
async function saveAlerts(sql: Sql, alerts: NewAlert[]): Promise<NewAlert[]> {
  const rows = await insertMany<NewAlert, { id: string }>(
    sql,
    "alerts",
    COLUMNS,
    alerts,
    "ON CONFLICT (snitch_id, kind, at) DO NOTHING RETURNING id",
  );
  if (rows.length === alerts.length) return alerts;
  const ids = new Set(rows.map(({ id }) => id));
  const moved = await spreadAlerts(
    sql,
    alerts.filter(({ id }) => !ids.has(id)),
  );
  const late = new Map((await saveAlerts(sql, moved)).map((alert) => [alert.id, alert]));
  return alerts.flatMap((alert) => (ids.has(alert.id) ? alert : (late.get(alert.id) ?? [])));
}

/** After a hold has ended, alerts belong to its summary for this long. */
export const SUMMARY_TIME = "interval '10 minutes'";

/** The expired holds whose alerts go out in a summary: see `reportListeningGaps`. */
const findSummarizedHolds = (sql: Sql) =>
  sql<{ startsAt: Date; endsAt: Date | null }>(
    `SELECT starts_at AS "startsAt", ends_at AS "endsAt" FROM alert_holds
     WHERE expired_at IS NOT NULL AND (ends_at IS NULL OR ends_at > now() - ${SUMMARY_TIME})`,
  );
