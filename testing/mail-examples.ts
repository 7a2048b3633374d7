import type { AlertDetails } from "@/lib/mail/templates/alert";
import type { ReminderDetails } from "@/lib/mail/templates/reminder";
import type { TransactionalFacts, TransactionalKind } from "@/lib/mail/templates/transactional-facts";
import { ALERTED_STATUS } from "@/lib/rules/history/history-text";
import type { Notification } from "@/lib/rules/messages/notification";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import type { Status } from "@/lib/rules/state/snitch-state";
import { MISSING } from "./notification-examples";

export const url = "https://tattle.test/somewhere?token=s3cret";
const expiresAt = new Date("2026-03-10T12:15Z");

const machine = {
  caseName: "Acme",
  host: "db7",
  lastHeardAt: new Date("2026-03-10T03:12Z"),
  at: new Date("2026-03-10T05:16Z"),
  count: 14,
  missed: 3,
  runs: 31,
  isHeard: true,
  jobs: [{ name: "Backup", since: expiresAt }],
  url,
};

const worded = {
  language: "de",
  subject: "Acme: Neues",
  title: "Neues",
  lead: "Das wurde veröffentlicht.",
  quotes: [{ label: "Neues · Behoben", body: "Fertig.", as: "prose" as const }],
  button: { label: "Seite öffnen", url },
  closing: { words: "Um abzubestellen,", link: { label: "öffnen Sie Ihr Abonnement", url } },
};

/** The facts of one email of each kind that is not about a snitch. */
export const FACTS: { [Kind in TransactionalKind]: TransactionalFacts<Kind> } = {
  invitation: { caseName: "Acme", invitedBy: "ada@acme.test", role: "member", url, expiresAt },
  verification: { url, expiresAt },
  address_confirmation: { caseName: "Acme", snitchName: "Nightly backup", url },
  magic_link: { url, expiresAt },
  password_reset: { url, expiresAt },
  password_removed: { removedAt: expiresAt, url },
  second_factor_changed: { change: "added", factor: "authenticator app", at: expiresAt, url },
  email_changed: { newEmail: "ada@lovelace.test", changedAt: expiresAt, url },
  webhook_switched_off: {
    caseName: "Acme",
    target: "https://hooks.acme.test/…",
    failingSince: expiresAt,
    lastResponse: "500",
    url,
  },
  downtime: {
    caseName: "Acme",
    startsAt: new Date("2026-03-10T10:02Z"),
    endsAt: new Date("2026-03-10T10:31Z"),
    snitches: 14,
    url,
  },
  no_check_ins: { since: expiresAt, expected: 7, heldUntil: expiresAt, url },
  missing_summary: { caseName: "Acme", since: expiresAt, names: ["Backup", "Import"], count: 3, url },
  reporting_summary: { caseName: "Acme", since: expiresAt, names: ["Backup"], count: 1, url },
  machine_silent: machine,
  machine_heard: { ...machine, jobs: [] },
  alert_summary: {
    caseName: "Acme",
    heldFor: "quiet_hours",
    lines: [
      { name: "Backup", kind: "missing", since: new Date("2026-03-10T10:02Z"), endedAt: null },
      { name: "Import", kind: "errored", since: new Date("2026-03-10T10:02Z"), endedAt: expiresAt },
    ],
    url,
  },
  digest: {
    caseName: "Acme",
    frequency: "weekly",
    zone: "Europe/Berlin",
    start: new Date("2026-03-08T23:00Z"),
    end: new Date("2026-03-15T23:00Z"),
    open: [{ name: "Backup", since: expiresAt, isMissing: true }],
    openCount: 1,
    snitches: [
      { name: "Backup", keptPercent: 85.7, misses: 1, late: 2, medianMs: 34_000, longestMs: 7_200_000 },
      { name: "Import", keptPercent: 100, misses: 0, late: 0, medianMs: null, longestMs: null },
    ],
    count: 3,
    unsent: [
      { name: "Backup", count: 2, isLater: true, because: "they came in your quiet hours" },
      { name: "Import", count: 1, isLater: false, because: "it happened during maintenance" },
    ],
    unsentCount: 3,
    notes: [{ name: "Backup", by: "ada@acme.test", state: "identified", text: "The disk is full." }],
    noteCount: 1,
    suggestions: [{ name: "Old import", suggested: { kind: "stale", isPending: true, since: expiresAt } }],
    suggestionCount: 1,
    url,
  },
  suggestions: {
    caseName: "Acme",
    suggestions: [
      { name: "Backup", suggested: { kind: "stale", isPending: false, since: expiresAt } },
      {
        name: "Import",
        suggested: { kind: "flaps", changes: 12, remedy: { attribute: "grace", value: 720, changes: 1 } },
      },
      {
        name: "Report",
        suggested: {
          kind: "too_often",
          reports: 48,
          expected: 24,
          hosts: ["db1", "https://evil.test/x\u202e", "x".repeat(300)],
        },
      },
    ],
    count: 1_003,
    url,
  },
  dead_end: { caseName: "Acme", sentences: ["The webhook hooks.acme.test is switched off."], url },
  address_marked: {
    caseName: "Acme",
    address: "ops@acme.test",
    mark: "bounced",
    reason: "550 5.1.1 No such user",
    url,
  },
  drill: { caseName: "Acme", startedBy: "ada@acme.test", startedAt: expiresAt, url },
  disk_low: { host: "db1", path: "/srv/tattle", freeBytes: 9_990_000_000, sizeBytes: 100_000_000_000, url },
  acknowledgement_asked: {
    caseName: "Acme",
    title: "Nightly backup: error",
    acknowledgedBy: "ada@example.com",
    acknowledgedAt: expiresAt,
    endsAt: expiresAt,
    url,
  },
  page_components_removed: {
    caseName: "Acme",
    removedBy: "ada@example.com",
    pages: [{ title: "Acme status", names: ["Nightly backup", "Payments"] }],
    url,
    auditUrl: url,
  },
  subscription_confirmation: worded,
  page_updates: { ...worded, leaveUrl: url },
  incident_assigned: { caseName: "Acme", title: "Nightly backup: error", assignedBy: "ada@example.com", url },
  snitch_limit_reached: { caseName: "Acme", key: "Cron jobs", limit: 1_000, url },
};

const RUN = {
  id: "019e7140-0000-7c3e-9d15-0f6f8e2b7a44",
  rid: "backup-42",
  env: "production",
  host: "db1",
  started_at: "2026-03-10T01:00:00.000Z",
  ended_at: "2026-03-10T01:00:02.000Z",
  exit_status: "3",
  duration_ms: 2_000,
  reported_ms: null,
  usual_ms: 600_000,
  failed_check: "metric.rows > 0",
};

type Changes = Partial<Omit<Notification, "alert">> & { kind?: AlertKind; from?: Status };

/** What the email about an alert is made of: by default, that a daily job is missing on Tuesday at 00:00. */
export const anAlertMail = (
  { kind = "missing", from = "healthy", ...changes }: Changes = {},
  more: Partial<AlertDetails> = {},
): AlertDetails => ({
  notification: {
    ...MISSING,
    event: changes.cause === "overran" ? "overran" : kind,
    at: "2026-03-10T00:00:00.000Z",
    since: null,
    message: "",
    incident: null,
    snitch: { ...MISSING.snitch, notes: "", url: "https://tattle.test/acme/alerts/9" },
    ...changes,
    alert: { kind, from, to: ALERTED_STATUS[kind], cause: null },
  },
  lastCheckedInAt: new Date("2026-03-08T22:04:11Z"),
  terms: calendarTerms("daily"),
  zone: "UTC",
  snitchUrl: "https://tattle.test/acme/snitches/ab12",
  ...more,
});

const anExample = (changes: Changes, more: Partial<AlertDetails> = {}) =>
  anAlertMail(
    {
      message: "42 rows",
      snitch: { ...MISSING.snitch, notes: "Runs on db1.", link: "https://wiki.test/4", url: `${url}#alert` },
      incident: { id: "1", openedAt: "2026-03-10T00:00:00.000Z", cause: "missed", url: `${url}#incident` },
      actionUrl: `${url}#answer`,
      hint: { text: "Out of memory: see runbook 4.", url: "https://wiki.test/4" },
      ...changes,
    },
    { zone: "Europe/Riga", snitchUrl: url, dependents: { count: 3, names: ["Import", "Report"] }, ...more },
  );

const error = { kind: "errored", exitStatus: "3", run: RUN } as const;
const since = "2026-03-09T00:00:00.000Z";

/** One alert of each wording. */
export const ALERTS: Record<string, AlertDetails> = {
  missing: anExample({}),
  still_missing: anExample({ from: "failed", since }),
  reminder: anExample({ from: "failed", isReminder: true, since }),
  missing_later: anExample({ heldBy: "threshold", since }),
  missing_without_incident: anExample({ incident: null }, { dependents: undefined }),
  overran: anExample({ cause: "overran", run: RUN }),
  errored: anExample({ ...error, cause: "error" }),
  errored_again: anExample({ ...error, cause: "error", from: "errored" }),
  too_short: anExample({ ...error, cause: "too_short" }),
  check: anExample({ ...error, cause: "check" }),
  recovered: anExample({ kind: "reporting", from: "failed", since }),
  recovered_from_error: anExample({ kind: "reporting", from: "errored", since }),
  recovered_from_pause: anExample({ kind: "reporting", from: "paused", since }),
  reported_late: anExample({
    kind: "reporting",
    from: "failed",
    since,
    reportedLate: { at: "2026-03-09T23:00:00.000Z", receivedAt: "2026-03-10T00:00:00.000Z" },
  }),
  paused: anExample({ kind: "paused", from: "failed", since: "2024-03-10T00:00:00.000Z" }),
};

const urls = { snitch: url, checkIn: "https://tattle.test/c2354d53d2" };

const aReminder = (kind: ReminderDetails["kind"], of: ReminderDetails["urls"]): ReminderDetails => ({
  kind,
  snitch: { name: "Nightly backup", notes: "Runs on db1." },
  terms: calendarTerms("daily"),
  since: new Date(kind === "pending_reminder" ? "2026-03-07T00:00Z" : "2026-03-08T00:00Z"),
  caseName: "Acme",
  zone: "Europe/Riga",
  caseUrl: "https://tattle.test/acme",
  urls: of,
});

/** One reminder of each kind, for a member and for a reader outside the case. */
export const REMINDERS: Record<string, ReminderDetails> = {
  pending_reminder: aReminder("pending_reminder", urls),
  paused_reminder: aReminder("paused_reminder", urls),
  pending_reminder_outside: aReminder("pending_reminder", null),
  paused_reminder_outside: aReminder("paused_reminder", null),
};
