import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as badge } from "@/app/b/[...path]/route";
import { GET as caseBadge } from "@/app/badge/[...path]/route";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { requestCheckIn } from "@/testing/check-in-request";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aSnitch } from "@/testing/factories";
import { aManagementClient } from "@/testing/management-client";
import { aManagementServer } from "@/testing/management-server";
import { runsFor } from "@/testing/runs";
import { countStatements } from "@/testing/statements";

const CHECKS = runsFor("app/api/management-history.test.ts");

let client: Awaited<ReturnType<typeof aManagementClient>>;

beforeEach(async () => {
  client = await aManagementClient();
});

const tuesday = (time: string) => new Date(`2100-03-09T${time}Z`);

/** A check that is expected hourly, with ten minutes of grace, and was created at midnight. */
const anHourlyCheck = async (given: object = {}) =>
  client.create({ name: "Foo", timeout: 3600, grace: 600, tags: "db", ...given });

const show = async (uuid: string, time: string, version = 3) =>
  (await client.answer("GET", `/v${version}/checks/${uuid}`, { at: tuesday(time) })).body;

const sweep = (time: string) => sweepDeadlines(tuesday(time), NEVER_LOST_MS);

const path = (uuid: string, rest = "") => `/v3/checks/${uuid}${rest}`;

describe("another grace", () => {
  test.each([
    ["longer", 1_200, "01:44", "grace", "01:51", "down"],
    ["shorter", 300, "01:34", "grace", "01:36", "down"],
  ])("a %s one moves the deadline, and not the next ping", async (_, grace, before, during, after, then) => {
    const { uuid } = await anHourlyCheck();
    await requestCheckIn(`/${uuid}`, tuesday("00:30"));
    const { next_ping } = await show(uuid, "00:50");

    const changed = await client.answer("POST", path(uuid), { body: { grace }, at: tuesday("00:50:04") });
    expect(changed.body).toMatchObject({ grace, next_ping, status: "up" });
    const { deadline } = await db.snitch.findUniqueOrThrow({ where: { token: uuid } });
    expect(deadline).toEqual(new Date(tuesday("01:30").getTime() + grace * 1_000));
    expect((await show(uuid, before)).status).toBe(during);
    await sweep(after);
    expect((await show(uuid, after)).status).toBe(then);
  });

  test("one that has already ended makes a late job down, and never in the past", async () => {
    const { uuid } = await anHourlyCheck();
    await requestCheckIn(`/${uuid}`, tuesday("00:30"));
    await client.answer("POST", path(uuid), { body: { grace: 60 }, at: tuesday("01:38") });

    const { deadline } = await db.snitch.findUniqueOrThrow({ where: { token: uuid } });
    expect(deadline).toEqual(tuesday("01:38"));
    await sweep("01:39");
    expect((await show(uuid, "01:39")).status).toBe("down");
  });
});

describe("a paused check with manual resume", () => {
  test.each(["", "/start", "/fail", "/0"])("takes no notice of a ping with “%s”", async (suffix) => {
    const { uuid } = await anHourlyCheck({ manual_resume: true });
    await requestCheckIn(`/${uuid}`, tuesday("00:30"));
    await client.answer("POST", path(uuid, "/pause"), { at: tuesday("00:40"), body: {} });
    const before = await show(uuid, "00:41");

    await requestCheckIn(`/${uuid}${suffix}`, tuesday("00:50"));

    const { last_ping, next_ping, n_pings, status, started } = await show(uuid, "00:51");
    expect({ last_ping, next_ping, status, started }).toEqual({
      last_ping: "2100-03-09T00:30:00+00:00",
      next_ping: before.next_ping,
      status: "paused",
      started: false,
    });
    expect(n_pings).toBe(2);
    const { body } = await client.answer("GET", path(uuid, "/pings/"));
    expect(body.pings.map(({ type }: { type: string }) => type)).toEqual(["ign", "success"]);

    await client.answer("POST", path(uuid, "/resume"), { at: tuesday("01:00"), body: {} });
    await requestCheckIn(`/${uuid}`, tuesday("01:10"));
    expect(await show(uuid, "01:11")).toMatchObject({ status: "up", last_ping: "2100-03-09T01:10:00+00:00" });
  });
});

describe("the status", () => {
  test("stays grace when a late job starts, until it has run", async () => {
    const { uuid } = await anHourlyCheck();
    await requestCheckIn(`/${uuid}`, tuesday("00:30"));
    await requestCheckIn(`/${uuid}/start`, tuesday("01:35"));

    const late = { status: "grace", started: true, next_ping: "2100-03-09T01:30:00+00:00" };
    expect(await show(uuid, "01:36")).toMatchObject(late);
    expect(await show(uuid, "01:36", 1)).toMatchObject({ ...late, status: "started" });
    await requestCheckIn(`/${uuid}`, tuesday("01:37"));
    expect(await show(uuid, "01:38")).toMatchObject({ status: "up", started: false });
  });

  test("follows the pings: new, up, grace, down, up", async () => {
    const { uuid } = await anHourlyCheck();
    const nothing = { status: "new", started: false, last_ping: null, next_ping: null };
    expect(await show(uuid, "00:00")).toMatchObject(nothing);

    expect(await requestCheckIn(`/${uuid}`, tuesday("00:30:00.123"))).toBe(202);
    const times = { last_ping: "2100-03-09T00:30:00+00:00", next_ping: "2100-03-09T01:30:00+00:00" };
    expect(await show(uuid, "01:29")).toMatchObject({ status: "up", ...times });
    expect(await show(uuid, "01:31")).toMatchObject({ status: "grace", ...times });

    await sweep("01:45");
    expect(await show(uuid, "01:45")).toMatchObject({
      status: "down",
      last_ping: times.last_ping,
      next_ping: null,
    });

    expect(await requestCheckIn(`/${uuid}`, tuesday("02:00"))).toBe(202);
    expect(await show(uuid, "02:01")).toMatchObject({ status: "up" });
    const flips = await client.answer("GET", path(uuid, "/flips/"));
    expect(flips).toEqual({
      status: 200,
      body: {
        flips: [
          { timestamp: "2100-03-09T02:00:00+00:00", up: 1 },
          { timestamp: "2100-03-09T01:40:00+00:00", up: 0 },
          { timestamp: "2100-03-09T00:30:00+00:00", up: 1 },
        ],
      },
    });
  });

  test("says in version 1 that a job runs, and in others only “started”", async () => {
    const { uuid } = await anHourlyCheck();
    expect(await requestCheckIn(`/${uuid}`, tuesday("00:00"))).toBe(202);
    expect(await requestCheckIn(`/${uuid}/start`, tuesday("00:30"))).toBe(202);

    const running = { started: true, next_ping: "2100-03-09T00:30:00+00:00" };
    expect(await show(uuid, "00:31", 1)).toMatchObject({ status: "started", ...running });
    expect(await show(uuid, "00:31", 2)).toMatchObject({ status: "up", ...running });
    expect(await show(uuid, "00:31", 3)).toMatchObject({ status: "up", ...running });

    expect(await requestCheckIn(`/${uuid}`, tuesday("00:35:30.900"))).toBe(202);
    expect(await show(uuid, "00:36", 1)).toMatchObject({ status: "up", started: false, last_duration: 330 });
  });

  test("is down after a run that takes longer than the grace", async () => {
    const { uuid } = await anHourlyCheck();
    expect(await requestCheckIn(`/${uuid}/start`, tuesday("00:30"))).toBe(202);

    await sweep("00:41");

    expect(await show(uuid, "00:41")).toMatchObject({ status: "down", started: false, last_ping: null });
  });

  test("is down after an error, and each error is a last ping", async () => {
    const { uuid } = await anHourlyCheck();
    expect(await requestCheckIn(`/${uuid}/fail`, tuesday("00:30"))).toBe(202);
    expect(await requestCheckIn(`/${uuid}/1`, tuesday("00:40"))).toBe(202);

    expect(await show(uuid, "00:41")).toMatchObject({
      status: "down",
      last_ping: "2100-03-09T00:40:00+00:00",
      next_ping: null,
    });
  });

  test("of a snitch with an interval is in its grace from the end of its interval to the deadline", async () => {
    const deadline = tuesday("00:00");
    const { token } = await aSnitch({ caseId: client.caseId, status: "healthy", deadline });
    const at = (time: string) => client.answer("GET", "/v3/checks/", { at: new Date(time) });

    const before = (await at("2100-03-07T23:59Z")).body.checks[0];
    expect(before).toMatchObject({
      status: "up",
      timeout: 86_400,
      grace: 86_400,
      next_ping: "2100-03-08T00:00:00+00:00",
    });
    expect((await at("2100-03-08T00:00Z")).body.checks).toMatchObject([{ status: "grace" }]);
    expect(before.uuid.replaceAll("-", "")).toContain(token.slice(0, 12));
  });
});

describe("a pause", () => {
  test("is ended by the next ping, or by hand if the check says so", async () => {
    for (const manual_resume of [false, true]) {
      const { uuid } = await anHourlyCheck({ manual_resume });
      await requestCheckIn(`/${uuid}`, tuesday("00:00"));

      const paused = await client.answer("POST", path(uuid, "/pause"), { at: tuesday("00:10"), body: "" });
      expect(paused.status).toBe(200);
      expect(paused.body).toMatchObject({ uuid, status: "paused", next_ping: null, manual_resume });

      await requestCheckIn(`/${uuid}`, tuesday("00:20"));
      expect(await show(uuid, "00:21")).toMatchObject({ status: manual_resume ? "paused" : "up" });
    }
  });

  test("ends with a fresh period when it is resumed, and cannot be resumed twice", async () => {
    const { uuid } = await anHourlyCheck();
    await requestCheckIn(`/${uuid}`, tuesday("00:00"));
    await client.answer("POST", path(uuid, "/pause"), { at: tuesday("00:10") });

    const resumed = await client.answer("POST", path(uuid, "/resume/"), { at: tuesday("05:00") });
    expect(resumed).toMatchObject({
      status: 200,
      body: { status: "up", next_ping: "2100-03-09T06:00:00+00:00" },
    });
    expect(await client.answer("POST", path(uuid, "/resume"), { at: tuesday("05:01") })).toEqual({
      status: 409,
      body: "check is not paused",
    });
  });

  test("keeps its end if the check is paused again, and gets another one by manual_resume", async () => {
    const { uuid } = await anHourlyCheck();
    await requestCheckIn(`/${uuid}`, tuesday("00:00"));
    for (const minute of ["10", "11"]) {
      const paused = await client.answer("POST", path(uuid, "/pause"), { at: tuesday(`00:${minute}`) });
      expect(paused).toMatchObject({ status: 200, body: { status: "paused" } });
    }
    expect(await db.auditEvent.count({ where: { caseId: client.caseId, action: "snitch.paused" } })).toBe(1);

    const body = { manual_resume: true };
    const changed = await client.answer("POST", path(uuid), { at: tuesday("00:12"), body });
    expect(changed.body).toMatchObject({ status: "paused", manual_resume: true });
    expect(await db.snitch.findUnique({ where: { token: uuid } })).toMatchObject({ pauseUntil: "unpaused" });
  });

  test("that began elsewhere and ends by hand is shown so, and the check is as before after it", async () => {
    await aSnitch({ caseId: client.caseId, status: "paused", pauseUntil: "unpaused" });
    const [shown] = (await client.answer("GET", "/v3/checks/")).body.checks;
    expect(shown).toMatchObject({ status: "paused", manual_resume: true });

    await client.answer("POST", path(shown.uuid), { body: { methods: "POST" } });
    const resumed = await client.answer("POST", path(shown.uuid, "/resume"));
    expect(resumed.body).toMatchObject({ status: "up", manual_resume: false, methods: "POST" });
  });

  test("is possible before the first ping: the check is new again when it is resumed, and up after a ping", async () => {
    const { uuid } = await anHourlyCheck();
    const paused = await client.answer("POST", path(uuid, "/pause"), { at: tuesday("00:10") });
    expect(paused).toMatchObject({ status: 200, body: { status: "paused", next_ping: null } });
    const resumed = await client.answer("POST", path(uuid, "/resume"), { at: tuesday("00:20") });
    expect(resumed).toMatchObject({ status: 200, body: { status: "new", next_ping: null } });

    await client.answer("POST", path(uuid, "/pause"), { at: tuesday("00:30") });
    await requestCheckIn(`/${uuid}`, tuesday("00:40"));
    expect(await show(uuid, "00:41")).toMatchObject({ status: "up", next_ping: "2100-03-09T01:40:00+00:00" });
    expect(await db.alert.findMany({ select: { kind: true, from: true } })).toContainEqual({
      kind: "reporting",
      from: "paused",
    });
  });
});

describe("pings", () => {
  test("say of an email whom it is from", async () => {
    const { uuid } = await anHourlyCheck();
    const { id: snitchId } = await db.snitch.findUniqueOrThrow({ where: { token: uuid } });
    const mail = { method: "EMAIL", userAgent: "cron@db.example", address: "192.0.2.1", accepted: true };
    await db.checkIn.create({ data: { ...mail, snitchId, at: tuesday("00:00"), exitStatus: "" } });

    const { body } = await client.answer("GET", path(uuid, "/pings/"));

    const [ping] = (body as { pings: object[] }).pings;
    expect(ping).toMatchObject({ scheme: "email", ua: "Email from cron@db.example" });
  });

  test("are listed newest first, with what they brought", async () => {
    const { uuid } = await anHourlyCheck();
    const rid = "dd2a2b2c-0b2f-4a3c-8f4e-000000000001";
    await requestCheckIn(`/${uuid}?m=All+good`, tuesday("00:00"));
    await requestCheckIn(`/${uuid}/start?rid=${rid}`, tuesday("01:00:00.5"));
    await requestCheckIn(`/${uuid}/log`, tuesday("01:01"));
    await requestCheckIn(`/${uuid}/fail?rid=${rid}`, tuesday("01:02:00.75"), { body: "1\u0000 row\n" });

    const ping = { scheme: "http", remote_addr: "192.0.2.1", method: "GET", ua: "curl/8.5.0" };
    const url = `http://localhost:3000/api/v3/checks/${uuid}/pings`;
    expect(await client.answer("GET", path(uuid, "/pings/"))).toEqual({
      status: 200,
      body: {
        pings: [
          {
            type: "fail",
            date: "2100-03-09T01:02:00.750000+00:00",
            n: 4,
            ...ping,
            method: "POST",
            rid,
            body_url: `${url}/4/body`,
            duration: 120.25,
          },
          { type: "log", date: "2100-03-09T01:01:00.000000+00:00", n: 3, ...ping, rid: null, body_url: null },
          { type: "start", date: "2100-03-09T01:00:00.500000+00:00", n: 2, ...ping, rid, body_url: null },
          {
            type: "success",
            date: "2100-03-09T00:00:00.000000+00:00",
            n: 1,
            ...ping,
            rid: null,
            body_url: `${url}/1/body`,
          },
        ],
      },
    });

    const body = await client.call("GET", path(uuid, "/pings/4/body"));
    expect([body.status, body.headers.get("content-type")]).toEqual([200, "text/plain"]);
    expect(await body.text()).toBe("1\u0000 row\n");
    expect(await client.answer("GET", path(uuid, "/pings/1/body"))).toEqual({
      status: 200,
      body: "All good",
    });
  });

  test.each(["0", "2", "5", "9999999999"])("ping %s has no body", async (n) => {
    const { uuid } = await anHourlyCheck();
    await requestCheckIn(`/${uuid}?m=1`, tuesday("00:00"));
    await requestCheckIn(`/${uuid}`, tuesday("00:01"));

    expect(await client.answer("GET", path(uuid, `/pings/${n}/body`))).toEqual({
      status: 404,
      body: { error: "not found" },
    });
  });

  test("keep their numbers when older ones are deleted", async () => {
    const { uuid } = await anHourlyCheck();
    await requestCheckIn(`/${uuid}?m=kept`, tuesday("00:00"));
    await db.snitch.update({ where: { token: uuid }, data: { checkInCount: 812 } });

    const { body } = await client.answer("GET", path(uuid, "/pings"));
    expect(body.pings).toMatchObject([{ n: 812 }]);
    expect(await client.answer("GET", path(uuid, "/pings/812/body"))).toEqual({ status: 200, body: "kept" });
    expect(await show(uuid, "00:01")).toMatchObject({ n_pings: 812 });
  });
});

describe("flips", () => {
  const unix = (time: string) => tuesday(time).getTime() / 1_000;

  test.each([
    ["", 2],
    ["?seconds=", 2],
    ["?seconds=0", 2],
    ["?seconds=600", 1],
    ["?seconds=5400", 2],
    [`?start=${unix("00:30")}`, 1],
    [`?end=${unix("00:30")}`, 1],
    [`?start=${unix("00:00")}&end=${unix("01:00")}`, 1],
    [`?start=${unix("00:00")}&end=${unix("01:01")}`, 2],
  ])("%s has %s of them, and read-only keys see them, too", async (query, count) => {
    const { uuid } = await anHourlyCheck();
    await requestCheckIn(`/${uuid}`, tuesday("00:00"));
    await requestCheckIn(`/${uuid}/fail`, tuesday("01:00"));
    const { unique_key } = (await client.answer("GET", path(uuid), { apiKey: client.readKey })).body;

    for (const [key, apiKey] of [
      [uuid, client.key],
      [unique_key, client.readKey],
    ]) {
      const options = { at: tuesday("01:05"), apiKey };
      expect((await client.answer("GET", path(key, `/flips/${query}`), options)).body.flips).toHaveLength(
        count,
      );
    }
  });

  test.each([
    ["seconds=x", "seconds must be a whole number from 0 to 31536000"],
    ["seconds=-1", "seconds must be a whole number from 0 to 31536000"],
    ["seconds=31536001", "seconds must be a whole number from 0 to 31536000"],
    ["start=1.5", "start must be a whole number from 0 to 10000000000"],
    ["end=10000000001", "end must be a whole number from 0 to 10000000000"],
  ])("%s is refused: %s", async (query, error) => {
    const { uuid } = await anHourlyCheck();

    expect(await client.answer("GET", path(uuid, `/flips/?${query}`))).toEqual({
      status: 400,
      body: { error },
    });
  });
});

describe("badges", () => {
  const fetchBadge = async (url: string) => {
    const response = await (url.includes("/badge/") ? caseBadge : badge)(new Request(url));
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      text: await response.text(),
    };
  };

  const withFormat = (url: string, states: number, format: string) =>
    url.replace("/b/2/", `/b/${states}/`).replace(".svg", `.${format}`);

  test("of a check say its status in each format, without a key", async () => {
    const { uuid, badge_url } = await anHourlyCheck({ name: "A <b> & c" });
    await requestCheckIn(`/${uuid}/fail`, new Date());

    const svg = await fetchBadge(badge_url);
    expect(svg).toMatchObject({ status: 200, type: "image/svg+xml" });
    expect(svg.text).toContain('aria-label="A &lt;b&gt; &amp; c: down"');
    expect(JSON.parse((await fetchBadge(withFormat(badge_url, 2, "json"))).text)).toEqual({
      status: "down",
      total: 1,
      grace: 0,
      down: 1,
    });
    expect(JSON.parse((await fetchBadge(withFormat(badge_url, 3, "shields"))).text)).toEqual({
      schemaVersion: 1,
      label: "A <b> & c",
      message: "down",
      color: "critical",
    });
  });

  test("of a check without a name do not show its UUID, which everyone could ping", async () => {
    const { uuid, badge_url } = await client.create();

    for (const format of ["svg", "json", "shields"]) {
      const { status, text } = await fetchBadge(withFormat(badge_url, 2, format));
      expect(status).toBe(200);
      expect(text).not.toContain(uuid);
    }
  });

  test("know “late” only with three states", async () => {
    const deadline = new Date(Date.now() + 3_600_000);
    await aSnitch({
      caseId: client.caseId,
      status: "healthy",
      deadline,
      tags: ["a b/c"],
      schedule: "every 1 hour",
      interval: "hourly",
      grace: 7200,
    });
    const [{ badge_url }] = (await client.answer("GET", "/v3/checks/")).body.checks;

    const statusAt = async (url: string) => JSON.parse((await fetchBadge(url)).text);
    expect(await statusAt(withFormat(badge_url, 2, "json"))).toMatchObject({ status: "up", grace: 1 });
    expect(await statusAt(withFormat(badge_url, 3, "json"))).toMatchObject({ status: "late", grace: 1 });

    const { badges } = (await client.answer("GET", "/v3/badges/", { apiKey: client.readKey })).body;
    expect(Object.keys(badges)).toEqual(["*", "a b/c"]);
    for (const urls of Object.values(badges) as Record<string, string>[]) {
      expect(Object.keys(urls)).toEqual(["svg", "svg3", "json", "json3", "shields", "shields3"]);
      expect(await statusAt(urls.json ?? "")).toEqual({ status: "up", total: 1, grace: 1, down: 0 });
      expect(await statusAt(urls.json3 ?? "")).toEqual({ status: "late", total: 1, grace: 1, down: 0 });
      expect((await fetchBadge(urls.svg3 ?? "")).text).toContain(": late</title>");
    }
  });

  test("that we did not sign are not found", async () => {
    const { uuid } = await anHourlyCheck();
    const { badges } = (await client.answer("GET", "/v3/badges/")).body;
    const { json } = badges["*"];

    for (const url of [
      json.replace(/.{11}\.json$/, "AAAAAAAA-2.json"),
      json.replace(/-2\.json$/, "-2/other.json"),
      json.replace(".json", ".png"),
      json.replace(/badge\/.{36}/, `badge/${uuid}`),
      `http://localhost:3000/b/2/${uuid}.svg`,
      `http://localhost:3000/b/4/${uuid}.svg`,
      "http://localhost:3000/b/2/nothing.svg",
      "http://localhost:3000/badge/%ZZ.svg",
    ]) {
      expect(await fetchBadge(url)).toMatchObject({ status: 404, text: '{"error":"not found"}' });
    }
  });
});

describe("limits", () => {
  test("a case on hold is read, paused, resumed and deleted from, but nothing is added or changed", async () => {
    const { uuid } = await anHourlyCheck();
    await requestCheckIn(`/${uuid}`, new Date());
    await db.case.update({ where: { id: client.caseId }, data: { onHoldAt: new Date() } });

    const onHold = {
      status: 403,
      body: { error: "This account is on hold: settle the open payment, then try again." },
    };
    expect(await client.answer("POST", "/v3/checks/", { body: {} })).toEqual(onHold);
    expect(await client.answer("POST", path(uuid), { body: { name: "x" } })).toEqual(onHold);
    expect((await client.call("GET", path(uuid))).status).toBe(200);
    expect((await client.call("POST", path(uuid, "/pause"))).status).toBe(200);
    expect((await client.call("POST", path(uuid, "/resume"))).status).toBe(200);
    expect((await client.call("DELETE", path(uuid))).status).toBe(200);
  });

  test("a plan without room is 403, and an existing check can still be updated by `unique`", async () => {
    client = await aManagementClient({ plan: "free" });
    const body = { name: "One", timeout: 3600, unique: ["name"] };
    expect((await client.call("POST", "/v3/checks/", { body })).status).toBe(201);

    expect(await client.answer("POST", "/v3/checks/", { body: { name: "Two" } })).toEqual({
      status: 403,
      body: { error: "Your plan (free) has room for 1 snitch. Remove one, or move to a larger plan." },
    });
    expect((await client.call("POST", "/v3/checks/", { body })).status).toBe(200);
    const [{ uuid }] = (await client.answer("GET", "/v3/checks/")).body.checks;
    expect(await client.answer("POST", path(uuid), { body: { timeout: 60 } })).toEqual({
      status: 400,
      body: {
        error: "json validation error: schedule is not included in the free plan; the team plan has it",
      },
    });
  });

  test("maintenance is 503", async () => {
    vi.spyOn(env, "MAINTENANCE", "get").mockReturnValue(true);
    const response = await client.call("GET", "/v3/checks/");
    vi.restoreAllMocks();

    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await response.json()).toEqual({
      error: "Maintenance is under way. Try again in a few minutes.",
    });
  });

  test("every response has the rate limit of its key, and beyond it is 429", async () => {
    const at = tuesday("00:00");
    const first = await client.call("GET", "/v3/checks/", { at });
    expect(first.headers.get("x-ratelimit-limit")).toBe(String(env.API_RATE_PER_MINUTE));
    for (let i = 1; i < env.API_RATE_PER_MINUTE; i++) await client.call("GET", "/v3/channels/", { at });

    const response = await client.call("GET", "/v3/checks/", { at });
    const seconds = response.headers.get("retry-after");
    expect(response.status).toBe(429);
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(await response.json()).toEqual({ error: `Too many requests. Try again in ${seconds} seconds.` });
  });
});

describe("over HTTP", () => {
  let server: Awaited<ReturnType<typeof aManagementServer>>;
  beforeAll(async () => {
    server = await aManagementServer();
  });
  afterAll(() => server.close());

  const send = async (method: string, rest: string, body?: string) => {
    const headers = { "X-Api-Key": client.key };
    const url = `${server.url}/api/v1/${rest}`;
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      ...(body !== undefined && { body }),
    });
    return { status: response.status, text: await response.text() };
  };

  test("the requests of Ansible's collection get responses, without a slash and with null as the body", async () => {
    const { uuid } = await anHourlyCheck();
    await requestCheckIn(`/${uuid}?m=Done`, new Date());

    expect((await send("GET", "checks")).status).toBe(200);
    expect((await send("GET", "checks?tag=db")).text).toContain(uuid);
    expect((await send("GET", "channels")).text).toBe('{"channels":[]}');
    expect((await send("GET", "badges")).text).toMatch(/^{"badges":{"\*":/);
    expect((await send("POST", `checks/${uuid}/pause`, "null")).status).toBe(200);
    expect((await send("GET", `checks/${uuid}/pings`)).text).toContain('"type":"success"');
    expect(await send("GET", `checks/${uuid}/pings/1/body`)).toEqual({ status: 200, text: "Done" });
    expect((await send("GET", `checks/${uuid}/flips`)).status).toBe(200);
    expect((await send("POST", "checks", '{"name":"Bar"}')).status).toBe(201);
    expect((await send("DELETE", `checks/${uuid}`)).status).toBe(200);
    expect((await send("DELETE", `checks/${uuid}`)).status).toBe(404);
    expect(await send("GET", "status")).toEqual({ status: 200, text: "OK" });
  });
});

test(`a list of ${CHECKS} checks costs a few statements, for both kinds of keys`, async () => {
  const tags = ["a", "b"];
  const deadline = tuesday("01:10");
  await db.snitch.createMany({
    data: Array.from({ length: CHECKS }, (_, i) => ({
      caseId: client.caseId,
      token: crypto.randomUUID(),
      name: `Check ${i}`,
      tags,
      deadline,
      interval: "hourly",
      schedule: "every 1 hour",
      grace: 600,
      maxRuntime: 600,
      status: "healthy" as const,
    })),
  });
  for (const apiKey of [client.key, client.readKey]) {
    const statements = await countStatements(async () => {
      const { body } = await client.answer("GET", "/v3/checks/?tag=a", { apiKey });
      expect(body.checks).toHaveLength(CHECKS);
    });
    // A hundred snitches at a time.
    expect(statements).toBeLessThanOrEqual(CHECKS / 100 + 4);
  }
});
