import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { ACTOR, aCase, aSnitch, aWebhook } from "@/testing/factories";
import { aManagementClient, type Method } from "@/testing/management-client";
import { aClient } from "@/testing/requests";

let caseId = "";
let key = "";
let readKey = "";
let call: Client["call"];
let reply: Client["answer"];
let create: Client["create"];

type Client = Awaited<ReturnType<typeof aManagementClient>>;

beforeEach(async () => {
  ({ caseId, key, readKey, call, answer: reply, create } = await aManagementClient());
});

const allSnitches = () => db.snitch.findMany({ where: { caseId }, orderBy: { id: "asc" } });

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const UNKNOWN = "07c2f548-9850-4b27-af5d-6c9dc157ec02";

describe("creating", () => {
  test("a new check is a snitch with its own addresses", async () => {
    const { name, uuid, ping_url, update_url, badge_url } = await create({
      ...{ name: "Foo", slug: "custom-slug", tags: "bar,baz", desc: "Hello", timeout: 3600, grace: 60 },
    });

    expect(uuid).toMatch(UUID);
    expect([name, ping_url, update_url]).toEqual([
      "Foo",
      `http://localhost:3001/ping/${uuid}`,
      `http://localhost:3000/api/v3/checks/${uuid}`,
    ]);
    expect(badge_url).toMatch(/^http:\/\/localhost:3000\/b\/2\/[\da-f-]{36}\.svg$/);
    expect(await allSnitches()).toMatchObject([
      {
        token: uuid,
        name: "Foo",
        slug: "custom-slug",
        tags: ["bar,baz"],
        notes: "Hello",
        schedule: "every 1 hour",
        grace: 60,
        maxRuntime: 60,
        status: "pending",
        filters: null,
      },
    ]);
  });

  test("a check without settings is expected daily, with an hour of grace, and has no name", async () => {
    const body = await create({});

    expect(body).toMatchObject({ name: "", slug: "", timeout: 86_400, grace: 3600, tags: "", desc: "" });
    expect(await allSnitches()).toMatchObject([{ name: body.uuid, schedule: "every 1 day" }]);
  });

  test.each([
    ["0 5 * * *", "Europe/Riga"],
    ["Mon..Fri *-*-* 12:00:00", "UTC"],
  ])("a check with the schedule %s shows it in place of a timeout", async (schedule, tz) => {
    const body = await create({ schedule, tz, grace: 600 });

    expect(body).toMatchObject({ schedule, tz, grace: 600 });
    expect(body).not.toHaveProperty("timeout");
    expect(await allSnitches()).toMatchObject([{ schedule, timezone: tz, grace: 600, maxRuntime: 600 }]);
  });

  test("a zone that was renamed gets a response by its new name", async () => {
    expect(await create({ schedule: "0 5 * * *", tz: "Europe/Kiev" })).toMatchObject({ tz: "Europe/Kyiv" });
  });

  test.each([
    [1, "my-check"],
    [2, "my-check"],
    [3, ""],
  ])("in version %s the slug of “My Check” is “%s”", async (version, slug) => {
    expect(await create({ name: "My Check" }, version)).toMatchObject({ slug });
  });

  test.each([
    ["without a slash", "/v1/checks"],
    ["with a slash", "/v1/checks/"],
  ])("%s at the end of the path, a POST gets a response without a redirect", async (_, path) => {
    expect((await call("POST", path, { body: {} })).status).toBe(201);
  });

  test("the key may be in the body", async () => {
    expect((await call("POST", "/v1/checks/", { apiKey: null, body: { api_key: key } })).status).toBe(201);
  });
});

describe("bad input", () => {
  test("a body of more than a mebibyte is not read", async () => {
    const { status, body } = await reply("POST", "/v1/checks/", { body: { name: "a".repeat(1024 * 1024) } });

    expect(status).toBe(413);
    expect(body).toEqual({ error: "The body of your request is larger than 1 MiB. Send less." });
    const stranger = await reply("POST", "/v1/checks/", {
      body: { name: "a".repeat(64 * 1024) },
      apiKey: null,
    });
    expect([stranger.status, stranger.body]).toEqual([
      413,
      { error: "The body of your request is larger than 64 KiB. Send less." },
    ]);
  });

  test("unknown members are ignored", async () => {
    expect((await reply("POST", "/v3/checks/", { body: { nonsense: {} } })).status).toBe(201);
  });
});

describe("keys", () => {
  const paths: [Method, string, access: "read" | "full"][] = [
    ["GET", "/v1/checks/", "read"],
    ["POST", "/v1/checks/", "full"],
    ["GET", `/v2/checks/${UNKNOWN}`, "read"],
    ["POST", `/v3/checks/${UNKNOWN}`, "full"],
    ["DELETE", `/v3/checks/${UNKNOWN}`, "full"],
    ["POST", `/v3/checks/${UNKNOWN}/pause`, "full"],
    ["POST", `/v3/checks/${UNKNOWN}/resume`, "full"],
    ["GET", `/v3/checks/${UNKNOWN}/pings/`, "full"],
    ["GET", `/v3/checks/${UNKNOWN}/pings/1/body`, "full"],
    ["GET", `/v3/checks/${UNKNOWN}/flips/`, "read"],
    ["GET", "/v3/channels/", "full"],
    ["GET", "/v3/badges/", "read"],
  ];

  test.each(paths)(
    "%s %s needs a key of 32 characters that is known and has %s access",
    async (method, path, access) => {
      const missing = { status: 401, body: { error: "missing api key" } };
      const wrong = { status: 401, body: { error: "wrong api key" } };

      expect(await reply(method, path, { apiKey: null })).toEqual(missing);
      expect(await reply(method, path, { apiKey: "short" })).toEqual(missing);
      expect(await reply(method, path, { apiKey: "x".repeat(32) })).toEqual(wrong);
      expect(await reply(method, path, { apiKey: "0".repeat(32) })).toEqual(wrong);
      const { status } = await reply(method, path, { apiKey: readKey });
      expect(status === 401).toBe(access === "full");
    },
  );

  test.each([{ toString: 1, valueOf: 1 }, ["0".repeat(32)], 1e31, true, null])(
    "%j is not a key of a body",
    async (api_key) => {
      expect(await reply("POST", "/v3/checks/", { apiKey: null, body: { api_key } })).toEqual({
        status: 401,
        body: { error: "missing api key" },
      });
    },
  );

  test("a key that only reads sees a unique key in place of the addresses, and finds the check by it", async () => {
    const { uuid, ping_url, update_url, pause_url, resume_url, channels, ...rest } = await create({
      name: "Foo",
    });
    const { body } = await reply("GET", "/v3/checks/", { apiKey: readKey });
    const [shown] = body.checks;

    expect(shown).toEqual({ ...rest, unique_key: expect.stringMatching(/^[\da-f]{40}$/) });
    for (const found of [shown.unique_key, uuid]) {
      expect((await reply("GET", `/v3/checks/${found}`, { apiKey: readKey })).body).toEqual(shown);
    }
    expect((await reply("GET", `/v3/checks/${shown.unique_key}`)).body).toMatchObject({ uuid });
  });

  test("the unique key is the SHA-1 of the first half of the UUID", async () => {
    await aSnitch({ caseId, token: "803f680d-e89b-492b-82ef-2be7b774a92d" });
    const { body } = await reply("GET", "/v1/checks", { apiKey: readKey });

    expect(body.checks[0].unique_key).toBe("124f983e0e3dcaeba921cfcef46efd084576e783");
  });

  test("no one can try our tokens against the unique key, of which the first half of the UUID has almost all", async () => {
    const { token } = await aSnitch({ caseId });
    const firstHalf = `${token.slice(0, 12)}8${token.slice(12, 15)}`;
    const { unique_key } = (await reply("GET", "/v1/checks", { apiKey: readKey })).body.checks[0];

    expect(unique_key).not.toBe(createHash("sha1").update(firstHalf).digest("hex"));
    expect((await reply("GET", `/v1/checks/${unique_key}`, { apiKey: readKey })).status).toBe(200);
  });
});

describe("methods", () => {
  test.each<[string, string]>([
    ["/v1/checks/", "GET, POST, OPTIONS"],
    [`/v1/checks/${UNKNOWN}`, "POST, DELETE, GET, OPTIONS"],
    [`/v2/checks/${UNKNOWN}/pause`, "POST, OPTIONS"],
    [`/v2/checks/${UNKNOWN}/resume`, "POST, OPTIONS"],
    [`/v2/checks/${UNKNOWN}/pings/`, "GET, OPTIONS"],
    [`/v2/checks/${UNKNOWN}/flips`, "GET, OPTIONS"],
    ["/v3/channels", "GET, OPTIONS"],
    ["/v3/badges", "GET, OPTIONS"],
  ])("%s takes %s", async (path, methods) => {
    const options = await call("OPTIONS", path, { apiKey: null });
    expect([options.status, await options.text()]).toEqual([204, ""]);
    expect(options.headers.get("access-control-allow-methods")).toBe(methods);

    const put = await call("PUT", path, { body: "" });
    expect(put.status).toBe(405);
    expect(put.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("status needs no key", async () => {
    for (const path of ["/v1/status/", "/v3/status"]) {
      expect(await reply("GET", path, { apiKey: null })).toEqual({ status: 200, body: "OK" });
    }
  });

  test.each(["/v3/nothing", "/v3/", "/v4/checks/", "/v3/checks/not-an-uuid", "/v3/checks/not-an-uuid/pause"])(
    "%s is not found",
    async (path) => {
      expect(await reply("GET", path)).toEqual({ status: 404, body: { error: "not found" } });
    },
  );
});

describe("unique", () => {
  test.each<[string, object]>([
    ["name", { name: "Foo" }],
    ["slug", { slug: "foo" }],
    ["tags", { tags: "foo bar" }],
    ["timeout", { timeout: 600 }],
    ["grace", { grace: 600 }],
  ])("a check with the same %s is updated, with 200", async (field, same) => {
    const first = await create({ name: "First", ...same });
    const { status, body } = await reply("POST", "/v3/checks/", {
      body: { ...same, desc: "Changed", unique: [field] },
    });

    expect([status, body]).toEqual([200, { ...first, desc: "Changed" }]);
    expect(await allSnitches()).toHaveLength(1);
  });

  test("every named field has to be the same, and a field without a value is never the same", async () => {
    await create({ name: "Foo", tags: "a" });

    for (const body of [
      { name: "Foo", tags: "b", unique: ["name", "tags"] },
      { name: "Foo", unique: ["name", "slug"] },
      { name: "Foo", unique: [] },
    ]) {
      expect((await call("POST", "/v3/checks/", { body })).status).toBe(201);
    }
  });

  test("a check of another case is never the same", async () => {
    await aSnitch({ name: "Foo" });

    expect((await call("POST", "/v3/checks/", { body: { name: "Foo", unique: ["name"] } })).status).toBe(201);
  });
});

describe("changing", () => {
  test("only what is named changes, and what Healthchecks does not know stays", async () => {
    const client = await aClient();
    const { key: hcKey } = await createApiKey(client.theCase.id, { name: "HC", kind: "healthchecks" }, ACTOR);
    const created = await (
      await client.post("/v1/snitches", {
        name: "Backup",
        schedule: "0 5 * * *",
        grace: 600,
        min_runtime: 5,
        alert_after: 3,
        alert_email: ["ops@example.com"],
        notes: "Notes",
        tags: ["a", "with space"],
      })
    ).json();
    const uuid = await onlyUuid(hcKey);

    const { status, body } = await reply("POST", `/v3/checks/${uuid}`, {
      apiKey: hcKey,
      body: { name: "Renamed", grace: 900 },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Renamed", grace: 900, schedule: "0 5 * * *", tz: "UTC" });
    const after = await (await client.get(`/v1/snitches/${created.token}`)).json();
    expect(after).toEqual({ ...created, name: "Renamed", grace: 900, max_runtime: 900 });
  });

  test("a check that is sent back as it is shown changes nothing, and is not in the audit log", async () => {
    const { token } = await aSnitch({ caseId, status: "healthy", tags: ["with space"], interval: "weekly" });
    const before = await db.snitch.findUniqueOrThrow({ where: { token } });
    const uuid = await onlyUuid();
    const shown = (await reply("GET", `/v1/checks/${uuid}`)).body;

    const { status, body } = await reply("POST", `/v1/checks/${uuid}`, { body: shown });

    expect([status, body]).toEqual([200, shown]);
    expect(await db.snitch.findUniqueOrThrow({ where: { token } })).toEqual(before);
    expect(await db.auditEvent.count({ where: { caseId, action: "snitch.changed" } })).toBe(0);
  });

  test("a changed timeout, grace and name are in the audit log, by the key", async () => {
    const { uuid } = await create({ name: "Foo" });
    await call("POST", `/v3/checks/${uuid}`, { body: { timeout: 60, methods: "POST" } });

    expect(await db.auditEvent.findFirst({ where: { caseId, action: "snitch.changed" } })).toMatchObject({
      actorKind: "api_key",
      actorName: "HC",
      facts: {
        schedule: { from: "every 1 day", to: "every 1 minute" },
        filters: { from: null, to: ["methods: POST"] },
      },
    });
  });

  test("a timeout becomes a schedule and back again", async () => {
    const { uuid } = await create({ timeout: 60 });
    const cron = await reply("POST", `/v3/checks/${uuid}`, {
      body: { schedule: "5 * * * *", tz: "Europe/Riga" },
    });
    expect(cron.body).toMatchObject({ schedule: "5 * * * *", tz: "Europe/Riga", grace: 3600 });

    const simple = await reply("POST", `/v3/checks/${uuid}`, { body: { timeout: 3600 } });
    expect(simple.body).toMatchObject({ timeout: 3600, grace: 3600 });
    expect(simple.body).not.toHaveProperty("schedule");
    expect(simple.body).not.toHaveProperty("tz");
  });

  test("a grace that is named is kept, whatever the default of the schedule was", async () => {
    await aSnitch({ caseId, schedule: "0 5 * * *", interval: "daily" });
    const uuid = await onlyUuid();

    const { body } = await reply("POST", `/v3/checks/${uuid}`, {
      body: { schedule: "0 * * * *", grace: 3600 },
    });

    expect(body).toMatchObject({ schedule: "0 * * * *", grace: 3600 });
  });

  test("an interval whose grace changes becomes a timeout; its zone cannot change", async () => {
    await aSnitch({ caseId, interval: "hourly" });
    const uuid = await onlyUuid();

    expect((await reply("POST", `/v3/checks/${uuid}`, { body: { tz: "Europe/Riga" } })).body).toMatchObject({
      timeout: 3600,
      grace: 3600,
    });
    expect((await reply("POST", `/v3/checks/${uuid}`, { body: { grace: 60 } })).body).toMatchObject({
      timeout: 3600,
      grace: 60,
    });
    expect(await allSnitches()).toMatchObject([{ schedule: "every 1 hour", grace: 60, maxRuntime: 60 }]);
  });

  test.each([
    [1, "new-name"],
    [2, "new-name"],
    [3, "old"],
  ])("in version %s a renamed check has the slug %s", async (version, slug) => {
    const { uuid } = await create({ name: "Old", slug: "old" });

    const { body } = await reply("POST", `/v${version}/checks/${uuid}`, { body: { name: "New Name" } });

    expect(body).toMatchObject({ name: "New Name", slug });
  });

  test("a name that is removed gets a response as none, and people see the UUID", async () => {
    const { uuid } = await create({ name: "Old" });

    expect((await reply("POST", `/v3/checks/${uuid}`, { body: { name: "" } })).body.name).toBe("");
    expect(await allSnitches()).toMatchObject([{ name: uuid }]);
  });

  test("the older subject switches the search in the subject on and off", async () => {
    const { uuid } = await create({ subject: "SUCCESS", subject_fail: "ERROR" });
    const path = `/v1/checks/${uuid}`;

    expect((await reply("GET", path)).body).toMatchObject({
      subject: "SUCCESS",
      subject_fail: "ERROR",
      success_kw: "SUCCESS",
      failure_kw: "ERROR",
      filter_subject: true,
    });
    expect((await reply("POST", path, { body: { subject: "", subject_fail: "" } })).body).toMatchObject({
      subject: "",
      subject_fail: "",
      success_kw: "",
      failure_kw: "",
      filter_subject: false,
    });
    expect(await allSnitches()).toMatchObject([{ filters: null }]);
  });

  test("filters are stored as our own", async () => {
    await create({
      methods: "POST",
      start_kw: "S",
      success_kw: "OK",
      failure_kw: "F",
      manual_resume: true,
      filter_subject: true,
      filter_body: true,
      filter_http_body: true,
      filter_default_fail: true,
    });

    expect((await allSnitches())[0]?.filters).toEqual({
      methods: "POST",
      inSubject: true,
      inBody: true,
      inHttpBody: true,
      successKeywords: "OK",
      failureKeywords: "F",
      startKeywords: "S",
      failsByDefault: true,
      manualResume: true,
    });
  });
});

/** The UUID of the only snitch of a case. */
async function onlyUuid(apiKey = key): Promise<string> {
  const { body } = await reply("GET", "/v3/checks/", { apiKey });
  expect(body.checks).toHaveLength(1);
  return body.checks[0].uuid;
}

describe("channels", () => {
  test("are listed by the kinds of Healthchecks, without the browsers of members", async () => {
    const webhook = await aWebhook({ caseId, url: "https://example.com" });
    const pager = await aWebhook({ caseId, url: "https://example.com" });
    const settings = encrypt("{}");
    await db.channel.update({
      where: { id: pager.id },
      data: { kind: "pagerduty", name: "On-call", settings },
    });
    await aWebhook({ caseId: (await aCase()).id, url: "https://example.com" });
    const browser = await aWebhook({ caseId, url: "https://example.com" });
    await db.channel.update({ where: { id: browser.id }, data: { kind: "web_push", settings } });

    expect(await reply("GET", "/v3/channels/")).toEqual({
      status: 200,
      body: {
        channels: [
          { id: webhook.id, name: "", kind: "webhook" },
          { id: pager.id, name: "On-call", kind: "pd" },
        ],
      },
    });
  });

  test("are chosen by ids and names, and left to the case by “*” and nothing", async () => {
    const one = await aWebhook({ caseId, url: "https://example.com" });
    const other = await aWebhook({ caseId, url: "https://example.com" });
    await db.channel.update({ where: { id: other.id }, data: { name: "Other" } });
    const both = [one.id, other.id].sort().join(",");

    const body = await create({ channels: `${one.id},Other` });
    expect(body.channels).toBe(both);
    const path = `/v3/checks/${body.uuid}`;
    expect((await reply("POST", path, { body: { name: "x" } })).body.channels).toBe(both);
    expect((await reply("POST", path, { body: { channels: "Other" } })).body.channels).toBe(other.id);
    expect((await reply("POST", path, { body: { channels: "*" } })).body.channels).toBe("");
    expect(await allSnitches()).toMatchObject([{ channels: [] }]);
  });

  test("that are unknown, ambiguous or empty are refused, and nothing is created", async () => {
    const foreign = await aWebhook({ caseId: (await aCase()).id, url: "https://example.com" });
    for (let i = 0; i < 2; i++) {
      const { id } = await aWebhook({ caseId, url: "https://example.com" });
      await db.channel.update({ where: { id }, data: { name: "Twice" } });
    }

    for (const [channels, error] of [
      [foreign.id, `invalid channel identifier: ${foreign.id}`],
      ["foo", "invalid channel identifier: foo"],
      ["Twice", "non-unique channel identifier: Twice"],
      [",", "empty channel identifier"],
    ]) {
      expect(await reply("POST", "/v3/checks/", { body: { channels } })).toEqual({
        status: 400,
        body: { error },
      });
    }
    expect(await allSnitches()).toEqual([]);
  });
});

describe("lists", () => {
  test("have only the checks of the case with every tag and the slug", async () => {
    await aSnitch({ tags: ["a", "b"] });
    await create({ name: "One", slug: "one", tags: "a b" });
    await create({ name: "Two", slug: "two", tags: "a" });

    const names = async (query: string) =>
      (await reply("GET", `/v3/checks/${query}`)).body.checks.map(({ name }: { name: string }) => name);
    expect(await names("")).toEqual(["One", "Two"]);
    expect(await names("?tag=a")).toEqual(["One", "Two"]);
    expect(await names("?tag=a&tag=b")).toEqual(["One"]);
    expect(await names("?tag=B")).toEqual([]);
    expect(await names("?slug=two")).toEqual(["Two"]);
    expect(await names("?slug=two&tag=b")).toEqual([]);
    expect(await names("?tag=%00")).toEqual([]);
  });
});

describe("foreign checks", () => {
  test("get responses as if there were none, and stay as they are", async () => {
    const { token } = await aSnitch({ token: crypto.randomUUID(), status: "healthy" });
    const before = await db.snitch.findUniqueOrThrow({ where: { token } });
    const requests: [Method, string][] = [
      ["GET", ""],
      ["POST", ""],
      ["DELETE", ""],
      ["POST", "/pause"],
      ["POST", "/resume"],
      ["GET", "/pings/"],
      ["GET", "/pings/1/body"],
      ["GET", "/flips/"],
    ];

    for (const [method, rest] of requests) {
      const options = method === "POST" ? { body: { name: "Taken" } } : {};
      const foreign = await reply(method, `/v3/checks/${token}${rest}`, options);
      const unknown = await reply(method, `/v3/checks/${UNKNOWN}${rest}`, options);
      expect(foreign).toEqual({ status: 404, body: { error: "not found" } });
      expect(foreign).toEqual(unknown);
    }
    expect(await db.snitch.findUniqueOrThrow({ where: { token } })).toEqual(before);
  });
});

describe("every form of UUID", () => {
  const hex = crypto.randomUUID().replaceAll("-", "");

  test.each([
    ["a token of ours", hex.slice(0, 16)],
    ["an imported UUID", crypto.randomUUID()],
    ["an imported token of another form", `X${hex.slice(1)}`],
  ])("%s can be shown, changed, paused, resumed and deleted", async (_, token) => {
    const deadline = new Date("2100-01-01T00:00Z");
    const snitch = await aSnitch({ caseId, token, status: "healthy", deadline });
    const [{ uuid }] = (await reply("GET", "/v3/checks/")).body.checks;

    expect((await reply("GET", `/v3/checks/${uuid}`)).body.uuid).toBe(uuid);
    expect((await reply("GET", `/v3/checks/${uuid.toUpperCase()}`)).status).toBe(200);
    expect((await reply("POST", `/v3/checks/${uuid}`, { body: { name: "x" } })).body.name).toBe("x");
    expect((await reply("POST", `/v3/checks/${uuid}/pause`)).body.status).toBe("paused");
    expect((await reply("POST", `/v3/checks/${uuid}/resume`)).body.status).toBe("up");
    expect((await reply("DELETE", `/v3/checks/${uuid}`)).body.uuid).toBe(uuid);
    expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toBeNull();
  });
});
