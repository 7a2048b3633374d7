import { MESSAGE, type MessageRow } from "@/lib/outbox/message-row";
import { pool } from "@/lib/platform/db";
import type { EmailKind } from "@/lib/platform/generated/enums";
import type { ScheduleColumns } from "@/lib/rules/schedule/schedule-terms";

/** An email with what it is rendered from. */
export type LoadedEmail = {
  id: string;
  kind: EmailKind;
  address: string;
  facts: unknown;
  isFallback: boolean;
  isEscalation: boolean;
  /** The zone chosen by the account with this address; null if there is none, or if it follows the browser. */
  accountZone: string | null;
  caseId: string | null;
  /** What it is about. */
  row: MessageRow;
  /** Null for a transactional email, like the columns below. */
  snitchId: string | null;
  terms: ScheduleColumns | null;
  addedAt: Date | null;
  isUrlReplaced: boolean | null;
  pausedAt: Date | null;
  /** When the job had last checked in before the alert. */
  lastCheckedInAt: Date | null;
};

// SQL and not Prisma, whose first query takes half a second, during which nothing else is sent.
const LOAD = `
  SELECT e.id, e.kind, e.address, e.facts, e.is_fallback AS "isFallback", e.is_escalation AS "isEscalation",
    (SELECT coalesce(time_zone, browser_zone) FROM users WHERE email = lower(e.address)) AS "accountZone",
    e.case_id AS "caseId", ${MESSAGE} AS row, s.id AS "snitchId", s.created_at AS "addedAt", s.check_in_key <> s.token AS "isUrlReplaced", s.paused_at AS "pausedAt",
    CASE WHEN s.id IS NOT NULL THEN json_build_object('interval', s.interval, 'schedule', s.schedule, 'timezone', s.timezone,
      'grace', s.grace, 'early', s.early, 'active', s.active) END AS terms, a.last_checked_in_at AS "lastCheckedInAt"
  FROM emails e LEFT JOIN cases cs ON cs.id = e.case_id LEFT JOIN snitches s ON s.id = e.snitch_id
  LEFT JOIN alerts a ON a.id = e.alert_id LEFT JOIN incidents i ON i.id = a.incident_id
  CROSS JOIN LATERAL (SELECT e.created_at, NULL::uuid AS drill_id, NULL::uuid AS ends_id) d
  -- The member with this address.
  CROSS JOIN LATERAL (SELECT NULL::uuid AS id, 'email' AS kind, (SELECT m.user_id FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.case_id = e.case_id AND u.email = lower(e.address)) AS user_id) w
  WHERE e.id = ANY($1::uuid[])`;

/** These emails, without those that were deleted. */
export async function loadEmails(ids: string[]): Promise<LoadedEmail[]> {
  const { rows } = await pool.query<LoadedEmail>(LOAD, [ids]);
  return rows;
}
