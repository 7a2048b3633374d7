import type { AlertDetails } from "@/lib/mail/templates/alert-details";
import type { ReminderDetails } from "@/lib/mail/templates/reminder";
import { pool } from "@/lib/platform/db";
import type { EmailKind, Severity } from "@/lib/platform/generated/enums";
import type { Hint } from "@/lib/rules/incidents/hints";

type LoadedAlert = AlertDetails["alert"] & { id: string; snitchId: string; incidentId: string | null };

/** An e-mail with what it is rendered from. */
export type LoadedEmail = {
  id: string;
  kind: EmailKind;
  address: string;
  facts: unknown;
  isFallback: boolean;
  isEscalation: boolean;
  createdAt: Date;
  /** The member with this address, if the case lets members answer by links; null otherwise. */
  answererId: string | null;
  /** Of the account with this address; null if there is none, or if it follows the browser. */
  accountZone: string | null;
  caseId: string | null;
  caseName: string | null;
  /** Of the case. */
  hints: Hint[] | null;
  /** Null for a transactional e-mail. */
  snitch: (ReminderDetails["snitch"] & { token: string; url: string }) | null;
  /** Null unless the e-mail is about an alert. */
  alert: LoadedAlert | null;
  incident: { id: string; severity: Severity; openedAt: Date } | null;
};

/** The columns of each joined table. A row has them under `table.property`. */
const JOINED = {
  snitch: {
    id: "id",
    token: "token",
    name: "name",
    notes: "notes",
    url: "url",
    interval: "interval",
    schedule: "schedule",
    timezone: "timezone",
    grace: "grace",
    early: "early",
    active: "active",
    createdAt: "created_at",
    pausedAt: "paused_at",
  },
  alert: {
    id: "id",
    kind: "kind",
    from: '"from"',
    at: "at",
    exitStatus: "exit_status",
    message: "message",
    lastCheckedInAt: "last_checked_in_at",
    silentSince: "silent_since",
    reportedLate: "facts->'reportedLate'",
    cause: "cause",
    run: "run",
    isReminder: "is_reminder",
    hold: "hold",
    snitchId: "snitch_id",
    incidentId: "incident_id",
  },
  incident: { id: "id", severity: "severity", openedAt: "opened_at" },
} as const;

type JoinedTable = keyof typeof JOINED;

const selected = Object.entries(JOINED).flatMap(([table, columns]) =>
  Object.entries(columns).map(([property, column]) => `${table}.${column} AS "${table}.${property}"`),
);

// SQL and not Prisma, whose first query takes half a second, during which nothing else is sent.
const LOAD = `
  SELECT e.id, e.kind, e.address, e.facts, e.is_fallback AS "isFallback", e.is_escalation AS "isEscalation",
    e.created_at AS "createdAt", (SELECT m.user_id FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.case_id = e.case_id AND u.email = lower(e.address) AND cases.answer_links) AS "answererId",
    (SELECT coalesce(time_zone, browser_zone) FROM users WHERE email = lower(e.address)) AS "accountZone",
    e.case_id AS "caseId", cases.name AS "caseName", cases.hints, ${selected.join(", ")}
  FROM emails e LEFT JOIN cases ON cases.id = e.case_id LEFT JOIN snitches snitch ON snitch.id = e.snitch_id
  LEFT JOIN alerts alert ON alert.id = e.alert_id LEFT JOIN incidents incident ON incident.id = alert.incident_id
  WHERE e.id = ANY($1::uuid[])`;

type Row = Record<string, unknown>;

/** The columns of a joined table; null if it has no row. */
function joined(row: Row, table: JoinedTable): Row | null {
  if (row[`${table}.id`] === null) return null;
  return Object.fromEntries(
    Object.keys(JOINED[table]).map((property) => [property, row[`${table}.${property}`]]),
  );
}

/** These e-mails, without those that were deleted. */
export async function loadEmails(ids: string[]): Promise<LoadedEmail[]> {
  const { rows } = await pool.query<Row>(LOAD, [ids]);
  return rows.map((row) => {
    const own = Object.fromEntries(Object.entries(row).filter(([name]) => !name.includes(".")));
    // As the tables above name and type them.
    return {
      ...own,
      snitch: joined(row, "snitch"),
      alert: joined(row, "alert"),
      incident: joined(row, "incident"),
    } as LoadedEmail;
  });
}
