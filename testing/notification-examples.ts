import type { Notification } from "@/lib/rules/messages/notification";

const SNITCH = {
  token: "c2354d53d2",
  name: "Nightly backup",
  notes: "Runbook: https://wiki.example.com/backup",
  tags: ["database", "eu"],
  url: "https://tattle.example.com/acme/alerts/019e7140-3333-7c3e-9d15-0f6f8e2b7a44",
};

const ID = "019e7140-1b80-7c3e-9d15-0f6f8e2b7a44";

const INCIDENT: Notification["incident"] = {
  id: ID,
  openedAt: "2026-03-10T02:00:00.000Z",
  cause: "missed",
  url: `https://tattle.example.com/acme/incidents/${ID}`,
};

const RUN = {
  id: "019e7140-0000-7c3e-9d15-0f6f8e2b7a44",
  rid: "backup-42",
  env: "production",
  host: "db1",
  started_at: "2026-03-10T01:00:00.000Z",
  ended_at: null,
  exit_status: "",
  duration_ms: null,
  reported_ms: null,
  usual_ms: 600_000,
  failed_check: null,
};

export const MISSING: Notification = {
  id: "019e7140-2222-7c3e-9d15-0f6f8e2b7a44",
  event: "missing",
  alert: { kind: "missing", from: "healthy", to: "failed", cause: null },
  isReminder: false,
  isPast: false,
  heldBy: null,
  at: "2026-03-10T02:00:00.000Z",
  since: "2026-03-10T02:00:00.000Z",
  snitch: SNITCH,
  caseName: "Acme",
  severity: "critical",
  cause: "missed",
  run: null,
  exitStatus: "",
  message: "42 rows",
  incident: INCIDENT,
  endsId: null,
  acknowledgedBy: null,
  drillUrl: null,
  statusUrl: "https://tattle.example.com/api/channels/status/s0a1b2c3",
};

const REPORTING = { kind: "reporting", from: "failed", to: "healthy", cause: null } as const;

const GOOD = { cause: null, exitStatus: "0", message: "43 rows", at: "2026-03-10T03:30:00.000Z" } as const;

/** One notification of each kind, by the name of the example. */
export const NOTIFICATIONS: Record<string, Notification> = {
  missing: MISSING,
  errored: {
    ...MISSING,
    event: "errored",
    alert: { kind: "errored", from: "healthy", to: "errored", cause: null },
    cause: "error",
    exitStatus: "3",
    message: "disk full",
    severity: "warning",
  },
  overran: {
    ...MISSING,
    event: "overran",
    alert: { kind: "missing", from: "healthy", to: "failed", cause: "overran" },
    cause: "overran",
    run: RUN,
  },
  reporting: { ...MISSING, ...GOOD, event: "reporting", alert: REPORTING },
  paused: {
    ...MISSING,
    ...GOOD,
    event: "paused",
    alert: { kind: "paused", from: "failed", to: "paused", cause: null },
  },
  removed: { ...MISSING, ...GOOD, event: "removed", alert: null },
  acknowledged: { ...MISSING, event: "acknowledged", alert: null, acknowledgedBy: "ann@example.com" },
  reminder: {
    ...MISSING,
    alert: { kind: "missing", from: "failed", to: "failed", cause: null },
    isReminder: true,
    at: "2026-03-11T02:00:00.000Z",
  },
  "end of maintenance": { ...MISSING, heldBy: "maintenance", at: "2026-03-10T04:00:00.000Z" },
  past: { ...MISSING, ...GOOD, cause: "missed", event: "reporting", alert: REPORTING, isPast: true },
  "first report": {
    ...MISSING,
    ...GOOD,
    event: "reporting",
    alert: { kind: "reporting", from: "pending", to: "healthy", cause: null },
    since: null,
    incident: null,
  },
  test: {
    ...MISSING,
    event: "test",
    alert: null,
    severity: "info",
    cause: null,
    since: null,
    message: "",
    incident: null,
    snitch: { ...SNITCH, name: "Test", notes: "", tags: [] },
  },
  drill: {
    ...MISSING,
    event: "drill",
    alert: null,
    cause: null,
    since: null,
    message: "",
    incident: null,
    snitch: { ...SNITCH, name: "Fire drill", notes: "", tags: [] },
    drillUrl: "https://tattle.example.com/drills/d0a1b2c3",
  },
  "end of a drill": {
    ...MISSING,
    event: "drill_ended",
    alert: null,
    cause: null,
    since: null,
    message: "",
    incident: null,
    snitch: { ...SNITCH, name: "Fire drill", notes: "", tags: [] },
    endsId: "019e7140-1111-7c3e-9d15-0f6f8e2b7a44",
  },
};

/** Names that services read as markup, as mentions or as links, or that break a request. */
export const HOSTILE_NAMES = [
  "*bold* _italic_ ~strike~ `code` ```block``` > quote",
  "# title\n- item\n1. item\n| a | b |",
  "<b>bold</b><script>alert(1)</script>&amp; &lt;",
  "<!channel> <!everyone|everyone> <@U123> <#C123> <https://evil.example|click>",
  "@everyone @here @all @channel <@123456789012345678> <@&987654321098765432>",
  "[click](https://evil.example) ![image](https://evil.example/x.png) https://evil.example",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant as it is.
  '"quoted" \\backslash\\ {{mustache}} ${dollar} %s %00 %2e',
  "line one\r\nX-Injected: yes\r\n\r\nbody",
  "\u202Egnp.exe \u2066isolated\u2069 \u200bzero\u200bwidth",
  "שלום العربية 日本語 👩‍👩‍👧‍👦 e\u0301",
  "x".repeat(255),
  "👩‍👩‍👧‍👦".repeat(23),
  "&".repeat(255),
  "_".repeat(255),
];

/** An example whose texts, all that people can write, are hostile. */
export const hostileNotification = (
  name: string,
  event: "missing" | "errored" = "missing",
): Notification => ({
  ...MISSING,
  event,
  alert: { kind: event, from: "healthy", to: event === "missing" ? "failed" : "errored", cause: null },
  snitch: { ...SNITCH, name, notes: name.repeat(20), link: name, tags: [name.slice(0, 60), "plain"] },
  caseName: name.slice(0, 100),
  hint: { text: name, url: name },
  message: name,
  exitStatus: name.slice(0, 20),
  run: {
    ...RUN,
    rid: name.slice(0, 60),
    host: name.slice(0, 60),
    env: name.slice(0, 20),
    failed_check: name,
  },
});
