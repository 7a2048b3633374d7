import { API_PAGES, DOCS_PAGES } from "@/components/docs-pages";
import { CHANNEL_NAMES } from "./channels";
import type { Entry, GroupName, Target } from "./entry";
import { SETTINGS } from "./settings";

/** `words`: other words that people type for it. */
type Row = [id: string, title: string, words: string, to: Target, needs?: Entry["needs"]];

const MEMBER = "manage_snitches";

/** What the menu shows before something is typed, besides what belongs to the page that is open. */
const SHOWN_AT_FIRST = new Set(
  `add import snooze pause plan-maintenance invite new-key add-channel send-drill snitches timeline incidents maintenance status-pages
   reports channels case-notifications members api-keys settings docs docs-api new-case`.split(/\s+/),
);

const toEntries = (group: GroupName, rows: Row[]): Entry[] =>
  rows.map(([id, title, terms, to, needs]) => ({
    id,
    title,
    group,
    keywords: terms,
    to,
    ...(needs && { needs }),
    ...(!SHOWN_AT_FIRST.has(id) &&
      (!group.startsWith("This ") || id.startsWith("edit-")) && { isOnlyFound: true }),
  }));

const SNITCH_SETTINGS = "/[caseId]/snitches/[token]/settings";

// biome-ignore format: a table.
const OF_A_SNITCH = toEntries("This Snitch", [
  ["snooze-this", "Snooze This Snitch…", "mute silence quiet alerts", { key: "s", on: "snitch" }, MEMBER],
  ["pause-this", "Pause or Unpause This Snitch…", "mute silence stop resume", { key: "p", on: "snitch" }, MEMBER],
  ["copy-url", "Copy Check-in URL", "ping address", { key: "y", on: "snitch" }],
  ["duplicate-this", "Duplicate This Snitch", "copy clone", { page: "/[caseId]/new", query: "from=[token]" }, MEMBER],
  ["settings-of-this", "Settings of This Snitch", "edit change schedule grace alerts rules rename delete", { page: SNITCH_SETTINGS }],
  ...[
    ["name", "Rename This Snitch", "name title"],
    ["schedule", "Schedule of This Snitch", "cron interval calendar period time zone grace early active hours"],
    ["alerts", "Alerts of This Snitch", "recipients severity channels smart depends on failures resolve"],
    ["reminders", "Reminders of This Snitch", "remind every never repeat"],
    ["runs", "Run Limits of This Snitch", "longest shortest runtime start tolerance expects checks"],
    ["keywords", "Keyword Filters of This Snitch", "failure success start words post"],
    ["details", "Tags and Notes of This Snitch", "environment link runbook"],
    ["suggestions", "Dismissed Suggestions of This Snitch", "silenced stale flaps too often"],
  ].map(([section, title = "", terms]): Row => [
    `edit-${section}`, title, `edit change settings ${terms}`, { page: SNITCH_SETTINGS, query: `edit=${section}` }, MEMBER,
  ]),
  ["activity-of-this", "Activity of This Snitch", "history check-ins log notifications", { page: "/[caseId]/snitches/[token]/activity" }],
  ["changes-of-this", "Changes of This Snitch", "history settings audit who", { page: "/[caseId]/snitches/[token]/activity/changes" }],
  ["runs-of-this", "Runs of This Snitch", "executions output durations", { page: "/[caseId]/snitches/[token]/runs" }],
  ["replay-this", "Replay This Snitch", "try other settings simulate suggested grace", { page: "/[caseId]/snitches/[token]/replay" }],
  ["set-up-this", "Set Up the Job of This Snitch", "crontab curl snippet install code", { page: "/[caseId]/snitches/[token]/setup" }],
]);

// biome-ignore format: a table.
const OF_AN_INCIDENT = toEntries("This Incident", [
  ["acknowledge-this", "Acknowledge This Incident", "ack take handle", { key: "a", on: "incident" }, MEMBER],
  ["snooze-incident", "Snooze This Incident…", "mute pause silence alerts", { key: "s", on: "incident" }, MEMBER],
]);

const FILE = "/[caseId]/settings/configuration/file";

// biome-ignore format: a table.
const ACTIONS = toEntries("Actions", [
  ["add", "Add Snitch", "new create job monitor check cron", { page: "/[caseId]/new" }, MEMBER],
  ["import", "Import from Another Product", "migrate healthchecks cronitor uptime kuma better stack opsgenie crontab", { page: "/[caseId]/import" }, MEMBER],
  ["snooze", "Snooze a Snitch…", "mute silence quiet", { ask: "snooze" }, MEMBER],
  ["pause", "Pause a Snitch…", "mute silence stop disable", { ask: "pause" }, MEMBER],
  ["plan-maintenance", "Plan Maintenance", "add new downtime silence mute window", { page: "/[caseId]/maintenance/new" }, MEMBER],
  ["post-update", "Post an Update", "status page incident planned work news notice publish write", { page: "/[caseId]/status-pages/notices/new" }, MEMBER],
  ["new-status-page", "New Status Page", "add public create share", { page: "/[caseId]/status-pages/new-page" }, "manage_sharing"],
  ["invite", "Invite a Person", "add member teammate user colleague people", { page: "/[caseId]/settings/members", at: "email" }, "manage_members"],
  ["new-key", "Create API Key", "new add token secret", { page: "/[caseId]/api-keys", at: "name" }, "manage_keys"],
  ["add-channel", "Add Channel", "new integration notify chat", { page: "/[caseId]/channels/new" }, "manage_channels"],
  ["send-drill", "Send Fire Drill…", "test alerts start", { page: "/[caseId]/drills", at: "send-drill" }, "manage_channels"],
  ["export-yaml", "Export the Case as YAML", "download configuration file backup", { file: `${FILE}?format=yaml` }, "change_settings"],
  ["export-json", "Export the Case as JSON", "download configuration file backup", { file: `${FILE}?format=json` }, "change_settings"],
  ["dark", "Dark Theme", "mode night appearance", { deed: "dark" }],
  ["light", "Light Theme", "mode day appearance", { deed: "light" }],
  ["system-theme", "System Theme", "mode appearance automatic default dark light", { deed: "system-theme" }],
  ["show-keys", "Show Keyboard Shortcuts", "hotkeys help", { deed: "show-keys" }],
  ["sign-out", "Sign Out", "log out logout leave", { deed: "sign-out" }],
  ...CHANNEL_NAMES.map(([kind, name]): Row => [
    `add-${kind}`, `Add ${name} Channel`, "new integration", { page: `/[caseId]/channels/new/${kind}` }, "manage_channels",
  ]),
]);

// biome-ignore format: a table.
const PAGES = toEntries("Go To", [
  ["snitches", "Snitches", "list jobs home dashboard", { page: "/[caseId]" }],
  ["timeline", "Timeline", "time axis gantt runs", { page: "/[caseId]", query: "view=timeline" }],
  ["by-tag", "Snitches by Tag", "group", { page: "/[caseId]", query: "group=tag" }],
  ...["Missing", "Errored", "Healthy", "Paused", "Pending"].map((status): Row => [
    `status-${status.toLowerCase()}`, `${status} Snitches`, "filter status", { page: "/[caseId]", query: `status=${status.toLowerCase()}` },
  ]),
  ["board", "Board for a Wall Screen", "tv status page", { page: "/[caseId]/status-pages" }],
  ["incidents", "Incidents", "open problems alerts", { page: "/[caseId]/incidents" }],
  ["closed-incidents", "Closed Incidents", "past history resolved over", { page: "/[caseId]/incidents", query: "status=closed" }],
  ["maintenance", "Maintenance", "windows downtime planned", { page: "/[caseId]/maintenance" }],
  ["status-pages", "Status Pages", "sharing badges public without account revoke", { page: "/[caseId]/status-pages" }],
  ["notices", "Notices", "status page incident planned work news publish write", { page: "/[caseId]/status-pages/notices" }],
  ["machines", "Machines", "hosts servers silent dead", { page: "/[caseId]", query: "group=machine" }],
  ["kubernetes", "Kubernetes", "clusters cronjobs watched", { page: "/[caseId]/kubernetes" }],
  ["still-wanted", "Stale Snitches", "stale silent unused keep delete suggestions", { page: "/[caseId]/still-wanted" }],
  ["runs", "Search in Outputs", "runs logs printed text find grep", { page: "/[caseId]/runs" }],
  ["reports", "Reports", "uptime statistics month tag sla print csv", { page: "/[caseId]/reports" }],
  ["channels", "Channels", "integrations slack webhooks deliveries signing secret hours quiet night", { page: "/[caseId]/channels" }],
  ["drills", "Fire Drills", "test alerts confirm", { page: "/[caseId]/drills" }],
  ["monthly-drill", "Monthly Fire Drill", "plan schedule day hour every month", { page: "/[caseId]/drills", at: "monthly" }],
  ["api-keys", "API Keys", "tokens revoke sentry dsn", { page: "/[caseId]/api-keys" }],
  ["sentry-dsn", "Sentry DSN", "sdk replace", { page: "/[caseId]/api-keys", at: "sentry-dsn" }, "manage_keys"],
  ["settings", "Case Settings", "general preferences options", { page: "/[caseId]/settings" }],
  ["case-notifications", "Case Notifications", "settings alerts", { page: "/[caseId]/settings/notifications" }],
  ["members", "Members", "settings people team users roles", { page: "/[caseId]/settings/members" }],
  ["configuration", "Configuration", "settings apply a file plan yaml json export download", { page: "/[caseId]/settings/configuration" }, "change_settings"],
  ["audit-log", "Audit Log", "settings who changed what history csv export", { page: "/[caseId]/settings/audit" }],
  ["mail-server", "Mail Server", "settings email smtp resend set up", { page: "/[caseId]/settings/email" }],
  ["danger", "Delete the Case", "settings danger remove", { page: "/[caseId]/settings/danger" }, "own"],
]);

// biome-ignore format: a table.
const ACCOUNT = toEntries("Your Account", [
  ["account", "Your Account", "profile me settings preferences", { page: "/account" }],
  ["your-security", "Your Security", "settings account second factor recovery codes 2fa mfa", { page: "/account/security" }],
  ["your-notifications", "Your Notifications", "settings alerts emails", { page: "/account/notifications" }],
]);

// biome-ignore format: a table.
const INSTALLATION = toEntries("Installation", [
  ["installation", "This Installation", "operator cases plans health", { page: "/operator" }, "operator"],
  ["people", "People", "operator users accounts", { page: "/operator/users" }, "operator"],
  ["stuck-messages", "Stuck Messages", "operator deliveries emails failed retry try again", { page: "/operator/deliveries" }, "operator"],
  ["installation-email", "Email of This Installation", "operator test mail smtp resend failures set up", { page: "/operator/email" }, "operator"],
  ["heartbeats", "Heartbeats", "operator watch this installation", { page: "/operator/heartbeats" }, "operator"],
  ["outbox", "Outbox", "operator captured emails", { page: "/outbox" }, "operator"],
]);

/** What people look for in the documentation besides the titles of its pages. */
const DOCS_KEYWORDS: Record<string, string> = {
  "/docs": "documentation start",
  "/docs/api": "documentation rest http openapi reference",
  "/docs/install": "tattle run cli program crontab systemd docker wrapper",
  "/docs/works-with":
    "other tools restic borg kubernetes prometheus healthchecks cronitor sentry uptime kuma import",
};

const DOCS = toEntries(
  "Documentation",
  [...DOCS_PAGES, ...API_PAGES.map(([page, title]) => [page, `API: ${title}`] as const)].map(
    ([page, title]): Row => [
      page.slice(1).replaceAll("/", "-"),
      page === "/docs" ? "Documentation" : title,
      `docs help ${title} ${DOCS_KEYWORDS[page] ?? ""}`,
      { page },
    ],
  ),
);

const CASES = toEntries("Cases", [
  ["new-case", "New Case", "add create project workspace", { page: "/cases/new" }],
]);

/** Everything that the command menu offers besides snitches, incidents, cases and parts of the documentation, in its order. */
export const ENTRIES: Entry[] = [
  ...OF_A_SNITCH,
  ...OF_AN_INCIDENT,
  ...ACTIONS,
  ...PAGES,
  ...SETTINGS,
  ...ACCOUNT,
  ...INSTALLATION,
  ...DOCS,
  ...CASES,
];

/** Pages without an entry, and why. A test compares both with the pages of `app`. */
export const LEFT_OUT: Record<string, string> = {
  "/": "It leads those who are signed in to their case.",
  "/sign-in": "For those who are signed out.",
  "/sign-in/link": "For those who are signed out.",
  "/sign-in/second-step": "For those who are signing in.",
  "/confirm": "It leads to what waits for a confirmation.",
  "/account/security/app": "A button on its parent page leads to it: it needs a secret.",
  "/sign-up": "For those who are signed out.",
  "/[caseId]/report/print": "A button of the report leads to it, for the month that is shown.",
  "/docs/search": "The menu shows its results.",
  "/password": "For people who need a new password.",
};
