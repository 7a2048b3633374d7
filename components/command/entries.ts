import { API_PAGES, DOCS_PAGES } from "@/components/docs-pages";
import { CHANNEL_NAMES } from "./channels";
import type { Entry } from "./entry";
import { SETTINGS } from "./settings";

const SNITCH = "/[caseId]/snitches/[token]";
const INSTALLATION = { group: "Installation", needs: "operator", isOnlyFound: true } as const;

const OF_A_SNITCH: Entry[] = [
  {
    id: "snooze-this",
    title: "Mute This Snitch…",
    words: "snooze silence quiet alerts",
    to: { key: "s", on: "snitch" },
    needs: "manage_snitches",
  },
  {
    id: "pause-this",
    title: "Pause or Unpause This Snitch…",
    words: "mute silence stop resume",
    to: { key: "p", on: "snitch" },
    needs: "manage_snitches",
  },
  {
    id: "copy-url",
    title: "Copy Check-in URL",
    words: "ping address",
    to: { key: "y", on: "snitch" },
  },
  {
    id: "duplicate-this",
    title: "Duplicate This Snitch",
    words: "copy clone",
    to: { page: "/[caseId]/new", query: "from=[token]" },
    needs: "manage_snitches",
  },
  {
    id: "settings-of-this",
    title: "Settings of This Snitch",
    words: "edit change schedule grace alerts rules rename delete",
    to: { page: `${SNITCH}/settings` },
    needs: "manage_snitches",
  },
  {
    id: "activity-of-this",
    title: "Activity of This Snitch",
    words: "history check-ins log notifications",
    to: { page: `${SNITCH}/activity` },
  },
  {
    id: "replay-this",
    title: "Replay This Snitch",
    words: "try other settings simulate suggested grace",
    to: { page: `${SNITCH}/replay` },
  },
  {
    id: "set-up-this",
    title: "Set Up the Job of This Snitch",
    words: "crontab curl snippet install code",
    to: { page: `${SNITCH}/setup` },
  },
].map((entry) => ({ ...entry, group: "This Snitch" }) as Entry);

const OF_AN_INCIDENT: Entry[] = [
  {
    id: "acknowledge-this",
    title: "Acknowledge This Incident",
    words: "ack take handle",
    group: "This Incident",
    to: { key: "a", on: "incident" },
    needs: "manage_snitches",
  },
  {
    id: "snooze-incident",
    title: "Mute This Incident…",
    words: "snooze pause silence alerts",
    group: "This Incident",
    to: { key: "s", on: "incident" },
    needs: "manage_snitches",
  },
];

const ACTIONS: Entry[] = [
  {
    id: "add",
    title: "Add Snitch",
    words: "new create job monitor check cron",
    hotkey: "c",
    to: { page: "/[caseId]/new" },
    needs: "manage_snitches",
  },
  {
    id: "import",
    title: "Import from Another Product",
    words: "migrate healthchecks cronitor uptime kuma better stack crontab",
    to: { page: "/[caseId]/import" },
    needs: "manage_snitches",
  },
  {
    id: "snooze",
    title: "Snooze a Snitch…",
    words: "mute silence quiet",
    to: { ask: "snooze" },
    needs: "manage_snitches",
  },
  {
    id: "pause",
    title: "Pause a Snitch…",
    words: "mute silence stop disable",
    to: { ask: "pause" },
    needs: "manage_snitches",
  },
  {
    id: "plan-maintenance",
    title: "Plan Maintenance",
    words: "add downtime silence mute window",
    to: { page: "/[caseId]/maintenance/new" },
    needs: "manage_snitches",
  },
  {
    id: "invite",
    title: "Invite a Person",
    words: "add member teammate user colleague people",
    to: { page: "/[caseId]/settings/members", at: "email" },
    needs: "manage_members",
  },
  {
    id: "new-key",
    title: "Create API Key",
    words: "new add token secret",
    to: { page: "/[caseId]/api-keys", at: "name" },
    needs: "manage_keys",
  },
  {
    id: "add-channel",
    title: "Add Channel",
    words: "new integration notify chat",
    to: { page: "/[caseId]/channels/new" },
    needs: "manage_channels",
  },
  {
    id: "send-drill",
    title: "Send Fire Drill…",
    words: "test alerts start",
    to: { page: "/[caseId]/drills", at: "send-drill" },
    needs: "manage_channels",
  },
  ...["YAML", "JSON"].map((format) => ({
    id: `export-${format.toLowerCase()}`,
    title: `Export the Case as ${format}`,
    words: "download configuration file backup terraform",
    to: { file: `/[caseId]/settings/configuration/file?format=${format.toLowerCase()}` },
    needs: "change_settings",
    isOnlyFound: true,
  })),
  {
    id: "dark",
    title: "Dark Theme",
    words: "mode night appearance",
    to: { deed: "dark" },
    isOnlyFound: true,
  },
  {
    id: "light",
    title: "Light Theme",
    words: "mode day appearance",
    to: { deed: "light" },
    isOnlyFound: true,
  },
  {
    id: "system-theme",
    title: "Theme of the System",
    words: "mode appearance automatic default dark light",
    to: { deed: "system-theme" },
    isOnlyFound: true,
  },
  {
    id: "show-keys",
    title: "Show Keyboard Shortcuts",
    words: "hotkeys help",
    hotkey: "?",
    to: { deed: "show-keys" },
    isOnlyFound: true,
  },
  {
    id: "sign-out",
    title: "Sign Out",
    words: "log out logout leave",
    to: { deed: "sign-out" },
    isOnlyFound: true,
  },
  ...CHANNEL_NAMES.map(([kind, name]) => ({
    id: `add-${kind}`,
    title: `Add ${name} Channel`,
    words: "new integration",
    to: { page: "/[caseId]/channels/new/[kind]".replace("[kind]", kind) },
    needs: "manage_channels",
    isOnlyFound: true,
  })),
].map((entry) => ({ ...entry, group: "Actions" }) as Entry);

const STATUSES = ["Missing", "Errored", "Healthy", "Paused", "Pending"];

const PAGES: Entry[] = [
  { id: "snitches", title: "Snitches", words: "list jobs home dashboard", to: { page: "/[caseId]" } },
  {
    id: "timeline",
    title: "Timeline",
    words: "time axis gantt runs",
    to: { page: "/[caseId]", query: "view=timeline" },
  },
  {
    id: "by-tag",
    title: "Snitches by Tag",
    words: "group",
    to: { page: "/[caseId]", query: "group=tag" },
    isOnlyFound: true,
  },
  ...STATUSES.map((status) => ({
    id: `status-${status.toLowerCase()}`,
    title: `${status} Snitches`,
    words: "filter status",
    to: { page: "/[caseId]", query: `status=${status.toLowerCase()}` },
    isOnlyFound: true,
  })),
  { id: "board", title: "Board", words: "wall screen tv status", to: { page: "/[caseId]/board" } },
  { id: "incidents", title: "Incidents", words: "open problems alerts", to: { page: "/[caseId]/incidents" } },
  {
    id: "closed-incidents",
    title: "Closed Incidents",
    words: "past history resolved over",
    to: { page: "/[caseId]/incidents", query: "status=closed" },
    isOnlyFound: true,
  },
  {
    id: "maintenance",
    title: "Maintenance",
    words: "windows downtime planned",
    to: { page: "/[caseId]/maintenance" },
  },
  {
    id: "reports",
    title: "Reports",
    words: "uptime statistics month tag sla print",
    to: { page: "/[caseId]/reports" },
  },
  {
    id: "channels",
    title: "Channels",
    words: "integrations slack deliveries",
    to: { page: "/[caseId]/channels" },
  },
  {
    id: "webhooks",
    title: "Webhooks",
    words: "deliveries signing secret",
    to: { page: "/[caseId]/webhooks" },
    isOnlyFound: true,
  },
  {
    id: "drills",
    title: "Fire Drills",
    words: "test alerts confirm",
    to: { page: "/[caseId]/drills" },
    isOnlyFound: true,
  },
  {
    id: "monthly-drill",
    title: "Monthly Fire Drill",
    words: "plan schedule day hour every month",
    to: { page: "/[caseId]/drills", at: "monthly" },
    isOnlyFound: true,
  },
  {
    id: "api-keys",
    title: "API Keys",
    words: "tokens revoke sentry dsn",
    to: { page: "/[caseId]/api-keys" },
  },
  {
    id: "sentry-dsn",
    title: "Sentry DSN",
    words: "sdk replace",
    to: { page: "/[caseId]/api-keys", at: "sentry-dsn" },
    needs: "manage_keys",
    isOnlyFound: true,
  },
  {
    id: "settings",
    title: "Case Settings",
    words: "general preferences options",
    to: { page: "/[caseId]/settings" },
  },
  {
    id: "case-notifications",
    title: "Case Notifications",
    words: "settings alerts",
    to: { page: "/[caseId]/settings/notifications" },
    isOnlyFound: true,
  },
  {
    id: "members",
    title: "Members",
    words: "settings people team users roles",
    to: { page: "/[caseId]/settings/members" },
    isOnlyFound: true,
  },
  {
    id: "data",
    title: "Case Data",
    words: "settings import export",
    to: { page: "/[caseId]/settings/data" },
    isOnlyFound: true,
  },
  {
    id: "configuration",
    title: "Configuration",
    words: "settings apply a file plan yaml json export download",
    to: { page: "/[caseId]/settings/configuration" },
    needs: "change_settings",
    isOnlyFound: true,
  },
  {
    id: "audit-log",
    title: "Audit Log",
    words: "settings who changed what history",
    to: { page: "/[caseId]/settings/audit" },
    isOnlyFound: true,
  },
  {
    id: "mail-server",
    title: "Mail Server",
    words: "settings e-mail smtp resend set up",
    to: { page: "/[caseId]/settings/email" },
    isOnlyFound: true,
  },
  {
    id: "danger",
    title: "Delete the Case",
    words: "settings danger remove",
    to: { page: "/[caseId]/settings/danger" },
    needs: "own",
    isOnlyFound: true,
  },
].map((entry) => ({ ...entry, group: "Go To" }) as Entry);

const ACCOUNT: Entry[] = [
  {
    id: "account",
    title: "Your Account",
    words: "profile me settings preferences",
    group: "Your Account",
    to: { page: "/account" },
    isOnlyFound: true,
  },
  {
    id: "your-notifications",
    title: "Your Notifications",
    words: "settings alerts e-mails",
    group: "Your Account",
    to: { page: "/account/notifications" },
    isOnlyFound: true,
  },
];

const OPERATOR: Entry[] = [
  {
    id: "installation",
    title: "This Installation",
    words: "operator cases plans health",
    to: { page: "/operator" },
  },
  { id: "people", title: "People", words: "operator users accounts", to: { page: "/operator/users" } },
  {
    id: "installation-email",
    title: "E-mail of This Installation",
    words: "operator test mail smtp resend failures set up",
    to: { page: "/operator/email" },
  },
  {
    id: "heartbeats",
    title: "Heartbeats",
    words: "operator watch this installation",
    to: { page: "/operator/heartbeats" },
  },
  { id: "outbox", title: "Outbox", words: "operator captured e-mails", to: { page: "/outbox" } },
].map((entry) => ({ ...entry, ...INSTALLATION }));

/** What people look for in the documentation besides the titles of its pages. */
const DOCS_WORDS: Record<string, string> = {
  "/docs": "documentation help start",
  "/docs/api": "documentation rest http openapi reference",
  "/docs/protocols": "healthchecks cronitor sentry uptime kuma",
};

const DOCS: Entry[] = [
  ...DOCS_PAGES,
  ...API_PAGES.map(([page, title]) => [page, `API: ${title}`] as const),
].map(([page, title]) => ({
  id: `docs${page.slice("/docs".length).replaceAll("/", "-")}`,
  title: page === "/docs" ? "Documentation" : title,
  group: "Documentation",
  words: `docs help ${title} ${DOCS_WORDS[page] ?? ""}`,
  to: { page },
  isOnlyFound: page !== "/docs" && page !== "/docs/api",
}));

const CASES: Entry[] = [
  {
    id: "new-case",
    title: "New Case",
    words: "add create project workspace",
    group: "Cases",
    to: { page: "/cases/new" },
  },
];

/** Everything that the command menu offers besides snitches, incidents, cases and passages of the documentation, in its order. */
export const ENTRIES: Entry[] = [
  ...OF_A_SNITCH,
  ...OF_AN_INCIDENT,
  ...ACTIONS,
  ...PAGES,
  ...SETTINGS,
  ...ACCOUNT,
  ...OPERATOR,
  ...DOCS,
  ...CASES,
];

/** Pages without an entry, and why. A test compares both with the pages of `app`. */
export const LEFT_OUT: Record<string, string> = {
  "/": "It leads those who are signed in to their case.",
  "/sign-in": "For those who are signed out.",
  "/sign-in/link": "For those who are signed out.",
  "/sign-up": "For those who are signed out.",
  "/docs/search": "The menu shows its results.",
  "/password": "For those who have forgotten their password.",
};
