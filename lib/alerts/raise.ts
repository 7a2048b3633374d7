import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import type { Column } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { insertMany } from "@/lib/platform/insert-many";
import { newId } from "@/lib/platform/new-id";
import type { AlertDraft } from "@/lib/rules/alert-draft";
import type { AlertFacts } from "@/lib/rules/alert-facts";
import { isSummarized } from "@/lib/rules/alert-hold";
import type { Hold, Severity } from "@/lib/rules/incidents/incident";
import type { AlertedSnitch } from "./email-recipients";
import { spreadRuns } from "./spread-runs";
import { tellAlerts } from "./tell";

/** An alert to save. `isTold`: whether people are told now. */
export type JudgedAlert = Omit<AlertDraft, "facts"> & {
  facts: AlertFacts;
  isTold: boolean;
  /** Why telling has to wait; null if it does not. */
  hold: Hold | null;
  /** A miss that maintenance excuses. It is never told. */
  isExcused: boolean;
  incidentId: string | null;
  severity: Severity;
};

type NewAlert = JudgedAlert & { id: string; snitch: AlertedSnitch; isSummarized: boolean };

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
  ["is_told", "bool", ({ isTold }) => isTold],
  ["hold", "text", ({ hold }) => hold],
  ["is_excused", "bool", ({ isExcused }) => isExcused],
  ["facts", "json", ({ facts }) => facts],
  // A snitch that is missing for a further period is in the summary already.
  ["awaits_summary", "bool", (alert) => alert.isTold && alert.isSummarized && alert.from !== alert.to],
];

/**
 * Saves alerts and tells people of those that are told, in the transaction of the change that caused them. Workers send the
 * e-mails and deliveries after the commit. An alert that exists already (same snitch, kind and time) is skipped.
 * After a hold of alerts has expired, its e-mails are left to `reportSilences`, which sends one summary for each case.
 */
export async function raiseAlerts(
  sql: Sql,
  changes: { snitch: AlertedSnitch; alerts: JudgedAlert[] }[],
): Promise<NewRows> {
  if (changes.every(({ alerts }) => alerts.length === 0)) return NO_NEW_ROWS;
  const holds = await findSummarizedHolds(sql);
  const drafts = await spreadRuns(
    sql,
    changes.flatMap(({ snitch, alerts }) =>
      alerts.map(
        (alert): NewAlert => ({
          ...alert,
          id: newId(),
          snitch,
          isSummarized: alert.byEmail && isSummarized(alert, holds),
        }),
      ),
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
  return tellAlerts(
    sql,
    raised
      .filter(({ isTold }) => isTold)
      .map((alert) => ({ ...alert, byEmail: alert.byEmail && !alert.isSummarized })),
  );
}

/** After a hold has ended, alerts belong to its summary for this long. */
export const SUMMARY_TIME = "interval '10 minutes'";

/** The expired holds whose alerts are told in a summary: see `reportSilences`. */
const findSummarizedHolds = (sql: Sql) =>
  sql<{ startsAt: Date; endsAt: Date | null }>(
    `SELECT starts_at AS "startsAt", ends_at AS "endsAt" FROM alert_holds
     WHERE expired_at IS NOT NULL AND (ends_at IS NULL OR ends_at > now() - ${SUMMARY_TIME})`,
  );
