import { presentEvent } from "@/lib/audit/present";
import { presentApiKey } from "@/lib/cases/present-api-key";
import type { StoredChannel } from "@/lib/channels/find";
import { presentChannel } from "@/lib/channels/present";
import type { Note } from "@/lib/incidents/notes";
import {
  type PresentableIncident,
  presentIncident,
  presentNote,
  UNKNOWN_CAUSE,
} from "@/lib/incidents/present";
import { type ListedMachine, presentMachine } from "@/lib/machines/list";
import type { ListedMaintenance } from "@/lib/maintenance/list";
import { presentMaintenance } from "@/lib/maintenance/present";
import { presentNotice } from "@/lib/pages/notices/present";
import type { Notice } from "@/lib/pages/notices/store";
import { presentBadge } from "@/lib/pages/present-badge";
import { presentPage } from "@/lib/pages/present-page";
import type { PresentedPublicPage } from "@/lib/pages/present-public-page";
import { env } from "@/lib/platform/env";
import { defaultsOf } from "@/lib/platform/setting";
import { DAY_MS } from "@/lib/rules/durations";
import { NO_FACTS, type Run } from "@/lib/rules/runs/run";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { presentRun } from "@/lib/runs/present";
import { NO_RELATIONS, type Presentable, presentSnitch } from "@/lib/snitches/present";
import { previewSchedule } from "@/lib/snitches/preview-schedule";
import { COLUMNS } from "@/lib/snitches/settings/settings";
import { presentBySlug } from "./present-by-slug";

const { filters: _, ...defaults } = defaultsOf(COLUMNS);

/** The snitch in the examples of the reference. Its tests create it. */
export const exampleSnitch: Omit<Presentable, "filters"> = {
  ...defaults,
  token: "c2354d53d2b1a4f0",
  name: "Nightly backup",
  tags: ["database"],
  notes: "Runs on db1.",
  status: "healthy",
  createdAt: new Date("2026-05-26T21:01:23.441Z"),
  checkedInAt: new Date("2026-05-27T02:00:07.118Z"),
  ...calendarTerms("daily"),
  running: 0,
  lastRunId: null,
  deadline: new Date("2026-05-29T00:00:00.000Z"),
  alertType: "basic",
};

/** The run in the examples of the reference. Its tests create it. */
export const exampleRun: Run = {
  ...NO_FACTS,
  exclusive: false,
  id: "019e6728-fd00-7a41-8c02-5f0d8a3b9e11",
  at: new Date("2026-05-27T02:00:00.000Z"),
  rid: "backup-2026-05-27",
  host: "db1",
  metrics: { rows: 812 },
  startedAt: new Date("2026-05-27T02:00:00.000Z"),
  aliveAt: new Date("2026-05-27T02:00:00.000Z"),
  endedAt: new Date("2026-05-27T02:04:12.000Z"),
  lastFinishAt: new Date("2026-05-27T02:04:12.000Z"),
  outcome: "succeeded",
  cause: null,
  failedCheck: null,
  exitStatus: "0",
  durationMs: 252_000,
  limitAt: null,
  outputId: null,
};

/** The incident in the examples of the reference. Its tests create it. */
export const exampleIncident: PresentableIncident = {
  id: "019e7140-1b80-7c3e-9d15-0f6f8e2b7a44",
  snitch: { token: exampleSnitch.token, name: exampleSnitch.name },
  cause: "missed",
  severity: "critical",
  openedAt: new Date("2026-05-29T00:00:00.000Z"),
  notifiedAt: new Date("2026-05-29T00:01:00.000Z"),
  closedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedVia: null,
  assignedTo: null,
  snoozedUntil: null,
  heldBy: null,
  machine: null,
};

/** The note in the examples of the reference. */
const exampleNote: Note = {
  id: "019e7150-2c00-7a41-8b36-2d5f7c9e1a03",
  at: new Date("2026-05-29T00:12:00.000Z"),
  writtenBy: "Terraform",
  writtenVia: "api",
  state: "identified",
  text: "The disk of db7 is full.",
};

/** The badge in the examples of the reference. Its tests create it. */
export const exampleBadge = {
  id: "5f0c7a1e-9d2b-4c83-8e6f-3b1d2a4c5e6f",
  label: "Backups",
  settings: { shows: "status", days: 30, style: "flat", tag: null },
  snitch: null,
  page: null,
} satisfies Parameters<typeof presentBadge>[0];

/** The status page in the examples of the reference. Its tests create it. */
export const examplePage = {
  slug: "acme",
  title: "Acme’s backups",
  settings: {
    description: "What we back up every night.",
    timezone: "Europe/Riga",
    language: "en",
    accent: null,
    links: [],
    footer: "",
    show_durations: false,
    publish: "never",
    publish_after: 900,
    notify_automatic: false,
  },
  logo: null,
  logoDark: null,
  visibility: "public",
  key: null,
  networks: [],
  components: [
    {
      id: "c4a1f6d8-0b3e-4f95-8a27-5e9d1c7b3f60",
      groupName: "",
      name: "Backup of the shop",
      tag: null,
      snitch: { token: exampleSnitch.token, name: exampleSnitch.name },
    },
  ],
} satisfies Parameters<typeof presentPage>[0];

/** What the page of the examples says. */
const publicExamplePage: PresentedPublicPage = {
  title: examplePage.title,
  state: "ok",
  as_of: "2026-05-29T00:12:00.000Z",
  components: examplePage.components.map(({ id, groupName: group, name }) => ({
    id,
    group,
    name,
    state: "ok",
    share_90d: 99.4,
  })),
  notices: [],
};

const presentedExamplePage = presentPage(examplePage, { mayChange: true });

/** The subscriber in the examples of the reference. Its tests create it. */
export const exampleSubscriber = {
  id: "8c2f6a1e-4b7d-4e90-a5c3-1d2e3f4a5b6c",
  address: "ada@example.com",
  components: [],
  confirmed_at: "2026-05-28T03:12:00.000Z",
};

/** The notice in the examples of the reference. Its tests create it. */
export const exampleNotice: Notice = {
  id: "019e7150-4c00-7a41-8b36-2d5f7c9e1a03",
  kind: "incident",
  title: "Backups of db7 are late",
  affected: [{ component: "3d6f8a1c-5b7e-4f20-9c4d-1a2b3c4d5e6f", impact: "minor" }],
  summary: "",
  incidentIds: [],
  maintenanceId: null,
  startsAt: null,
  endsAt: null,
  isAutomatic: false,
  createdAt: new Date("2026-05-29T00:15:00.000Z"),
  pages: [{ id: "7b1d2a4c-5e6f-4a0c-8a1e-9d2b4c838e6f", slug: "acme" }],
  updates: [
    {
      id: "019e7150-4c01-7a41-8b36-2d5f7c9e1a03",
      at: new Date("2026-05-29T00:15:00.000Z"),
      state: "investigating",
      text: "The disk of the backup server is full.",
      writtenBy: "Terraform",
    },
  ],
  state: "investigating",
  endedAt: null,
};

/** The same after its end. */
export const resolvedNotice: Notice = {
  ...exampleNotice,
  updates: [
    ...exampleNotice.updates,
    {
      id: "019e7150-5c02-7a41-8b36-2d5f7c9e1a03",
      at: new Date("2026-05-29T01:00:00.000Z"),
      state: "resolved",
      text: "There is room again.",
      writtenBy: "Terraform",
    },
  ],
  state: "resolved",
  endedAt: new Date("2026-05-29T01:00:00.000Z"),
};

const noticePath = `/v1/notices/${exampleNotice.id}`;
const updatePath = `${noticePath}/updates/${exampleNotice.updates[0]?.id}`;

/** The machine in the examples of the reference. Its tests create it. */
export const exampleMachine: ListedMachine = {
  host: "db7",
  firstSeenAt: new Date("2026-05-01T07:30:00.000Z"),
  lastSeenAt: new Date("2026-05-28T03:12:00.000Z"),
  version: "0.3.0",
  snitches: 0,
  missing: 0,
  silentSince: null,
};

/** The maintenance in the examples of the reference. Its tests create it. */
export const exampleMaintenance: ListedMaintenance = {
  id: "019e6730-1c00-7b52-9a3f-4a1c2b3d4e5f",
  name: "Database upgrade",
  note: "",
  coversAll: false,
  tags: ["database"],
  snitches: [],
  startsAt: new Date("2030-05-04T22:00:00.000Z"),
  endsAt: new Date("2030-05-05T02:00:00.000Z"),
  schedule: null,
};

/** The channel in the examples of the reference. Its tests create it. */
export const exampleChannel: StoredChannel = {
  id: "019e6730-1e00-7b52-9a3f-4a1c2b3d4e5f",
  kind: "slack",
  name: "On-call",
  url: "",
  settings: { url: "https://hooks.slack.com/services/T000/B000/XXXX" },
  disabledAt: null,
  disabledReason: null,
  limitedUntil: null,
  failingSince: null,
  failures: 0,
  createdAt: new Date("2026-05-27T08:00:00.000Z"),
  userId: null,
  tagsAny: ["database"],
  tagsAll: [],
  tagsNone: [],
  minSeverity: "warning",
  causes: [],
  isDefault: false,
};

/** The API key in the examples of the reference. */
export const exampleApiKey: Parameters<typeof presentApiKey>[0] = {
  id: "019e6730-2200-7b52-9a3f-4a1c2b3d4e5f",
  name: "Cron jobs",
  kind: "healthchecks",
  access: "ping",
  snitchLimit: 1_000,
  snitchesAdded: 12,
  tags: [],
  snitches: [],
  lastUsedVerb: "",
  lastUsedAddress: "",
  uses: [],
  usesSince: new Date("2026-05-27T08:00:00.000Z"),
  prefix: "5f0d8",
  createdAt: new Date("2026-05-27T08:00:00.000Z"),
  lastUsedAt: null,
  expiresAt: null,
};

const exampleDsn = {
  dsn: "https://5f0d8a3b9e110c2d4e6f8a0b1c2d3e4f@checkin.example.com/1",
  snitch_limit: 1_000 as number | null,
  snitches_added: 0,
};

const exampleEntry = {
  key: "nightly-backup",
  name: exampleSnitch.name,
  notes: exampleSnitch.notes,
  tags: exampleSnitch.tags,
  interval: "daily",
};

const exampleFile = {
  version: 1,
  case: "Acme",
  settings: { group_by_machine: true },
  escalation: [],
  channels: [],
  snitches: [exampleEntry],
  maintenance: [],
  pages: [],
  badges: [],
};

const exampleDigest = "9c1185a5c5e9fc54612808977ee8f548b2258d31a3a2f0b2d1f4d5c6a7b8c9d0";

const channelPath = `/v1/channels/${exampleChannel.id}`;

const WEEKLY = { schedule: "0 2 * * 0", timezone: "Europe/Riga", duration: 7_200 };

const maintenancePath = `/v1/maintenance/${exampleMaintenance.id}`;

/** A request and the body of its response: "" if it is empty, undefined if the reference does not show it. */
export type Example = { path: string; body?: unknown; response: unknown };

const SHOWN_AT = new Date("2026-05-27T12:00:00.000Z");

const snitchWith = (changes: Partial<Presentable> = {}) =>
  presentSnitch({ ...exampleSnitch, filters: null, ...changes }, env.CHECK_IN_URL, SHOWN_AT, NO_RELATIONS);

const path = `/v1/snitches/${exampleSnitch.token}`;

const snitchBySlug = presentBySlug({ token: exampleSnitch.token, slug: "nightly-backup", created: true });

const incidentPath = `/v1/incidents/${exampleIncident.id}`;

/** Its page is below that of the reader’s case. */
export const exampleCaseId = "019e6730-0000-7b52-9a3f-4a1c2b3d4e5f";

const presentedIncident = presentIncident(exampleCaseId, exampleIncident, UNKNOWN_CAUSE);

export const EXAMPLES = {
  listSnitches: { path: "/v1/snitches?tags=database", response: [snitchWith()] },
  showSnitch: { path, response: snitchWith() },
  createSnitch: {
    path: "/v1/snitches",
    body: { name: "Nightly backup", interval: "daily", tags: ["database"], notes: "Runs on db1." },
    response: snitchWith({ status: "pending", checkedInAt: null }),
  },
  updateSnitch: {
    path,
    body: { name: "Hourly backup", interval: "hourly", tags: ["database", "critical"] },
    response: snitchWith({ name: "Hourly backup", interval: "hourly", tags: ["database", "critical"] }),
  },
  ensureSnitch: {
    path: "/v1/snitches/slugs/nightly-backup",
    body: { schedule: "0 3 * * *", timezone: "Europe/Riga", grace: 900 },
    response: snitchBySlug,
  },
  ensureSnitches: {
    path: "/v1/snitches/slugs",
    body: { snitches: [{ slug: "nightly-backup", schedule: "0 3 * * *", timezone: "Europe/Riga" }] },
    response: { snitches: [snitchBySlug] },
  },
  replaySnitch: {
    path: `${path}/replay`,
    body: { schedule: "0 3 * * *", timezone: "Europe/Riga", grace: 420 },
    response: {
      since: "2026-04-27T12:00:00.000Z",
      until: "2026-05-27T12:00:00.000Z",
      alerts: [],
      was_alerted: [],
      days: [],
      suggested_grace: null,
      smallest_grace: null,
    },
  },
  addTags: { path: `${path}/tags`, body: ["critical", "db1"], response: ["database", "critical", "db1"] },
  removeTag: { path: `${path}/tags/database`, response: [] },
  pauseSnitch: { path: `${path}/pause`, body: { until: "2100-01-01T06:00:00.000Z" }, response: "" },
  unpauseSnitch: { path: `${path}/unpause`, response: "" },
  removeSnitch: { path, response: "" },
  listRuns: { path: `${path}/runs?limit=1`, response: [presentRun(exampleRun)] },
  showRun: { path: `${path}/runs/${exampleRun.id}`, response: { ...presentRun(exampleRun), output: null } },
  listIncidents: { path: "/v1/incidents?status=open", response: [presentedIncident] },
  showIncident: { path: incidentPath, response: presentedIncident },
  acknowledgeIncident: { path: `${incidentPath}/acknowledge`, response: "" },
  unacknowledgeIncident: { path: `${incidentPath}/unacknowledge`, response: "" },
  assignIncident: { path: `${incidentPath}/assign`, body: { member: null }, response: "" },
  addIncidentNote: {
    path: `${incidentPath}/notes`,
    body: { state: exampleNote.state, text: exampleNote.text },
    response: presentNote(exampleNote),
  },
  snoozeIncident: {
    path: `${incidentPath}/snooze`,
    // A fixed time would soon be in the past, or too far ahead.
    get body() {
      return { until: new Date(Math.ceil(Date.now() / DAY_MS + 1) * DAY_MS).toISOString() };
    },
    response: "",
  },
  unsnoozeIncident: { path: `${incidentPath}/unsnooze`, response: "" },
  listChannels: { path: "/v1/channels", response: [presentChannel(exampleChannel)] },
  showChannel: { path: channelPath, response: presentChannel(exampleChannel) },
  createChannel: {
    path: "/v1/channels",
    body: {
      kind: "slack",
      name: "On-call",
      settings: { url: "https://hooks.slack.com/services/T000/B000/XXXX" },
      routing: { tags_any: ["database"], min_severity: "warning" },
    },
    response: presentChannel(exampleChannel),
  },
  updateChannel: {
    path: channelPath,
    body: { enabled: true, name: "On-call" },
    response: presentChannel(exampleChannel),
  },
  testChannel: {
    path: `${channelPath}/test`,
    response: {
      id: "019e6730-2000-7b52-9a3f-4a1c2b3d4e5f",
      outcome: "accepted",
      text: "Accepted (200)",
      status: 200,
      response: "",
    },
  },
  removeChannel: { path: channelPath, response: "" },
  listPages: { path: "/v1/pages", response: [presentedExamplePage] },
  showPage: { path: `/v1/pages/${examplePage.slug}`, response: presentedExamplePage },
  createPage: {
    path: "/v1/pages",
    body: {
      slug: examplePage.slug,
      title: examplePage.title,
      description: examplePage.settings.description,
      timezone: examplePage.settings.timezone,
      visibility: examplePage.visibility,
      groups: [{ components: [{ name: "Backup of the shop", snitch: exampleSnitch.token }] }],
    },
    response: presentedExamplePage,
  },
  updatePage: {
    path: `/v1/pages/${examplePage.slug}`,
    body: { visibility: "public" },
    response: presentedExamplePage,
  },
  removePage: { path: `/v1/pages/${examplePage.slug}`, response: "" },
  readPublicPage: { path: `/status/${examplePage.slug}.json`, response: publicExamplePage },
  listBadges: { path: "/v1/badges", response: [presentBadge(exampleBadge)] },
  createBadge: {
    path: "/v1/badges",
    body: { subject: "case", label: "Backups" },
    response: presentBadge(exampleBadge),
  },
  revokeBadge: { path: `/v1/badges/${exampleBadge.id}`, response: "" },
  listSubscribers: {
    path: `/v1/pages/${examplePage.slug}/subscribers`,
    response: { count: 1, subscribers: [exampleSubscriber] },
  },
  removeSubscriber: {
    path: `/v1/pages/${examplePage.slug}/subscribers/${exampleSubscriber.id}`,
    response: "",
  },
  listNotices: { path: "/v1/notices", response: [presentNotice(exampleNotice)] },
  showNotice: { path: noticePath, response: presentNotice(exampleNotice) },
  createNotice: {
    path: "/v1/notices",
    body: {
      pages: ["acme"],
      kind: "incident",
      title: exampleNotice.title,
      state: "investigating",
      text: "The disk of the backup server is full.",
      affected: exampleNotice.affected,
    },
    response: presentNotice(exampleNotice),
  },
  updateNotice: {
    path: noticePath,
    body: { title: "Backups of db7 and db8 are late" },
    response: presentNotice({ ...exampleNotice, title: "Backups of db7 and db8 are late" }),
  },
  removeNotice: { path: noticePath, response: "" },
  addNoticeUpdate: {
    path: `${noticePath}/updates`,
    body: { state: "resolved", text: "There is room again.", at: "2026-05-29T01:00:00.000Z" },
    response: presentNotice(resolvedNotice),
  },
  changeNoticeUpdate: {
    path: updatePath,
    body: { text: "The disk of the second backup server is full." },
    response: presentNotice({
      ...exampleNotice,
      updates: exampleNotice.updates.map((update) => ({
        ...update,
        text: "The disk of the second backup server is full.",
      })),
    }),
  },
  removeNoticeUpdate: {
    path: `${noticePath}/updates/${resolvedNotice.updates[1]?.id}`,
    response: presentNotice(exampleNotice),
  },
  listMachines: { path: "/v1/machines", response: [presentMachine(exampleMachine)] },
  removeMachine: { path: `/v1/machines/${exampleMachine.host}`, response: "" },
  listMaintenance: { path: "/v1/maintenance", response: [presentMaintenance(exampleMaintenance)] },
  showMaintenance: { path: maintenancePath, response: presentMaintenance(exampleMaintenance) },
  createMaintenance: {
    path: "/v1/maintenance",
    body: {
      name: "Database upgrade",
      tags: ["database"],
      starts_at: "2030-05-04T22:00:00.000Z",
      ends_at: "2030-05-05T02:00:00.000Z",
    },
    response: presentMaintenance(exampleMaintenance),
  },
  updateMaintenance: {
    path: maintenancePath,
    body: { name: "Weekly upgrade", ...WEEKLY },
    response: presentMaintenance({
      ...exampleMaintenance,
      name: "Weekly upgrade",
      ...WEEKLY,
      endedEarlyAt: [],
    }),
  },
  removeMaintenance: { path: maintenancePath, response: "" },
  previewSchedule: {
    path: `/v1/schedule?${new URLSearchParams({ schedule: "30 7 * * 1-5", timezone: "Europe/Riga", from: "2026-05-29T12:00:00Z", count: "2" })}`,
    response: previewSchedule({
      schedule: "30 7 * * 1-5",
      timezone: "Europe/Riga",
      from: new Date("2026-05-29T12:00:00Z"),
      count: 2,
    }),
  },
  showConfiguration: { path: "/v1/configuration", response: exampleFile },
  planConfiguration: {
    path: "/v1/configuration/plan",
    body: { version: 1, snitches: [{ ...exampleEntry, interval: "hourly" }] },
    response: {
      digest: exampleDigest,
      summary: { create: 0, update: 1, delete: 0, unchanged: 0 },
      changes: [
        {
          action: "update",
          kind: "snitch",
          key: exampleEntry.key,
          name: exampleEntry.name,
          fields: [{ name: "interval", before: "daily", after: "hourly" }],
          replay: null,
        },
      ],
      missing_secrets: [],
      warnings: [],
    },
  },
  applyConfiguration: {
    path: `/v1/configuration/apply?digest=${exampleDigest}`,
    body: { file: { version: 1, snitches: [{ ...exampleEntry, interval: "hourly" }] }, secrets: {} },
    response: undefined,
  },
  listApiKeys: { path: "/v1/api_keys", response: [presentApiKey(exampleApiKey)] },
  createApiKey: {
    path: "/v1/api_keys",
    body: { name: "Cron jobs", kind: "healthchecks", access: "ping" },
    response: { id: exampleApiKey.id, name: "Cron jobs", key: "5f0d8a3b9e110c2d4e6f8a0b" },
  },
  changeApiKey: {
    path: `/v1/api_keys/${exampleApiKey.id}`,
    body: { snitch_limit: 5_000 },
    response: presentApiKey({ ...exampleApiKey, snitchLimit: 5_000 }),
  },
  rotateApiKey: {
    path: `/v1/api_keys/${exampleApiKey.id}/rotate`,
    body: { overlap_hours: 24 },
    response: {
      id: exampleApiKey.id,
      name: "Cron jobs",
      key: "5f0d8a3b9e110c2d4e6f8a0b",
      former_works_until: "2026-05-28T12:00:00.000Z",
    },
  },
  removeApiKey: { path: `/v1/api_keys/${exampleApiKey.id}`, response: "" },
  listAuditEvents: {
    path: "/v1/audit?limit=1",
    response: [
      presentEvent({
        id: "019e6730-2400-7b52-9a3f-4a1c2b3d4e5f",
        at: new Date("2026-05-27T08:00:00.000Z"),
        caseId: exampleCaseId,
        action: "api_key.created",
        actorKind: "user",
        actorId: null,
        actorName: "ada@example.com",
        address: "192.0.2.7",
        resourceId: exampleApiKey.id,
        resourceName: "Cron jobs",
        facts: { access: "ping" },
      }),
    ],
  },
  searchRuns: { path: "/v1/runs?q=disk", response: [] },
  listHints: { path: "/v1/hints", response: [] },
  replaceHints: {
    path: "/v1/hints",
    body: [{ exit_status: 137, hint: "Out of memory: see runbook 4.", url: "https://wiki.example.com/4" }],
    response: [
      {
        exit_status: 137,
        text: null,
        hint: "Out of memory: see runbook 4.",
        url: "https://wiki.example.com/4",
      },
    ],
  },
  showSentryDsn: {
    path: "/v1/sentry_dsn",
    response: exampleDsn,
  },
  changeSentryDsn: {
    path: "/v1/sentry_dsn",
    body: { snitch_limit: null },
    response: { ...exampleDsn, snitch_limit: null },
  },
  describeApi: { path: "/v1/openapi.json", response: undefined },
} satisfies Record<string, Example>;

const shellQuote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The curl command for an example. Without a key it sends no authorization. */
export function buildCurlCommand(
  method: string,
  { path, body }: Example,
  key: string | null,
  baseUrl: string,
): string {
  const options = [...(method === "GET" ? [] : [`-X ${method}`]), ...(key === null ? [] : [`-u ${key}:`])];
  const bodyOptions =
    body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuote(JSON.stringify(body))}`];
  return [["curl", ...options, shellQuote(`${baseUrl}${path}`)].join(" "), ...bodyOptions].join(" \\\n  ");
}
