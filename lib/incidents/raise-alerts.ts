import type { AlertedSnitch } from "@/lib/notifications/find-people";
import { notifyOfAlerts } from "@/lib/notifications/notify";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import type { Column } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { insertMany } from "@/lib/platform/insert-many";
import { newId } from "@/lib/platform/new-id";
import type { AlertDraft } from "@/lib/rules/alert-draft";
import { type AlertFacts, toStoredFacts } from "@/lib/rules/alert-facts";
import type { Severity } from "@/lib/rules/incidents/incident";
import { alertingInSummary } from "@/lib/rules/notifications/adjust-alerting";
import { type Alerting, type AlertingColumns, toAlertingColumns } from "@/lib/rules/notifications/alerting";
import type { Decision } from "@/lib/rules/notifications/because";
import { decideForAll } from "@/lib/rules/notifications/decide";
import { spreadRuns } from "./spread-runs";

/** An alert to save. */
export type EvaluatedAlert = Omit<AlertDraft, "facts" | "meantFor"> & {
  alerting: Alerting;
  facts: AlertFacts;
  incidentId: string | null;
  severity: Severity;
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
  ["is_told", "bool", ({ isNotified }) => isNotified],
  ["hold", "text", ({ hold }) => hold],
  ["is_excused", "bool", ({ isExcused }) => isExcused],
  ["facts", "json", ({ facts, alerting }) => toStoredFacts(withDecisions(facts, decideForAll(alerting)))],
  ["awaits_summary", "bool", ({ awaitsSummary }) => awaitsSummary],
];

const withDecisions = (facts: AlertFacts, decisions: Decision[]): AlertFacts =>
  decisions.length > 0 ? { ...facts, decisions } : facts;

/**
 * Saves alerts and notifies people of those that are not held, in the transaction of the change that caused them. Workers send the
 * e-mails and deliveries after the commit. An alert that exists already (same snitch, kind and time) is skipped.
 * After a hold of alerts has expired, its e-mails are left to `reportListeningGaps`, which sends one summary for each case.
 */
export async function raiseAlerts(
  sql: Sql,
  changes: { snitch: AlertedSnitch; alerts: EvaluatedAlert[] }[],
): Promise<NewRows> {
  if (changes.every(({ alerts }) => alerts.length === 0)) return NO_NEW_ROWS;
  const holds = await findSummarizedHolds(sql);
  const drafts = await spreadRuns(
    sql,
    changes.flatMap(({ snitch, alerts }) =>
      alerts.map((alert): NewAlert => {
        const alerting = alertingInSummary(alert, holds);
        return { id: newId(), snitch, ...alert, alerting, ...toAlertingColumns(alerting) };
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
  return notifyOfAlerts(
    sql,
    raised.filter(({ isNotified }) => isNotified),
  );
}

/** After a hold has ended, alerts belong to its summary for this long. */
export const SUMMARY_TIME = "interval '10 minutes'";

/** The expired holds whose alerts go out in a summary: see `reportListeningGaps`. */
const findSummarizedHolds = (sql: Sql) =>
  sql<{ startsAt: Date; endsAt: Date | null }>(
    `SELECT starts_at AS "startsAt", ends_at AS "endsAt" FROM alert_holds
     WHERE expired_at IS NOT NULL AND (ends_at IS NULL OR ends_at > now() - ${SUMMARY_TIME})`,
  );
