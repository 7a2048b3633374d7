import type { IncomingMessage } from "node:http";
import type { Origin } from "@/lib/imports/api";
import { aReceiver } from "./receiver";

/** A response of a product: a status, JSON, and headers. */
export type ProductResponse = {
  status?: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
};

type Ask = (url: URL, headers: IncomingMessage["headers"]) => ProductResponse;

/** A server that responds as a product does. `asked`: what it was asked for so far. */
export async function aProduct(respond: Ask) {
  const receiver = await aReceiver((response, { path, headers }) => {
    const {
      status = 200,
      body,
      text,
      headers: extra = {},
    } = respond(new URL(path, "http://product"), headers);
    response.writeHead(status, { "Content-Type": "application/json", ...extra });
    response.end(text ?? JSON.stringify(body ?? {}));
  });
  return {
    url: receiver.url.replace("/hook", ""),
    asked: () => receiver.requests.map(({ path }) => path),
    close: receiver.close,
  };
}

/** What an import of a product begins with. */
export const ORIGIN: Origin = {
  account: "ada",
  url: "",
  key: "",
  organization: "acme",
  file: new Uint8Array(),
  allowPrivate: true,
};

const unauthorized = (body: unknown): ProductResponse => ({ status: 401, body });

export const KEYS = {
  healthchecks: "abcdefghijklmnopqrstuvwxyz012345",
  dms: "d8a6f4a2c0e84b6f",
  cronitor: "c0ffee00c0ffee00c0ffee00c0ffee00",
  betterstack: "Xy7pLq9Zt3",
  sentry: "sntrys_abcdef",
  opsgenie: "eb243592-faa2-4ba2-a551-1afdf565c889",
};

const hasBasic = (headers: IncomingMessage["headers"], key: string) =>
  headers.authorization === `Basic ${Buffer.from(`${key}:`).toString("base64")}`;

const ping = (uuid: string) => ({
  ping_url: `https://hc-ping.com/${uuid}`,
  update_url: `https://healthchecks.io/api/v3/checks/${uuid}`,
  pause_url: `https://healthchecks.io/api/v3/checks/${uuid}/pause`,
  resume_url: `https://healthchecks.io/api/v3/checks/${uuid}/resume`,
});

const aCheck = {
  desc: "",
  started: false,
  last_ping: null,
  next_ping: null,
  n_pings: 0,
  manual_resume: false,
  methods: "",
  subject: "",
  subject_fail: "",
  start_kw: "",
  success_kw: "",
  failure_kw: "",
  filter_subject: false,
  filter_body: false,
  filter_http_body: false,
  filter_default_fail: false,
  badge_url: null,
  channels: "",
};

export const UUIDS = {
  simple: "31365bce-8da9-4729-8ff3-aaa71d56b712",
  cron: "803f680d-e89b-492b-82ef-2be7b774a92d",
  calendar: "7b6d2a38-1c5e-4f0a-9b57-0d2f4b7c8e11",
  paused: "0c8983c9-9d73-446f-adb5-0641fdacc9d4",
};

/** A project at Healthchecks, as its API of version 3 shows it. */
export const CHECKS = [
  {
    ...aCheck,
    ...ping(UUIDS.simple),
    uuid: UUIDS.simple,
    name: "Database backup",
    slug: "database-backup",
    tags: "prod  db",
    desc: "Runs on db1.",
    grace: 600,
    timeout: 86_400,
    status: "up",
    n_pings: 12,
    last_ping: "2026-11-20T03:04:05+00:00",
    channels: "4ec5a071-2d08-4baa-898a-eb4eb3cd6941",
  },
  {
    ...aCheck,
    ...ping(UUIDS.cron),
    uuid: UUIDS.cron,
    name: "",
    slug: "reports",
    tags: "",
    grace: 3_600,
    schedule: "15 5 * * *",
    tz: "Europe/Riga",
    status: "new",
    methods: "POST",
    manual_resume: true,
    filter_http_body: true,
    filter_default_fail: true,
    success_kw: "done,ok",
    failure_kw: "ERROR",
  },
  {
    ...aCheck,
    ...ping(UUIDS.calendar),
    uuid: UUIDS.calendar,
    name: "Payroll",
    slug: "",
    tags: "finance",
    grace: 60,
    schedule: "Mon..Fri *-*-* 12:00\nSun 18:00",
    tz: "UTC",
    status: "down",
  },
  {
    ...aCheck,
    ...ping(UUIDS.paused),
    uuid: UUIDS.paused,
    name: "Old sync",
    slug: "old-sync",
    tags: "",
    grace: 300,
    timeout: 5_400,
    status: "paused",
  },
];

export const HC_CHANNELS = [
  { id: "4ec5a071-2d08-4baa-898a-eb4eb3cd6941", name: "My Work Email", kind: "email" },
  { id: "746a083e-f542-4554-be1a-707ce16d3acc", name: "", kind: "slack" },
];

/** `versions`: of the API that the server knows. */
export const healthchecks =
  (versions = ["v1", "v2", "v3"], checks: object[] = CHECKS): Ask =>
  ({ pathname }, headers) => {
    const [, version = "", what] = /^\/api\/(v\d)\/(checks|channels)\/$/.exec(pathname) ?? [];
    if (!versions.includes(version)) return { status: 404, text: "<h1>Not Found</h1>" };
    if (headers["x-api-key"] !== KEYS.healthchecks) return unauthorized({ error: "wrong api key" });
    return { body: what === "checks" ? { checks } : { channels: HC_CHANNELS } };
  };

export const SNITCHES = [
  {
    token: "c2354d53d2",
    href: "/v1/snitches/c2354d53d2",
    name: "Nightly report",
    tags: ["critical", "database"],
    notes: "Sends the report.",
    status: "healthy",
    check_in_url: "https://nosnch.in/c2354d53d2",
    checked_in_at: "2026-11-20T21:23:27.882Z",
    created_at: "2026-01-03T21:23:27.000Z",
    type: { interval: "daily" },
    interval: "daily",
    alert_type: "smart",
    alert_email: ["ops@example.com"],
  },
  {
    token: "99aabbccdd00ff11",
    href: "/v1/snitches/99aabbccdd00ff11",
    name: "Queue",
    tags: [],
    notes: null,
    status: "paused",
    check_in_url: "https://nosnch.in/99aabbccdd00ff11",
    checked_in_at: null,
    created_at: "2026-01-03T21:23:27.000Z",
    type: { interval: "15_minute" },
    alert_type: "basic",
    alert_email: null,
  },
  // As another Tattle shows it.
  {
    token: "0011223344556677",
    name: "Weekday export",
    tags: [],
    notes: "",
    status: "pending",
    type: { interval: "weekly" },
    interval: "weekly",
    alert_type: "basic",
    alert_email: [],
    schedule: "30 7 * * 1-5",
    timezone: "Europe/Riga",
    grace: 900,
    early: 300,
    active: null,
    max_runtime: 1_200,
    depends_on: ["99aabbccdd00ff11"],
    channels: ["019cd72e-9a00-7000-8000-000000000001"],
  },
];

export const dms: Ask = ({ pathname }, headers) => {
  if (pathname !== "/v1/snitches") return { status: 404, body: { type: "resource_not_found", error: "No." } };
  if (!hasBasic(headers, KEYS.dms)) return unauthorized({ type: "api_key_invalid", error: "Bad key." });
  return { body: SNITCHES };
};

const aMonitor = {
  assertions: [],
  created: "2026-01-05T10:00:00Z",
  disabled: false,
  environments: ["production"],
  failure_tolerance: null,
  grace_seconds: 60,
  group: null,
  initialized: true,
  notify: ["default"],
  passing: true,
  paused: false,
  platform: "linux cron",
  note: null,
  realert_interval: "every 8 hours",
  running: false,
  schedule: null,
  schedules: null,
  schedule_tolerance: null,
  status: "Waiting for first event",
  tags: [],
  timezone: null,
};

export const MONITORS = [
  {
    ...aMonitor,
    key: "nightly-backup-job",
    name: "Nightly backup",
    type: "job",
    schedule: "0 0 * * *",
    schedules: ["0 0 * * *"],
    timezone: "America/New_York",
    grace_seconds: 300,
    tags: ["production"],
    group: "payments",
    note: "Runbook: wiki/backup",
    assertions: ["metric.duration < 15min", "metric.count > 0", "response.time < 2s"],
    failure_tolerance: 2,
  },
  {
    ...aMonitor,
    key: "XMSFTd",
    name: "Importer",
    type: "heartbeat",
    schedule: "every 5 min",
    schedules: ["every 5 min"],
    paused: true,
  },
  { ...aMonitor, key: "midday", name: "Midday", type: "job", schedule: "at 12:05" },
  { ...aMonitor, key: "adhoc", name: "Ad hoc", type: "job" },
  {
    ...aMonitor,
    key: "website-homepage",
    name: "Homepage",
    type: "check",
    schedule: "every 60 seconds",
    request: { url: "https://example.com" },
  },
];

/** In pages of two. */
export const cronitor: Ask = ({ pathname, searchParams }, headers) => {
  if (pathname !== "/api/monitors") return { status: 404, text: "Not found" };
  if (!hasBasic(headers, KEYS.cronitor)) return { status: 403, body: { detail: "Invalid API key" } };
  const page = Number(searchParams.get("page") ?? 1);
  const monitors = MONITORS.slice((page - 1) * 2, page * 2);
  return {
    body: { page, page_size: 2, total_monitor_count: MONITORS.length, version: "2025-11-28", monitors },
  };
};

const heartbeat = (id: string, token: string, attributes: object) => ({
  id,
  type: "heartbeat",
  attributes: {
    url: `https://uptime.betterstack.com/api/v1/heartbeat/${token}`,
    call: false,
    sms: false,
    email: true,
    push: true,
    team_wait: 180,
    heartbeat_group_id: null,
    team_name: "Test team",
    sort_index: null,
    paused_at: null,
    maintenance_from: null,
    maintenance_to: null,
    maintenance_timezone: "Amsterdam",
    maintenance_days: ["mon"],
    created_at: "2026-06-17T16:13:30.207Z",
    updated_at: "2026-06-17T16:13:30.207Z",
    status: "up",
    ...attributes,
  },
});

export const HEARTBEATS = [
  heartbeat("1", "abcd1234abcd1234abcd1234", {
    name: "Testing heartbeat",
    period: 10_800,
    grace: 300,
    heartbeat_group_id: 7,
  }),
  heartbeat("2", "kfm5HE7sBZaCtkEUXBH4kBuH", {
    name: null,
    period: 30,
    grace: 0,
    paused_at: "2026-06-18T10:00:00.000Z",
    status: "paused",
    maintenance_from: "01:00:00",
    maintenance_to: "03:00:00",
  }),
];

/** In pages of one. */
export const betterstack: Ask = ({ pathname, searchParams, origin }, headers) => {
  if (headers.authorization !== `Bearer ${KEYS.betterstack}`)
    return unauthorized({ errors: "Invalid token" });
  const page = Number(searchParams.get("page") ?? 1);
  const groups = [{ id: "7", type: "heartbeat_group", attributes: { name: "Backups", paused: false } }];
  const all = pathname === "/api/v2/heartbeats" ? HEARTBEATS : groups;
  const next = page < all.length ? `${origin}${pathname}?page=${page + 1}` : null;
  return { body: { data: all.slice(page - 1, page), pagination: { first: "", last: "", prev: null, next } } };
};

const aCronMonitor = {
  status: "active",
  isMuted: false,
  isUpserting: false,
  dateCreated: "2026-02-03T00:00:00Z",
  owner: { type: "team", id: "1", name: "ops" },
  alertRule: null,
  project: { id: "2", slug: "shop", name: "Shop", platform: "node" },
};

const config = {
  schedule_type: "crontab",
  timezone: "Europe/Vienna",
  checkin_margin: 5,
  max_runtime: 10,
  failure_issue_threshold: 2,
  recovery_threshold: 3,
  alert_rule_id: null,
};

export const CRON_MONITORS = [
  {
    ...aCronMonitor,
    id: "a8b1ba5e-0000-4000-8000-000000000001",
    slug: "send-invoices",
    name: "Send invoices",
    config: { ...config, schedule: "0 7 * * 1-5" },
    environments: [
      { name: "production", status: "ok", isMuted: false, lastCheckIn: "2026-11-20T07:00:10Z" },
      { name: "staging", status: "active", isMuted: true, lastCheckIn: null },
    ],
  },
  {
    ...aCronMonitor,
    id: "a8b1ba5e-0000-4000-8000-000000000002",
    slug: "cleanup",
    name: "cleanup",
    status: "disabled",
    config: {
      schedule_type: "interval",
      schedule: [2, "month"],
      timezone: null,
      checkin_margin: 0,
      max_runtime: null,
      failure_issue_threshold: null,
      recovery_threshold: null,
    },
    environments: [],
  },
];

/** In pages of one, with the cursors of its `Link` header. */
export const sentry: Ask = ({ pathname, searchParams }, headers) => {
  if (headers.authorization !== `Bearer ${KEYS.sentry}`) return unauthorized({ detail: "Invalid token" });
  if (pathname !== "/api/0/organizations/acme/monitors/")
    return { status: 404, body: { detail: "Not found" } };
  const offset = Number(searchParams.get("cursor")?.split(":")[1] ?? 0);
  const link = (rel: string, at: number, results: boolean) =>
    `<https://sentry.io${pathname}?&cursor=0:${at}:0>; rel="${rel}"; results="${results}"; cursor="0:${at}:0"`;
  const hasNext = offset + 1 < CRON_MONITORS.length;
  return {
    body: CRON_MONITORS.slice(offset, offset + 1),
    headers: { Link: `${link("previous", 0, offset > 0)}, ${link("next", offset + 1, hasNext)}` },
  };
};

export const OPSGENIE_HEARTBEATS = [
  {
    name: "Nightly Backup",
    description: "Of the orders",
    interval: 10,
    enabled: true,
    intervalUnit: "minutes",
    expired: true,
    ownerTeam: { id: "6c7be998-fad9-4491-a9a7-d99a4c0ae500", name: "ops_team" },
    lastPingTime: "2026-11-20T14:00:05.533Z",
    alertMessage: "The orders were not backed up",
    alertTags: ["db", "orders"],
    alertPriority: "P2",
  },
  {
    name: "importer",
    description: "a".repeat(5_000),
    interval: 1,
    enabled: false,
    intervalUnit: "days",
    expired: false,
    ownerTeam: {},
    alertTags: [],
    alertPriority: "P5",
  },
  { name: "日本語", description: "", interval: 5, enabled: true, intervalUnit: "hours", expired: false },
  {
    name: "nightly-backup",
    description: "",
    interval: 5,
    enabled: true,
    intervalUnit: "hours",
    expired: false,
  },
  { name: "odd", interval: 0, enabled: true, intervalUnit: "fortnights" },
];

export const opsgenieList = { data: { heartbeats: OPSGENIE_HEARTBEATS }, took: 0.1, requestId: "9bc9e05b" };

export const opsgenie: Ask = ({ pathname }, headers) => {
  if (headers.authorization !== `GenieKey ${KEYS.opsgenie}`)
    return unauthorized({ message: "Could not authenticate", took: 0, requestId: "9bc9e05b" });
  return pathname === "/v2/heartbeats" ? { body: opsgenieList } : { status: 404, body: {} };
};

/** What each product responds with, and the key for it. */
export const PRODUCTS = { healthchecks: healthchecks(), dms, cronitor, betterstack, sentry, opsgenie };
