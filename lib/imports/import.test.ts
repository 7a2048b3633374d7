import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createCheckInServer } from "@/checkin/http-server";
import { createApiKey } from "@/lib/cases/api-key";
import { listStored } from "@/lib/channels/find";
import { db, pool } from "@/lib/platform/db";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { aKumaDatabase, KUMA_ROWS, PUSH_TOKEN } from "@/testing/kuma-database";
import { aProduct, healthchecks, KEYS, ORIGIN, opsgenieList, PRODUCTS, UUIDS } from "@/testing/products";
import { requestProtocol } from "@/testing/protocol-request";
import type { Origin } from "./api";
import { type ImportReport, importInto } from "./import";
import { TAKEN } from "./plan";
import type { SourceName } from "./source-names";
import { LOADERS } from "./sources";

// Tokens are unique among all cases, so what another test imported is taken.
beforeEach(() => db.case.deleteMany());

type ApiName = keyof typeof PRODUCTS;

async function buildOrigin(name: SourceName): Promise<Origin> {
  if (name === "kuma") return { ...ORIGIN, file: await aKumaDatabase(2, KUMA_ROWS) };
  const product = await aProduct(PRODUCTS[name as ApiName]);
  onTestFinished(product.close);
  return { ...ORIGIN, url: product.url, key: KEYS[name as ApiName] };
}

const OPTIONS = { by: ACTOR, now: new Date("2026-03-10T00:00Z"), isDryRun: false, mayAddChannels: true };

type TheCase = Awaited<ReturnType<typeof aCase>>;

const importFrom = async (name: SourceName, theCase: TheCase, options = {}): Promise<ImportReport> =>
  importInto(theCase, await LOADERS[name](await buildOrigin(name)), { ...OPTIONS, ...options });

const listSnitches = (caseId: string) => db.snitch.findMany({ where: { caseId }, orderBy: { id: "asc" } });

const listReasons = (report: ImportReport, what: string) =>
  report.leftOut.filter((one) => one.what === what).map(({ why }) => why);

/** All rows of the tables that an import may change. */
async function everything() {
  const tables = [
    "snitches",
    "channels",
    "cases",
    "audit_events",
    "recipients",
    "emails",
    "check_ins",
    "api_keys",
  ];
  const rows = await Promise.all(
    tables.map((table) => pool.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1::text`)),
  );
  return rows.map(({ rows }) => rows);
}

const counts: [SourceName, number, number][] = [
  ["healthchecks", 4, 0],
  ["dms", 3, 0],
  ["cronitor", 3, 0],
  ["kuma", 2, 2],
  ["betterstack", 2, 0],
  ["sentry", 3, 0],
  ["opsgenie", 2, 0],
];

describe.each(counts)("%s", (name, snitches, channels) => {
  test("a dry run changes nothing, and says what the import then does", async () => {
    const theCase = await aCase();
    const before = await everything();

    const tried = await importFrom(name, theCase, { isDryRun: true });

    expect(await everything()).toEqual(before);
    const done = await importFrom(name, theCase);
    expect({ ...done, isDryRun: true }).toEqual(tried);
    expect([done.created.length, done.channels.length, done.unchanged]).toEqual([snitches, channels, 0]);
    expect(await listSnitches(theCase.id)).toHaveLength(snitches);
  });

  test("a second import changes nothing", async () => {
    const theCase = await aCase();
    await importFrom(name, theCase);
    const before = await everything();

    const again = await importFrom(name, theCase);

    expect(again).toMatchObject({ created: [], channels: [], unchanged: snitches + channels });
    expect(await everything()).toEqual(before);
  });

  test("another case is not touched, and its addresses are not taken", async () => {
    const other = await aCase();
    await importFrom(name, other);
    const before = await listSnitches(other.id);
    const hasTokens = !["cronitor", "sentry", "opsgenie"].includes(name);
    const theCase = await aCase();

    const report = await importFrom(name, theCase);

    expect(await listSnitches(other.id)).toEqual(before);
    expect(report.created).toHaveLength(hasTokens ? 0 : snitches);
    const refused = report.leftOut.filter(({ why }) => why === TAKEN);
    expect(refused).toHaveLength(hasTokens ? snitches : 0);
    expect(JSON.stringify(report)).not.toContain(other.id);
  });
});

test("a check of Healthchecks keeps its UUID, slug, schedule, grace and filters", async () => {
  const theCase = await aCase();

  const report = await importFrom("healthchecks", theCase);

  const [simple, cron, calendar] = await listSnitches(theCase.id);
  expect(simple).toMatchObject({
    token: UUIDS.simple,
    name: "Database backup",
    slug: "database-backup",
    tags: ["prod", "db"],
    notes: "Runs on db1.",
    schedule: "every 1 days",
    grace: 600,
    maxRuntime: 600,
    filters: null,
    status: "pending",
  });
  expect(cron).toMatchObject({
    token: UUIDS.cron,
    name: "reports",
    schedule: "15 5 * * *",
    timezone: "Europe/Riga",
    filters: {
      methods: "POST",
      inSubject: false,
      inBody: false,
      inHttpBody: true,
      successKeywords: "done,ok",
      failureKeywords: "ERROR",
      startKeywords: "",
      failsByDefault: true,
      manualResume: true,
    },
  });
  expect(calendar).toMatchObject({ schedule: "Mon..Fri *-*-* 12:00\nSun 18:00", slug: "" });
  expect(report.leftOut.map(({ what }) => what)).toEqual([
    "integration “My Work Email” (email)",
    "integration slack",
  ]);
});

test("a server of Healthchecks that knows only the first API is read too", async () => {
  const product = await aProduct(healthchecks(["v1"]));
  onTestFinished(product.close);
  const imported = await LOADERS.healthchecks({ ...ORIGIN, url: product.url, key: KEYS.healthchecks });

  expect(imported.snitches).toHaveLength(4);
  expect(product.asked()).toEqual(["/api/v3/checks/", "/api/v1/checks/", "/api/v1/channels/"]);
});

test("snitches keep their tokens and all that both services know", async () => {
  const theCase = await aCase();

  await importFrom("dms", theCase);

  expect(await listSnitches(theCase.id)).toMatchObject([
    {
      token: "c2354d53d2",
      interval: "daily",
      alertType: "smart",
      alertEmail: ["ops@example.com"],
      notes: "Sends the report.",
    },
    { token: "99aabbccdd00ff11", interval: "15_minute", alertEmail: [], notes: "" },
    {
      token: "0011223344556677",
      schedule: "30 7 * * 1-5",
      timezone: "Europe/Riga",
      grace: 900,
      maxRuntime: 1_200,
      channels: [],
    },
  ]);
});

test("monitors of Cronitor keep their keys as slugs, and say what is missing", async () => {
  const theCase = await aCase();

  const report = await importFrom("cronitor", theCase);

  expect(await listSnitches(theCase.id)).toMatchObject([
    {
      slug: "nightly-backup-job",
      schedule: "0 0 * * *",
      timezone: "America/New_York",
      grace: 300,
      tags: ["production", "payments"],
      notes: "Runbook: wiki/backup",
      checks: ["duration < 15min", "metric.count > 0"],
    },
    { slug: "XMSFTd", schedule: "every 5 minutes" },
    { slug: "midday", schedule: "5 12 * * *" },
  ]);
  expect(report.leftOut).toEqual([
    { what: "“Ad hoc”", why: "it has no schedule: give it one, and import again" },
    { what: "“Homepage”", why: "it is a check: Tattle watches jobs, not websites" },
    { what: "an assertion of “Nightly backup”", why: expect.stringContaining("at most 5") },
    { what: "tolerance of “Nightly backup”", why: expect.any(String) },
    { what: "notification lists", why: expect.any(String) },
  ]);
});

test("push monitors of Uptime Kuma keep their tokens, and its notifications become channels", async () => {
  const theCase = await aCase();

  const report = await importFrom("kuma", theCase);

  const channels = await listStored(theCase.id);
  expect(channels.map(({ kind, name, settings }) => ({ kind, name, settings }))).toMatchObject([
    {
      kind: "slack",
      name: "Team",
      settings: { url: "https://hooks.slack.com/services/T000/B000/S3cr3tT4il" },
    },
    { kind: "ntfy", name: "Phone", settings: { url: "https://ntfy.sh", topic: "jobs-7f3" } },
  ]);
  expect(await listSnitches(theCase.id)).toMatchObject([
    {
      token: PUSH_TOKEN,
      name: "Backup",
      schedule: "every 1 hours",
      grace: 600,
      tags: ["prod", "host:db1"],
      channels: [channels[0]?.id],
    },
    { token: "x9Yz8Wv7Ut", schedule: "every 30 seconds", grace: null, channels: [] },
  ]);
  expect(report.leftOut.map(({ what }) => what)).toEqual([
    "channel “Chat”",
    "interval of “Sync”",
    "“Homepage”",
    "notification “Mail”",
    "notification “Old”",
    "notification “Cat”",
  ]);
  expect(JSON.stringify(report)).not.toContain("S3cr3tT4il");
});

test("a database of Uptime Kuma 1 is read as one of version 2, which has descriptions and groups as well", async () => {
  const rows = `${KUMA_ROWS} INSERT INTO monitor (id, name, type, interval) VALUES (9, 'Servers', 'group', 60);
    UPDATE monitor SET description = 'On db1', parent = 9 WHERE id = 1;`;
  const [first, second] = await Promise.all([
    LOADERS.kuma({ ...ORIGIN, file: await aKumaDatabase(1, KUMA_ROWS) }),
    LOADERS.kuma({ ...ORIGIN, account: "bob", file: await aKumaDatabase(2, rows) }),
  ]);

  const [backup] = second.snitches;
  expect(backup?.attributes).toEqual({
    ...first.snitches[0]?.attributes,
    notes: "On db1",
    tags: ["prod", "host:db1", "Servers"],
  });
  expect(second.snitches[1]).toEqual(first.snitches[1]);
  expect(second.channels).toEqual(first.channels);
  expect(second.leftOut).toEqual(first.leftOut);
});

test("heartbeats of Better Stack keep their tokens, and their groups become tags", async () => {
  const theCase = await aCase();

  await importFrom("betterstack", theCase);

  expect(await listSnitches(theCase.id)).toMatchObject([
    {
      token: "abcd1234abcd1234abcd1234",
      name: "Testing heartbeat",
      schedule: "every 3 hours",
      grace: 300,
      tags: ["Backups"],
    },
    {
      token: "kfm5HE7sBZaCtkEUXBH4kBuH",
      name: "kfm5HE7sBZaCtkEUXBH4kBuH",
      schedule: "every 30 seconds",
      grace: 0,
    },
  ]);
});

test("a monitor of Sentry becomes a snitch for each environment", async () => {
  const theCase = await aCase();

  const report = await importFrom("sentry", theCase);

  const invoices = {
    slug: "send-invoices",
    schedule: "0 7 * * 1-5",
    timezone: "Europe/Vienna",
    grace: 300,
    maxRuntime: 600,
  };
  expect(await listSnitches(theCase.id)).toMatchObject([
    {
      ...invoices,
      environment: "production",
      name: "Send invoices",
      alertAfter: 2,
      recoverAfter: 3,
      tags: ["shop"],
    },
    { ...invoices, environment: "staging", name: "Send invoices (staging)" },
    {
      slug: "cleanup",
      environment: "production",
      schedule: "every 60 days",
      grace: 60,
      maxRuntime: 1_800,
      alertAfter: 1,
    },
  ]);
  expect(report.leftOut.map(({ what }) => what)).toEqual(["alert rules and owners"]);
});

test("jobs go on with their old addresses, of which only the host changes", async () => {
  const theCase = await aCase();
  await importFrom("healthchecks", theCase);
  await importFrom("kuma", theCase);
  const server = createCheckInServer().listen(0);
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const responses = await Promise.all(
    [`${url}/${UUIDS.simple}`, `${url}/api/push/${PUSH_TOKEN}?status=up&msg=OK&ping=`].map((address) =>
      fetch(address),
    ),
  );

  server.close();
  expect(responses.map(({ status }) => status)).toEqual([202, 200]);
  const healthy = (await listSnitches(theCase.id)).filter(({ status }) => status === "healthy");
  expect(healthy.map(({ token }) => token).sort()).toEqual([UUIDS.simple, PUSH_TOKEN].sort());
});

test("a case on hold imports nothing", async () => {
  const theCase = await aCase({ onHoldAt: new Date("2026-03-10T00:00Z") });

  await expect(importFrom("dms", theCase)).rejects.toMatchObject({ type: "account_on_hold" });

  expect(await listSnitches(theCase.id)).toEqual([]);
});

test("what the plan has no room for is left out, and added after a change of the plan", async () => {
  const theCase = await aCase({ plan: "free" });
  const report = await importFrom("healthchecks", theCase);
  expect(report.created).toEqual(["Database backup"]);
  expect(listReasons(report, "“Payroll”")).toEqual(["the plan of this case has no room for more snitches"]);

  const larger = await db.case.update({ where: { id: theCase.id }, data: { plan: "team" } });

  expect((await importFrom("healthchecks", larger)).created).toEqual(["reports", "Payroll", "Old sync"]);
});

test("heartbeats of Opsgenie keep their names as slugs, and what has no place here", async () => {
  const theCase = await aCase();

  const report = await importFrom("opsgenie", theCase);

  expect(await listSnitches(theCase.id)).toMatchObject([
    {
      slug: "nightly-backup",
      name: "Nightly Backup",
      schedule: "every 10 minutes",
      grace: 0,
      tags: ["db", "orders"],
      notes: "The orders were not backed up",
      severity: "warning",
      status: "pending",
      opsgenie: {
        description: "Of the orders",
        ownerTeam: { id: "6c7be998-fad9-4491-a9a7-d99a4c0ae500", name: "ops_team" },
        alertPriority: "P2",
      },
    },
    {
      slug: "importer",
      schedule: "every 1 day",
      severity: "info",
      status: "paused",
      pauseUntil: "unpaused",
      opsgenie: { alertPriority: "P5" },
    },
  ]);
  expect(report.leftOut).toEqual([
    { what: "“日本語”", why: "its slug must be letters, digits, hyphens, underscores and dots" },
    { what: "“nightly-backup”", why: "there is another one with the same address" },
    { what: "description of “importer”", why: "it is longer than 4 kB" },
    {
      what: "“odd”",
      why: "interval must be at least 1; intervalUnit must be minutes, hours or days",
    },
    { what: "teams, routing rules and on-call schedules", why: expect.any(String) },
  ]);
});

test("heartbeats of Opsgenie are imported from a file, too, and then pinged by their names", async () => {
  const theCase = await aCase();
  const { key } = await createApiKey(theCase.id, { name: "Pings", access: "ping" }, ACTOR);
  const file = Buffer.from(JSON.stringify(opsgenieList));

  await importInto(theCase, await LOADERS.opsgenie({ ...ORIGIN, file }), OPTIONS);

  const headers = { authorization: `GenieKey ${key}` };
  const path = "/opsgenie/v2/heartbeats/Nightly%20Backup/ping";
  expect((await requestProtocol(path, { headers })).status).toBe(202);
});

test("a schedule that the plan does not include is left out with the plan that has it", async () => {
  const theCase = await aCase({ plan: "starter" });

  const report = await importFrom("betterstack", theCase);

  expect(report.created).toEqual(["Testing heartbeat"]);
  expect(listReasons(report, "“kfm5HE7sBZaCtkEUXBH4kBuH”")).toEqual([
    "schedule is not included in the starter plan; the team plan has it",
  ]);
});

test("a slug that another snitch of the case has stays with that one", async () => {
  const theCase = await aCase();
  const before = await aSnitch({ caseId: theCase.id, slug: "database-backup" });

  const report = await importFrom("healthchecks", theCase);

  expect(listReasons(report, "slug “database-backup” of “Database backup”")).toEqual([
    "another snitch of this case has it",
  ]);
  const named = await db.snitch.findMany({ where: { caseId: theCase.id, slug: "database-backup" } });
  expect(named.map(({ id }) => id)).toEqual([before.id]);
  expect((await importFrom("healthchecks", theCase)).created).toEqual([]);
});

test("snitches that were changed after an import stay as they are", async () => {
  const theCase = await aCase();
  await importFrom("healthchecks", theCase);
  await db.snitch.update({ where: { token: UUIDS.simple }, data: { name: "Renamed", slug: "", grace: 5 } });
  const before = await everything();

  expect((await importFrom("healthchecks", theCase)).created).toEqual([]);

  expect(await everything()).toEqual(before);
});

test("members who may not manage channels import only snitches", async () => {
  const theCase = await aCase();

  const report = await importFrom("kuma", theCase, { mayAddChannels: false });

  expect(report.channels).toEqual([]);
  expect(listReasons(report, "channel “Team”")).toEqual([
    "only an admin can add channels: ask one to import them",
  ]);
  expect(await listStored(theCase.id)).toEqual([]);
  expect(report.created).toHaveLength(2);
});

test("two imports at once create each snitch once, and neither fails", async () => {
  const theCase = await aCase();

  const reports = await Promise.all([
    importFrom("healthchecks", theCase),
    importFrom("healthchecks", theCase),
    importFrom("sentry", theCase),
    importFrom("sentry", theCase),
  ]);

  expect(await listSnitches(theCase.id)).toHaveLength(7);
  expect(reports.every(({ leftOut }) => Array.isArray(leftOut))).toBe(true);
});

test("each new snitch is in the audit log with who imported it", async () => {
  const theCase = await aCase();

  await importFrom("betterstack", theCase);

  const events = await db.auditEvent.findMany({
    where: { caseId: theCase.id, action: "snitch.created" },
    orderBy: { id: "asc" },
  });
  expect(events).toMatchObject([
    { action: "snitch.created", resourceId: "abcd1234abcd1234abcd1234", actorName: ACTOR.name },
    { action: "snitch.created", resourceId: "kfm5HE7sBZaCtkEUXBH4kBuH", actorName: ACTOR.name },
  ]);
});

test.each<[SourceName, string, "healthy" | "unpaused"]>([
  ["healthchecks", "Old sync", "healthy"],
  ["cronitor", "Importer", "unpaused"],
  ["kuma", "Sync", "unpaused"],
  ["sentry", "cleanup", "unpaused"],
])(
  "a paused job of %s is paused here, before its first check-in, and nobody is alerted of that",
  async (source, name, until) => {
    const theCase = await aCase();
    await importFrom(source, theCase);
    const paused = await db.snitch.findFirstOrThrow({ where: { caseId: theCase.id, name } });
    expect(paused).toMatchObject({ status: "paused", pauseUntil: until, statusBeforePause: "pending" });
    expect(await db.alert.count({ where: { caseId: theCase.id } })).toBe(0);
  },
);
