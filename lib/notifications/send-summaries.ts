import { enqueueEmails } from "@/lib/emails/enqueue";
import { type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { summarizeAlerts } from "@/lib/rules/notifications/summarize-alerts";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import { ALERT_COLUMNS, type AlertRow, JOINED_ALERTS, toEmailCause } from "./email-cause";
import { emailRecipients } from "./email-recipients";

/** Emails to one address of a case that wait for the same reason. */
type Group = { caseId: string; address: string; heldFor: "quiet_hours" | "storm" };

/** Batch size: groups in one run of the job. */
const MAX_GROUPS = 1_000;

/** "HELD": the first half of the ids of the advisory locks. */
const LOCK_CLASS = 0x48454c44;

const IS_HELD = "held_for IS NOT NULL AND sent_at IS NULL AND gave_up_at IS NULL";

/**
 * Sends the emails that have waited long enough: one to each address of a case, with all of its alerts. Safe to run late,
 * twice, or in several workers at once.
 */
export async function sendSummaries(now: Date): Promise<void> {
  const groups = await query<Group>(
    `SELECT case_id AS "caseId", lower(address) AS address, held_for::text AS "heldFor" FROM emails
     WHERE ${IS_HELD} AND due_at <= $1 GROUP BY 1, 2, 3 ORDER BY min(due_at) LIMIT ${MAX_GROUPS}`,
    [now],
  );
  for (const group of groups) wakeWorkersLater(await transaction((sql) => sendSummary(sql, group, now)));
}

/** When the next email that waits is due; null if none waits. */
export async function nextSummaryAt(): Promise<Date | null> {
  const [next] = await query<{ at: Date | null }>(`SELECT min(due_at) AS at FROM emails WHERE ${IS_HELD}`);
  return next?.at ?? null;
}

type HeldRow = {
  id: string;
  address: string;
  isFallback: boolean;
  isMember: boolean;
  caseName: string;
  snitchId: string;
  name: string;
  kind: AlertKind;
  at: Date;
  incidentId: string | null;
  openedAt: Date | null;
  closedAt: Date | null;
};

async function sendSummary(sql: Sql, group: Group, now: Date): Promise<NewRows> {
  // Another worker that summarizes the same group takes all of its emails.
  const key = `${group.caseId} ${group.address} ${group.heldFor}`;
  const [lock] = await sql<{ isFree: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS "isFree"',
    [LOCK_CLASS, key],
  );
  const rows = lock?.isFree ? await lockHeld(sql, group, now) : [];
  const [first] = rows;
  if (!first) return NO_NEW_ROWS;
  if (group.heldFor === "quiet_hours" && !first.isMember) return emailOthers(sql, rows);
  if (rows.length === 1) return releaseEmail(sql, first.id);
  return summarize(sql, group, rows);
}

/** The emails of a group that are due, in the order of their alerts. */
const lockHeld = (sql: Sql, { caseId, address, heldFor }: Group, now: Date) =>
  sql<HeldRow>(
    `SELECT e.id, e.address, e.is_fallback AS "isFallback", c.name AS "caseName", s.id AS "snitchId", s.name,
       a.kind::text AS kind, a.at, i.id AS "incidentId", i.opened_at AS "openedAt", i.closed_at AS "closedAt",
       EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
               WHERE m.case_id = e.case_id AND u.email = lower(e.address)) AS "isMember"
     FROM emails e JOIN alerts a ON a.id = e.alert_id JOIN snitches s ON s.id = e.snitch_id
     JOIN cases c ON c.id = e.case_id LEFT JOIN incidents i ON i.id = a.incident_id
     WHERE e.case_id = $1 AND lower(e.address) = $2 AND e.held_for = $3::email_hold
       AND e.sent_at IS NULL AND e.gave_up_at IS NULL AND e.due_at <= $4
     ORDER BY e.id FOR UPDATE OF e`,
    [caseId, address, heldFor, now],
  );

/** The reader is not a member anymore, so the alerts go to those who are emailed now. */
async function emailOthers(sql: Sql, rows: HeldRow[]): Promise<NewRows> {
  const alerts = await sql<AlertRow>(
    `WITH deleted AS (DELETE FROM emails WHERE id = ANY($1::uuid[]) RETURNING alert_id)
     SELECT ${ALERT_COLUMNS} FROM deleted AS w ${JOINED_ALERTS}`,
    [rows.map(({ id }) => id)],
  );
  return { emails: await emailRecipients(sql, alerts.map(toEmailCause)), deliveries: [] };
}

/** One alert alone is sent as it would have been. */
async function releaseEmail(sql: Sql, id: string): Promise<NewRows> {
  await sql("UPDATE emails SET held_for = NULL, due_at = now() WHERE id = $1", [id]);
  return { emails: [id], deliveries: [] };
}

async function summarize(sql: Sql, { caseId, heldFor }: Group, rows: HeldRow[]): Promise<NewRows> {
  const [{ address = "", caseName = "" } = {}] = rows;
  const lines = summarizeAlerts(
    rows.map(({ incidentId, openedAt, closedAt, ...alert }) => ({
      ...alert,
      incident: incidentId && openedAt ? { id: incidentId, openedAt, closedAt } : null,
    })),
  );
  const newRows = await enqueueEmails(sql, [
    {
      kind: "alert_summary",
      address,
      caseId,
      isFallback: rows.every(({ isFallback }) => isFallback),
      facts: { caseName, heldFor, lines, url: `${env.APP_URL}/${caseId}` },
    },
  ]);
  await sql("UPDATE emails SET summary_id = $2, sent_at = now() WHERE id = ANY($1::uuid[])", [
    rows.map(({ id }) => id),
    newRows.emails[0],
  ]);
  return newRows;
}
