import { beforeEach, describe, expect, test } from "vitest";
import { GET as ofHost } from "@/app/v2/[[...path]]/route";
import { createApiKey } from "@/lib/cases/api-key";
import type { ApiKeyAccess } from "@/lib/cases/api-key-form";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { updateSnitch } from "@/lib/monitoring/update";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { requestProtocol } from "@/testing/protocol-request";
import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "./[[...path]]/route";

const HANDLERS = { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT };
type Method = keyof typeof HANDLERS;

let caseId = "";
let key = "";
beforeEach(async () => {
  ({ id: caseId } = await aCase({ plan: "unlimited" }));
  ({ key } = await createApiKey(caseId, { name: "Heartbeats" }, ACTOR));
});

type Heartbeat = Record<"name" | "interval" | "intervalUnit" | "expired" | "lastPingTime", unknown>;
/** What tests read of the bodies of all operations. */
type Responded = { message: string; data: Heartbeat & { heartbeats: Heartbeat[] } };

type Given = { body?: unknown; authorization?: string; handle?: typeof GET };

async function ask(method: Method, path: string, { body, authorization, handle }: Given = {}) {
  const request = new Request(`http://localhost:3000/opsgenie/v2/heartbeats${path}`, {
    method,
    headers: { Authorization: authorization ?? `GenieKey ${key}` },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const response = await (handle ?? HANDLERS[method])(request);
  const text = await response.text();
  expect(response.headers.get("content-type") ?? "").toBe(
    text === "" ? "" : "application/json; charset=utf-8",
  );
  return { status: response.status, body: JSON.parse(text || "null") as Responded, response };
}

const META = { took: expect.any(Number), requestId: expect.stringMatching(/^[\da-f-]{36}$/) };

const NEW = {
  name: "Nightly Backup",
  description: "Of the orders",
  interval: 10,
  intervalUnit: "minutes",
  enabled: true,
  ownerTeam: { name: "ops" },
  alertMessage: "The orders were not backed up",
  alertTags: ["db", "orders"],
  alertPriority: "P2",
};

const findSnitch = (slug = "nightly-backup") => db.snitch.findFirstOrThrow({ where: { caseId, slug } });
const create = (given: object = {}) => ask("POST", "", { body: { ...NEW, ...given } });

describe("a new heartbeat", () => {
  test("is a snitch, and is shown as it was sent", async () => {
    const created = await create();

    expect(created).toMatchObject({ status: 201, body: META });
    expect(Object.keys(created.body)).toEqual(["data", "took", "requestId"]);
    expect(created.body.data).toEqual({ ...NEW, expired: false });
    expect(await findSnitch()).toMatchObject({
      name: "Nightly Backup",
      slug: "nightly-backup",
      schedule: "every 10 minutes",
      grace: 0,
      severity: "warning",
      tags: ["db", "orders"],
      notes: "The orders were not backed up",
      status: "pending",
      opsgenie: { description: "Of the orders", ownerTeam: { name: "ops" }, alertPriority: "P2" },
    });
    const shown = await ask("GET", "/Nightly%20Backup");
    expect(shown).toMatchObject({ status: 200, body: { data: created.body.data, ...META } });
    expect((await ask("GET", "/nightly-backup")).body.data).toEqual(created.body.data);
  });

  test("that says only what it must has Opsgenie’s defaults", async () => {
    const body = {
      name: "a",
      interval: 1,
      intervalUnit: "days",
      enabled: null,
      ownerTeam: {},
      alertTags: null,
    };

    expect((await ask("POST", "/", { body })).body.data).toEqual({
      name: "a",
      description: "",
      interval: 1,
      intervalUnit: "days",
      enabled: true,
      expired: false,
      alertMessage: "",
      alertTags: [],
      alertPriority: "P3",
    });
    expect(await findSnitch("a")).toMatchObject({
      schedule: "every 1 day",
      severity: "warning",
      opsgenie: {},
    });
  });

  test.each([
    ["P1", "critical"],
    ["P2", "warning"],
    ["P3", "warning"],
    ["P4", "info"],
    ["P5", "info"],
  ])("of priority %s has the severity %s, and keeps its priority", async (alertPriority, severity) => {
    expect((await create({ alertPriority })).body.data).toMatchObject({ alertPriority });
    expect(await findSnitch()).toMatchObject({ severity });
  });

  test("that is disabled is paused until someone enables it, through pings", async () => {
    const { body } = await create({ enabled: false });

    expect(body.data).toMatchObject({ enabled: false });
    expect((await ask("POST", "/nightly-backup/ping")).status).toBe(202);
    expect(await findSnitch()).toMatchObject({ status: "paused", pauseUntil: "unpaused" });
    expect((await ask("POST", "/nightly-backup/enable")).body).toEqual({
      data: { name: "Nightly Backup", enabled: true, expired: false },
      ...META,
    });
    expect((await findSnitch()).status).toBe("healthy");
  });

  test.each([
    [{ name: undefined }, { name: expect.any(String) }],
    [{ name: "" }, { name: expect.any(String) }],
    [{ name: "日本語" }, { name: expect.stringContaining("a letter from a to z") }],
    [{ name: "a".repeat(201) }, { name: expect.any(String) }],
    [{ name: "a\0" }, { name: expect.any(String) }],
    [{ interval: 0 }, { interval: "must be at least 1" }],
    [{ interval: 1.5 }, { interval: "must be a whole number" }],
    [{ interval: "10" }, { interval: "must be a whole number" }],
    [{ interval: 366, intervalUnit: "days" }, { interval: "must be every 365 days or shorter" }],
    [{ intervalUnit: "weeks" }, { intervalUnit: "must be minutes, hours or days" }],
    [{ intervalUnit: undefined }, { intervalUnit: "must be minutes, hours or days" }],
    [{ enabled: "yes" }, { enabled: "must be true or false" }],
    [{ ownerTeam: "ops" }, { ownerTeam: "must be an object" }],
    [{ ownerTeam: { name: "\0" } }, { ownerTeam: expect.any(String) }],
    [{ description: "\ud800" }, { description: expect.any(String) }],
    [{ description: "a".repeat(4_000) }, { description: expect.stringContaining("4 kB") }],
    [{ description: "é".repeat(2_100) }, { description: expect.stringContaining("4 kB") }],
    [{ alertTags: "db" }, { alertTags: "must be a list of texts" }],
    [{ alertTags: [".."] }, { alertTags: expect.any(String) }],
    [{ alertMessage: "a".repeat(10_001) }, { alertMessage: expect.any(String) }],
    [{ alertPriority: "P6" }, { alertPriority: "must be P1, P2, P3, P4 or P5" }],
  ])("that cannot be used is 422, and says why: %#", async (given, errors) => {
    expect(await create(given)).toMatchObject({
      status: 422,
      body: { message: "Some attributes are missing or invalid.", errors, ...META },
    });
    expect(await db.snitch.count({ where: { caseId } })).toBe(0);
  });

  test("with 4 kB that have no place here is kept to the last byte", async () => {
    const description = "é\n".repeat(960);
    const { status } = await create({ description, ownerTeam: { id: "1", name: "\u0001é\\" } });

    expect(status).toBe(201);
    expect((await ask("GET", "/nightly-backup")).body.data).toMatchObject({ description });
  });

  test.each(["Nightly Backup", "nightly-backup", "NIGHTLY backup!"])(
    "called %s, of a slug that is taken, is 422",
    async (name) => {
      await aSnitch({ caseId, slug: "nightly-backup", environment: "staging" });

      expect(await create({ name })).toMatchObject({
        status: 422,
        body: { errors: { name: "is already used by another snitch" } },
      });
    },
  );

  test("two at once of one name are one", async () => {
    const statuses = (await Promise.all([create(), create()])).map(({ status }) => status);

    expect(statuses.toSorted()).toEqual([201, 422]);
  });

  test("for which the plan has no room, or whose case is on hold, is 422", async () => {
    await db.case.update({ where: { id: caseId }, data: { plan: "team" } });
    await Promise.all(Array.from({ length: 100 }, () => aSnitch({ caseId })));
    expect(await create()).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("has room for 100 snitches"), ...META },
    });

    await db.case.update({ where: { id: caseId }, data: { plan: "unlimited", onHoldAt: new Date() } });
    expect((await create()).status).toBe(422);
  });
});

describe("the list", () => {
  test("has the snitches with a slug and “every N”, in the units of Opsgenie", async () => {
    const schedules = [
      "every 90 minutes",
      "every 60 minutes",
      "every 2 weeks",
      "every 120 seconds",
      "every hour",
    ];
    for (const [i, schedule] of schedules.entries()) await aSnitch({ caseId, slug: `s${i}`, schedule });
    for (const [slug, schedule] of [
      ["cron", "0 5 * * *"],
      ["seconds", "every 90 seconds"],
      ["", "every 5 minutes"],
      ["calendar", null],
    ] as const)
      await aSnitch({ caseId, slug, schedule });
    await aSnitch({ slug: "theirs", schedule: "every 5 minutes" });

    const { status, body } = await ask("GET", "");

    expect(status).toBe(200);
    expect(body).toEqual({ data: { heartbeats: expect.any(Array) }, ...META });
    expect(body.data.heartbeats.map((each) => [each.name, each.interval, each.intervalUnit])).toEqual([
      ["s0", 90, "minutes"],
      ["s1", 60, "minutes"],
      ["s2", 14, "days"],
      ["s3", 2, "minutes"],
      ["s4", 1, "hours"],
    ]);
    for (const name of ["cron", "seconds", "calendar", "theirs", "%00", ""]) {
      expect([name, (await ask("DELETE", `/${name || "x"}`)).status]).toEqual([name, 404]);
      expect([name, (await ask("GET", `/${name || "x"}`)).body.message]).toEqual([
        name,
        expect.stringContaining("No heartbeat"),
      ]);
    }
    expect((await ask("GET", "/cron/ping")).status).toBe(202);
  });

  test("shows when one was pinged last, and that one is expired", async () => {
    const checkedInAt = new Date("2026-03-10T10:37:12.345Z");
    const common = { caseId, schedule: "every 5 minutes", checkedInAt };
    await aSnitch({ ...common, slug: "good", status: "healthy" });
    await aSnitch({ ...common, slug: "late", status: "failed" });
    await aSnitch({ ...common, slug: "wrong", status: "errored" });

    const { body } = await ask("GET", "/", {});

    expect(
      body.data.heartbeats.map(({ name, expired, lastPingTime }) => [name, expired, lastPingTime]),
    ).toEqual([
      ["good", false, "2026-03-10T10:37:12.345Z"],
      ["late", true, "2026-03-10T10:37:12.345Z"],
      ["wrong", false, "2026-03-10T10:37:12.345Z"],
    ]);
  });
});

describe("a change", () => {
  const change = (body: unknown, name = "nightly-backup") => ask("PATCH", `/${name}`, { body });

  test("leaves what it does not mention, and shows the name and the state", async () => {
    await create();
    const before = await findSnitch();

    expect(await change({ interval: 2 })).toMatchObject({
      status: 200,
      body: { data: { name: "Nightly Backup", enabled: true, expired: false }, ...META },
    });
    const after = await findSnitch();
    expect(after).toMatchObject({ schedule: "every 2 minutes", grace: 0 });
    await change({
      intervalUnit: "hours",
      description: "Other",
      ownerTeam: { id: "7" },
      alertPriority: "P5",
    });
    expect((await ask("GET", "/nightly-backup")).body.data).toEqual({
      ...NEW,
      expired: false,
      interval: 2,
      intervalUnit: "hours",
      description: "Other",
      ownerTeam: { id: "7" },
      alertPriority: "P5",
    });
    expect(after.token).toBe(before.token);
  });

  test("that repeats what is shown changes nothing", async () => {
    await create();
    await ask("GET", "/nightly-backup/ping");
    const before = await findSnitch();
    const { data } = (await ask("GET", "/nightly-backup")).body;

    expect((await change({ ...data, ownerTeam: {} })).status).toBe(200);
    expect(await findSnitch()).toEqual(before);
    expect(await db.auditEvent.count({ where: { caseId, action: "snitch.changed" } })).toBe(0);
  });

  test("what was changed here wins, and goes on to count", async () => {
    await create();
    const { token } = await findSnitch();
    const changes = { name: "Orders", notes: "Call Ada", tags: ["x"], schedule: "every 2 weeks", grace: 60 };
    const here = { ...changes, severity: "critical" } as const;
    await updateSnitch(caseId, token, here, new Date(), ACTOR, null);

    expect((await ask("GET", "/nightly-backup")).body.data).toEqual({
      ...NEW,
      name: "nightly-backup",
      expired: false,
      interval: 14,
      intervalUnit: "days",
      alertMessage: "Call Ada",
      alertTags: ["x"],
      alertPriority: "P1",
    });
    await change({ alertMessage: "Look", interval: 3 });
    expect(await findSnitch()).toMatchObject({
      name: "Orders",
      notes: "Look",
      grace: 60,
      severity: "critical",
      schedule: "every 3 days",
    });
  });

  test("enables and disables", async () => {
    await create();
    expect((await change({ enabled: false })).body.data).toMatchObject({ enabled: false });
    expect(await findSnitch()).toMatchObject({ status: "paused", pauseUntil: "unpaused" });
    expect((await change({ enabled: true })).body.data).toMatchObject({ enabled: true });
    expect((await findSnitch()).status).toBe("pending");
  });

  test.each([
    ["{", 400],
    ["", 400],
    ["[]", 422],
    ['"x"', 422],
    ["null", 422],
    [{ interval: -1 }, 422],
    [{ description: "a".repeat(4_100) }, 422],
  ])("that cannot be used is refused, and changes nothing: %#", async (body, status) => {
    await create();
    const before = await findSnitch();

    expect(await change(body)).toMatchObject({ status, body: { message: expect.any(String), ...META } });
    expect(await findSnitch()).toEqual(before);
  });
});

test("disabling replaces a pause that a ping would end", async () => {
  await create();
  const { token } = await findSnitch();
  const until = { until: "healthy", endsAt: null } as const;
  await pauseSnitch(caseId, token, until, new Date(), ACTOR, { evenPending: true });

  expect((await ask("POST", "/nightly-backup/disable", { body: "not read" })).body.data).toEqual({
    name: "Nightly Backup",
    enabled: false,
    expired: false,
  });
  expect(await findSnitch()).toMatchObject({ pauseUntil: "unpaused" });
});

test("a heartbeat that is deleted is gone", async () => {
  await create();

  expect(await ask("DELETE", "/Nightly%20Backup")).toMatchObject({
    status: 200,
    body: { result: "Deleted", ...META },
  });
  expect(await db.snitch.count({ where: { caseId } })).toBe(0);
  expect((await ask("DELETE", "/Nightly%20Backup")).status).toBe(404);
  expect((await ask("GET", "/Nightly%20Backup/ping")).status).toBe(404);
});

test("one of two snitches of a slug is neither shown nor changed", async () => {
  await create();
  await aSnitch({ caseId, slug: "nightly-backup", environment: "staging", schedule: "every 5 minutes" });

  for (const [method, path] of [
    ["GET", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["POST", "/enable"],
    ["POST", "/disable"],
    ["POST", "/ping"],
  ] as const)
    expect(await ask(method, `/nightly-backup${path}`, method === "PATCH" ? { body: {} } : {})).toMatchObject(
      {
        status: 422,
        body: { message: expect.stringContaining("Several snitches") },
      },
    );
  expect(await db.snitch.count({ where: { caseId } })).toBe(2);
});

const OPERATIONS: [Method, string, ApiKeyAccess[]][] = [
  ["GET", "", ["full", "read", "acknowledge", "plan"]],
  ["GET", "/nightly-backup", ["full", "read", "acknowledge", "plan"]],
  ["POST", "", ["full"]],
  ["PATCH", "/nightly-backup", ["full"]],
  ["POST", "/nightly-backup/disable", ["full"]],
  ["POST", "/nightly-backup/enable", ["full"]],
  ["GET", "/nightly-backup/ping", ["full", "ping"]],
  ["DELETE", "/nightly-backup", ["full"]],
];

test.each(["read", "ping", "acknowledge", "plan", "full"] as const)(
  "a key with access “%s” does what it may, and is refused the rest with 401",
  async (access) => {
    await create();
    const { key } = await createApiKey(caseId, { name: "One", access }, ACTOR);

    for (const [method, path, allowed] of OPERATIONS) {
      const body = method === "POST" || method === "PATCH" ? { body: { ...NEW, name: "Other" } } : {};
      const { status } = await ask(method, path, { ...body, authorization: `GenieKey ${key}` });
      const expected = allowed.includes(access) ? expect.toSatisfy((code: number) => code < 300) : 401;
      expect([method, path, status]).toEqual([method, path, expected]);
    }
  },
);

test("no key, another case’s key and an expired one open nothing, and change nothing", async () => {
  await create();
  const other = await aCase({ plan: "unlimited" });
  const theirs = await createApiKey(other.id, { name: "Theirs" }, ACTOR);
  const expired = await createApiKey(
    caseId,
    { name: "Old", expiresAt: new Date("2026-03-10T00:00Z") },
    ACTOR,
  );
  const before = await findSnitch();

  for (const [method, path] of OPERATIONS.filter(([, path]) => path !== "")) {
    const body = method === "PATCH" ? { body: { alertMessage: "X" } } : {};
    const status = async (authorization: string) =>
      (await ask(method, path, { ...body, authorization })).status;
    expect([method, path, await status(""), await status(`GenieKey ${expired.key}`)]).toEqual([
      method,
      path,
      401,
      401,
    ]);
    expect([method, path, await status(`GenieKey ${theirs.key}`)]).toEqual([method, path, 404]);
  }
  const { body } = await ask("GET", "", { authorization: `GenieKey ${theirs.key}` });
  expect(body.data.heartbeats).toEqual([]);
  expect(await findSnitch()).toEqual(before);
});

test("a narrowed key sees, changes and creates only within its tags", async () => {
  await create({ alertTags: ["web"] });
  await create({ name: "inside", alertTags: ["db"] });
  const narrow = await createApiKey(caseId, { name: "Narrow", tags: ["db"] }, ACTOR);
  const authorization = `GenieKey ${narrow.key}`;
  const before = await findSnitch();

  const { body } = await ask("GET", "", { authorization });
  expect(body.data.heartbeats.map(({ name }) => name)).toEqual(["inside"]);
  for (const [method, path] of OPERATIONS.filter(([, path]) => path !== ""))
    expect([
      method,
      path,
      (await ask(method, path, { authorization, body: method === "PATCH" ? {} : undefined })).status,
    ]).toEqual([method, path, 404]);
  expect((await ask("POST", "", { authorization, body: NEW })).status).toBe(422);
  expect((await ask("PATCH", "/inside", { authorization, body: { alertTags: ["web"] } })).status).toBe(422);
  expect((await ask("POST", "", { authorization, body: { ...NEW, name: "new" } })).status).toBe(201);

  expect(await findSnitch()).toEqual(before);
  expect((await findSnitch("new")).tags).toContain("db");
});

test("the key may be a password or a parameter, and works below no folder", async () => {
  await create();
  const basic = `Basic ${Buffer.from(`:${key}`).toString("base64")}`;

  expect((await ask("GET", "/nightly-backup", { authorization: basic })).status).toBe(200);
  expect((await ask("GET", `/nightly-backup?apiKey=${key}`, { authorization: "" })).status).toBe(200);
  expect((await ask("GET", "", { handle: ofHost })).status).toBe(200);
  const { uses } = await db.apiKey.findFirstOrThrow({ where: { caseId } });
  expect(uses).toEqual(["change", "read"]);
});

test.each<[Method, string, number]>([
  ["PUT", "", 405],
  ["DELETE", "", 405],
  ["HEAD", "", 405],
  ["PUT", "/nightly-backup", 405],
  ["GET", "/nightly-backup/enable", 405],
  ["GET", "/nightly-backup/nonsense", 404],
  ["GET", "/../alerts", 404],
  ["OPTIONS", "", 204],
])("%s %j is %d", async (method, path, status) => {
  expect((await ask(method, path)).status).toBe(status);
});

test("beyond the rate of the API, each response says when to try again", async () => {
  for (let i = 0; i < env.API_RATE_PER_MINUTE; i += 1) await ask("GET", "/nobody");
  const last = (await ask("GET", "/nobody")).response;

  expect(last.status).toBe(429);
  expect(last.headers.get("X-RateLimit-State")).toBe("THROTTLED");
  expect(Number(last.headers.get("X-RateLimit-Period-In-Sec"))).toBeGreaterThan(0);
  expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("changes are in the audit log with their key", async () => {
  await create();
  await ask("PATCH", "/nightly-backup", { body: { alertPriority: "P1" } });
  await ask("POST", "/nightly-backup/disable");
  await ask("POST", "/nightly-backup/enable");
  await ask("DELETE", "/nightly-backup");

  const events = await db.auditEvent.findMany({
    where: { caseId, action: { startsWith: "snitch." } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ action, actorName }) => [action, actorName])).toEqual(
    ["created", "changed", "paused", "unpaused", "removed"].map((verb) => [`snitch.${verb}`, "Heartbeats"]),
  );
});

test("what a management request creates is pinged at the check-in server", async () => {
  await create();
  const headers = { authorization: `GenieKey ${key}` };

  expect((await requestProtocol("/v2/heartbeats/Nightly%20Backup/ping", { headers })).status).toBe(202);
  expect((await findSnitch()).status).toBe("healthy");
});
