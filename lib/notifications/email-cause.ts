import type { Severity } from "@/lib/rules/incidents/incident";
import type { EmailCause } from "./find-people";

/** An alert that is to be emailed again, to others. */
export type AlertRow = {
  snitchId: string;
  caseId: string;
  alertEmail: string[];
  alertId: string;
  alertKind: string;
  at: Date;
  silentSince: Date | null;
  severity: Severity;
};

/** The SQL that selects `AlertRow`, from rows named `w` with an `alert_id` and these joins. */
export const ALERT_COLUMNS = `s.id AS "snitchId", s.case_id AS "caseId", s.alert_email AS "alertEmail", a.id AS "alertId",
  a.kind::text AS "alertKind", a.at, a.silent_since AS "silentSince", coalesce(i.severity, s.severity)::text AS severity`;

export const JOINED_ALERTS = `JOIN alerts a ON a.id = w.alert_id JOIN snitches s ON s.id = a.snitch_id
  LEFT JOIN incidents i ON i.id = a.incident_id ORDER BY a.id`;

/** The cause of the emails about an alert. */
export const toEmailCause = ({
  snitchId,
  caseId,
  alertEmail,
  alertId,
  alertKind,
  ...alert
}: AlertRow): EmailCause => ({
  kind: "alert",
  alertId,
  alert: { ...alert, kind: alertKind },
  snitch: { id: snitchId, caseId, alertEmail },
});
