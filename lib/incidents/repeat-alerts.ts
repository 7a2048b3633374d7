import type { NotifiedAlert } from "@/lib/notifications/notify";
import type { Sql } from "@/lib/platform/db";
import type { RepeatReason } from "@/lib/rules/state/alert-facts";
import { asIso } from "./as-iso";

/** An alert of an incident of which people are notified. */
export type RepeatedAlert = NotifiedAlert & { incidentId: string };

/** An incident of which people are notified again. */
export type Repeat = { incidentId: string; because: RepeatReason };

export type AlertedRow = Omit<RepeatedAlert, "alerting" | "snitch"> & {
  snitchId: string;
  caseId: string;
  alertEmail: string[];
};

/** The SQL that selects `AlertedRow`, from alerts `a`, their snitches `s` and their incidents `i`. */
export const ALERTED_COLUMNS = `a.id, a.incident_id AS "incidentId", a.kind::text AS kind, a.at, a.silent_since AS "silentSince",
  i.severity::text AS severity, s.id AS "snitchId", s.case_id AS "caseId", s.alert_email AS "alertEmail"`;

export const toNotifiedAlert = ({ snitchId, caseId, alertEmail, ...alert }: AlertedRow): RepeatedAlert => ({
  ...alert,
  alerting: { kind: "notify", of: "alert", emails: "now" },
  snitch: { id: snitchId, caseId, alertEmail },
});

/** There is one notification for alerts of the same moment: a reminder and a step of the escalation may be due together. */
const OR_EXISTING = "ON CONFLICT (snitch_id, kind, at) DO UPDATE SET is_told = true";

/** Adds an alert to each incident that repeats what its latest alert said. It queues no notifications yet. */
export async function repeatAlerts(sql: Sql, repeats: Repeat[], now: Date): Promise<RepeatedAlert[]> {
  if (repeats.length === 0) return [];
  const rows = await sql<AlertedRow>(
    `WITH repeated AS (
       INSERT INTO alerts (id, case_id, snitch_id, kind, "from", "to", at, exit_status, message, last_checked_in_at,
         silent_since, cause, run_id, run, incident_id, is_reminder, facts)
       SELECT new_id(), s.case_id, s.id, bad.kind, s.status, s.status, $2, bad.exit_status, bad.message,
         bad.last_checked_in_at, coalesce(bad.silent_since, s.missing_since), bad.cause, bad.run_id, bad.run, i.id, true,
         jsonb_build_object('decidedAt', ${asIso("$2::timestamptz")}, 'repeats',
           jsonb_build_object('id', bad.id, 'because', n.because, 'remindEvery', s.remind_every))
       FROM unnest($1::uuid[], $3::text[]) AS n(incident_id, because) JOIN incidents i ON i.id = n.incident_id JOIN snitches s ON s.id = i.snitch_id
       CROSS JOIN LATERAL (SELECT * FROM alerts b WHERE b.incident_id = i.id AND b.kind IN ('missing', 'errored') AND b.disproved_at IS NULL
         ORDER BY b.at DESC, b.id DESC LIMIT 1) AS bad
       ${OR_EXISTING} RETURNING *)
     SELECT ${ALERTED_COLUMNS}
     FROM repeated a JOIN snitches s ON s.id = a.snitch_id JOIN incidents i ON i.id = a.incident_id ORDER BY a.id`,
    [repeats.map(({ incidentId }) => incidentId), now, repeats.map(({ because }) => because)],
  );
  return rows.map(toNotifiedAlert);
}
