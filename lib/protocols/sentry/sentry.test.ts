import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as api from "@/app/api/[...path]/route";
import { db } from "@/lib/platform/db";
import { runCheckInServer } from "@/testing/check-in-server";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { buildDsn } from "./dsn";
import { replaceDsn } from "./replace-dsn";

const serverUrl = runCheckInServer();

/** A case and what its DSN consists of. */
async function aProject(given: Parameters<typeof aCase>[0] = {}) {
  const theCase = await aCase(given);
  const { username: key, pathname } = new URL(buildDsn(theCase));
  return { caseId: theCase.id, key, number: pathname.slice(1), api: `/api/${theCase.number}` };
}

type Project = Awaited<ReturnType<typeof aProject>>;

const aMonitor = (caseId: string, given: Partial<Parameters<typeof aSnitch>[0]> = {}) =>
  aSnitch({
    caseId,
    slug: "backup",
    environment: "production",
    schedule: "0 2 * * *",
    interval: "daily",
    ...given,
  });

async function call(path: string, options: RequestInit = {}) {
  const response = await fetch(serverUrl() + path, options);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const cron = ({ api, key }: Project, query: string, slug = "backup") =>
  call(`${api}/cron/${slug}/${key}/?${query}`);

const configured = (project: Project, body: object, slug = "backup") =>
  call(`${project.api}/cron/${slug}/${project.key}/`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

const buildEnvelope = (...checkIns: object[]) =>
  ["{}", ...checkIns.flatMap((checkIn) => ['{"type":"check_in"}', JSON.stringify(checkIn)])].join("\n");

const auth = ({ key }: Project) => ({
  "X-Sentry-Auth": `Sentry sentry_version=7, sentry_client=x/1, sentry_key=${key}`,
});

const send = (project: Project, body: BodyInit, headers: Record<string, string> = auth(project)) =>
  call(`${project.api}/envelope/`, { method: "POST", headers, body });

const listSnitches = (caseId: string) => db.snitch.findMany({ where: { caseId }, orderBy: { id: "asc" } });
const listRuns = (snitchId: string) => db.run.findMany({ where: { snitchId }, orderBy: { at: "asc" } });
const listCheckIns = (snitchId: string) =>
  db.checkIn.findMany({ where: { snitchId }, orderBy: { id: "asc" } });

const RID = "a460c25ff2554577b920fcfacae4e5eb";
const NIGHTLY = { schedule: { type: "crontab", value: "0 2 * * *" } };

describe("a check-in by its address", () => {
  test("with ok counts, and is answered 202 without a body", async () => {
    const project = await aProject();
    const { id } = await aMonitor(project.caseId);

    const { status, body, headers } = await cron(project, "status=ok");

    expect([status, body]).toEqual([202, ""]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ status: "healthy" });
    expect(await listCheckIns(id)).toMatchObject([{ accepted: true, exitStatus: "0" }]);
  });

  test.each(["GET", "POST"])(
    "works by %s, without the slash at the end, and with the key in a header",
    async (method) => {
      const project = await aProject();
      const { id } = await aMonitor(project.caseId);
      const path = `${project.api}/cron/backup`;

      const statuses = [
        await call(`${path}/${project.key}?status=ok`, { method }),
        await call(`${path}/?status=ok`, { method, headers: auth(project) }),
        await call(`${path}?status=ok&sentry_key=${project.key}`, { method }),
      ].map(({ status }) => status);

      expect(statuses).toEqual([202, 202, 202]);
      expect(await listCheckIns(id)).toHaveLength(3);
    },
  );

  test("a start and a finish with the same id are one run, with its environment and the duration that the job measured", async () => {
    const project = await aProject();
    const { id } = await aMonitor(project.caseId);

    await cron(project, `status=in_progress&check_in_id=${RID}`);
    expect(await listRuns(id)).toMatchObject([{ rid: RID, outcome: "running", env: "production" }]);
    await cron(project, `status=in_progress&check_in_id=${RID}`);
    await cron(project, `status=ok&duration=12.5&check_in_id=a460c25f-f255-4577-b920-fcfacae4e5eb`);

    expect(await listRuns(id)).toMatchObject([{ rid: RID, outcome: "succeeded", reportedMs: 12_500 }]);
  });

  test("zeros, or no id, finish the latest run without one", async () => {
    const project = await aProject();
    const { id } = await aMonitor(project.caseId);

    await cron(project, `status=in_progress&check_in_id=${"0".repeat(32)}`);
    await cron(project, "status=error");

    expect(await listRuns(id)).toMatchObject([{ rid: null, outcome: "failed", exitStatus: "error" }]);
    expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ status: "errored" });
  });

  test("an environment has a snitch of its own, which is made like the one of the same slug", async () => {
    const project = await aProject();
    await aMonitor(project.caseId, { maxRuntime: 60, grace: 120, name: "backup" });

    expect((await cron(project, "status=in_progress&environment=staging")).status).toBe(202);
    expect((await cron(project, "status=ok&environment=staging")).status).toBe(202);

    const [production, staging, ...others] = await listSnitches(project.caseId);
    expect(others).toEqual([]);
    expect(production).toMatchObject({ status: "pending" });
    expect(staging).toMatchObject({
      name: "backup (staging)",
      slug: "backup",
      environment: "staging",
      schedule: "0 2 * * *",
      grace: 120,
      maxRuntime: 60,
      setBy: null,
      status: "healthy",
    });
  });

  test("a snitch without an environment is that of production", async () => {
    const project = await aProject();
    const { id } = await aMonitor(project.caseId, { environment: "" });

    expect((await cron(project, "status=ok")).status).toBe(202);

    expect(await listCheckIns(id)).toHaveLength(1);
    expect(await listSnitches(project.caseId)).toHaveLength(1);
    expect((await cron(project, "status=ok&environment=staging")).status).toBe(202);
    expect(await listCheckIns(id)).toHaveLength(1);
    expect(await listSnitches(project.caseId)).toHaveLength(2);
  });

  test.each<[string, (project: Project) => ReturnType<typeof call>, number, RegExp]>([
    ["no status", (project) => cron(project, ""), 400, /status is missing/],
    ["an unknown status", (project) => cron(project, "status=great"), 400, /in_progress, ok, error/],
    ["an id that is none", (project) => cron(project, "status=ok&check_in_id=7"), 400, /check_in_id/],
    [
      "a long environment",
      (project) => cron(project, `status=ok&environment=${"x".repeat(65)}`),
      400,
      /environment/,
    ],
    ["a slug without letters", (project) => cron(project, "status=ok", "!!"), 400, /slug/],
    ["an unknown slug", (project) => cron(project, "status=ok", "other"), 404, /“other”.*monitor_config/],
    ["no key", ({ api }) => call(`${api}/cron/backup/?status=ok`), 401, /key is missing/],
    ["a wrong key", ({ api }) => call(`${api}/cron/backup/${"0".repeat(32)}/?status=ok`), 403, /DSN/],
    ["a malformed key", ({ api }) => call(`${api}/cron/backup/%00/?status=ok`), 403, /DSN/],
    ["a number of no case", ({ key }) => call(`/api/999999999/cron/backup/${key}/?status=ok`), 403, /DSN/],
    [
      "a number that is too large",
      ({ key }) => call(`/api/${"9".repeat(30)}/cron/backup/${key}/?status=ok`),
      403,
      /DSN/,
    ],
    [
      "another method",
      ({ api, key }) => call(`${api}/cron/backup/${key}/?status=ok`, { method: "PUT" }),
      405,
      /GET and POST/,
    ],
    ["another address", ({ api, key }) => call(`${api}/other/?sentry_key=${key}`), 404, /takes nothing/],
    [
      "a body that is no JSON",
      ({ api, key }) =>
        call(`${api}/cron/backup/${key}/`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: "{",
        }),
      400,
      /JSON/,
    ],
    [
      "a schedule that is none",
      (project) => cron(project, "status=ok&schedule=never", "other"),
      400,
      /^schedule /,
    ],
    [
      "a time zone that is none",
      (project) => cron(project, "status=ok&schedule=0+2+*+*+*&timezone=Moon", "other"),
      400,
      /^timezone .*Moon/,
    ],
  ])("with %s is refused with a sentence, and changes nothing", async (_, request, status, detail) => {
    const project = await aProject();
    const { id } = await aMonitor(project.caseId);

    const response = await request(project);

    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(JSON.parse(response.body)).toEqual({ detail: expect.stringMatching(detail) });
    expect(await listSnitches(project.caseId)).toMatchObject([{ id, status: "pending" }]);
    expect(await listCheckIns(id)).toEqual([]);
  });

  test("beyond the rate is answered 429, with no category that a client would keep back; the finish of a run is not", async () => {
    const project = await aProject();
    await aMonitor(project.caseId);
    await cron(project, `status=in_progress&check_in_id=${RID}`);
    for (let i = 0; i < 12; i += 1) await cron(project, "status=ok");

    const { status, headers, body } = await cron(project, "status=ok");
    expect(status).toBe(429);
    expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/^Too many check-ins/) });
    const wait = headers.get("retry-after");
    expect(Number(wait)).toBeGreaterThan(0);
    expect(headers.get("x-sentry-rate-limits")).toBe(`${wait}:tattle:key`);
    expect((await cron(project, `status=ok&check_in_id=${RID}`)).status).toBe(202);
  });
});

describe("settings that come with a check-in", () => {
  test("create the snitch first, so that the same check-in counts", async () => {
    const project = await aProject();

    const { status } = await configured(project, {
      status: "ok",
      duration: 3,
      environment: "production",
      monitor_config: {
        ...NIGHTLY,
        checkin_margin: 5,
        max_runtime: 10,
        timezone: "Europe/Kiev",
        failure_issue_threshold: 2,
        recovery_threshold: 3,
      },
    });

    expect(status).toBe(202);
    const [snitch, ...others] = await listSnitches(project.caseId);
    expect(others).toEqual([]);
    expect(snitch).toMatchObject({
      name: "backup",
      slug: "backup",
      environment: "production",
      setBy: "sentry",
      schedule: "0 2 * * *",
      timezone: "Europe/Kyiv",
      grace: 300,
      maxRuntime: 600,
      alertAfter: 2,
      recoverAfter: 3,
      status: "healthy",
    });
    expect(await db.auditEvent.findMany({ where: { caseId: project.caseId } })).toMatchObject([
      { action: "snitch.created", actorName: "Sentry check-in", actorKind: "tattle" },
    ]);
  });

  test("may come in the address, as a crontab line or an interval", async () => {
    const project = await aProject();

    await cron(project, "status=ok&schedule=0+2+*+*+*&checkin_margin=2&timezone=Europe/Riga", "one");
    await cron(project, "status=ok&schedule=2&schedule=month&schedule_type=interval", "two");

    expect(await listSnitches(project.caseId)).toMatchObject([
      { slug: "one", schedule: "0 2 * * *", grace: 120, timezone: "Europe/Riga", maxRuntime: 1_800 },
      { slug: "two", schedule: "every 60 days" },
    ]);
  });

  test("that differ change the snitch; what they leave out stays; the same again costs no change", async () => {
    const project = await aProject();
    const { id } = await aMonitor(project.caseId, {
      name: "My backup",
      timezone: "Europe/Riga",
      grace: 60,
      severity: "warning",
    });
    const body = {
      status: "ok",
      monitor_config: { schedule: { type: "interval", value: 4, unit: "hour" }, max_runtime: 5 },
    };

    expect((await configured(project, body)).status).toBe(202);
    const changed = await db.snitch.findUniqueOrThrow({ where: { id } });
    expect(changed).toMatchObject({
      name: "My backup",
      schedule: "every 4 hours",
      timezone: "Europe/Riga",
      grace: 60,
      maxRuntime: 300,
      severity: "warning",
      setBy: "sentry",
    });
    const eventsBefore = await db.auditEvent.count({ where: { caseId: project.caseId } });
    for (let i = 0; i < 3; i += 1) expect((await configured(project, body)).status).toBe(202);

    expect(await db.auditEvent.count({ where: { caseId: project.caseId } })).toBe(eventsBefore);
    expect((await db.snitch.findUniqueOrThrow({ where: { id } })).rescheduledAt).toEqual(
      changed.rescheduledAt,
    );
    expect(await listCheckIns(id)).toHaveLength(4);
  });

  test.each([
    [
      "a schedule that is none",
      { monitor_config: { schedule: { type: "crontab", value: "61 * * * *" } } },
      /^schedule /,
    ],
    [
      "a time zone that is none",
      { monitor_config: { ...NIGHTLY, timezone: "Moon" } },
      /^timezone "Moon" is not/,
    ],
    [
      "a margin that is none",
      { monitor_config: { ...NIGHTLY, checkin_margin: "x" } },
      /^checkin_margin must/,
    ],
    ["a type of their own", { monitor_config: 5 }, /^monitor_config must be an object/],
  ])("with %s leave the snitch as it is, and the check-in counts", async (_, config, problem) => {
    const project = await aProject();
    const { id } = await aMonitor(project.caseId);

    const { status, headers } = await configured(project, { status: "ok", ...config });

    expect(status).toBe(202);
    expect(headers.get("x-sentry-error")).toMatch(problem);
    expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({
      status: "healthy",
      schedule: "0 2 * * *",
    });
  });

  test("that the plan does not include, or of a case on hold, are refused with the reason; a known snitch still checks in", async () => {
    const free = await aProject({ plan: "free" });
    const held = await aProject({ onHoldAt: new Date("2026-03-10T00:00Z") });
    const [inFree, inHeld] = [await aMonitor(free.caseId), await aMonitor(held.caseId)];
    const body = {
      status: "ok",
      monitor_config: { schedule: { type: "interval", value: 1, unit: "minute" } },
    };

    const full = await configured(free, body, "other");
    const onHold = await configured(held, body, "other");
    expect([full.status, onHold.status]).toEqual([403, 403]);
    expect(JSON.parse(full.body).detail).toMatch(/^Your plan \(free\) has room for 1 snitch/);
    expect(JSON.parse(onHold.body).detail).toMatch(/hold/);

    for (const project of [free, held]) expect((await configured(project, body)).status).toBe(202);
    for (const { id } of [inFree, inHeld])
      expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({
        status: "healthy",
        schedule: "0 2 * * *",
      });
  });

  test("that arrive many times at once create one snitch, and no check-in is lost", async () => {
    const project = await aProject();

    const responses = await Promise.all(
      [...Array(8)].map(() => configured(project, { status: "ok", monitor_config: NIGHTLY })),
    );

    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(202));
    const [snitch, ...others] = await listSnitches(project.caseId);
    expect(others).toEqual([]);
    expect(await listCheckIns(snitch?.id ?? "")).toHaveLength(8);
  });
});

describe("an envelope", () => {
  const ok = { check_in_id: RID, monitor_slug: "backup", status: "ok" };

  test.each<[string, (project: Project) => ReturnType<typeof call>]>([
    ["the key in X-Sentry-Auth", (project) => send(project, buildEnvelope(ok))],
    [
      "the key in Authorization",
      (project) => send(project, buildEnvelope(ok), { Authorization: `Sentry sentry_key=${project.key}` }),
    ],
    [
      "the key in the address",
      ({ api, key }) =>
        call(`${api}/envelope/?sentry_version=7&sentry_key=${key}`, {
          method: "POST",
          body: buildEnvelope(ok),
        }),
    ],
    [
      "the DSN in its header",
      (project) =>
        send(
          project,
          buildEnvelope(ok).replace(
            "{}",
            JSON.stringify({ dsn: `https://${project.key}@x.example/${project.number}` }),
          ),
          {},
        ),
    ],
    [
      "gzip",
      (project) =>
        send(project, gzipSync(buildEnvelope(ok)), { ...auth(project), "Content-Encoding": "gzip" }),
    ],
    [
      "deflate",
      (project) =>
        send(project, deflateSync(buildEnvelope(ok)), { ...auth(project), "Content-Encoding": "deflate" }),
    ],
    [
      "Brotli",
      (project) =>
        send(project, brotliCompressSync(buildEnvelope(ok)), { ...auth(project), "Content-Encoding": "br" }),
    ],
    [
      "other items around it",
      (project) =>
        send(
          project,
          `{}\n{"type":"session"}\n{}\n${buildEnvelope(ok).slice(3)}\n{"type":"event","length":2}\n{}\n`,
        ),
    ],
  ])("with %s checks in, and is answered 200", async (_, request) => {
    const project = await aProject();
    const { id } = await aMonitor(project.caseId);

    const { status, body } = await request(project);

    expect([status, body]).toEqual([200, "{}"]);
    expect(await listRuns(id)).toMatchObject([{ rid: RID, outcome: "succeeded" }]);
  });

  test("with several check-ins records each, in their order, and creates what they configure", async () => {
    const project = await aProject();
    const config = { monitor_config: NIGHTLY };

    const { status } = await send(
      project,
      buildEnvelope({ ...ok, ...config, status: "in_progress" }, ok, {
        ...ok,
        ...config,
        monitor_slug: "other",
        status: "error",
      }),
    );

    expect(status).toBe(200);
    const [backup, other] = await listSnitches(project.caseId);
    expect([backup, other]).toMatchObject([
      { slug: "backup", status: "healthy" },
      { slug: "other", status: "errored" },
    ]);
    expect(await listRuns(backup?.id ?? "")).toMatchObject([{ rid: RID, outcome: "succeeded" }]);
  });

  test("with the end of a run waits for the one with its start, which creates the snitch", async () => {
    const project = await aProject();
    const started = { ...ok, status: "in_progress", monitor_config: NIGHTLY };

    const end = send(project, buildEnvelope({ ...ok, duration: 0.5 }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const start = send(project, buildEnvelope(started));

    expect([(await end).status, (await start).status]).toEqual([200, 200]);
    const [snitch, ...others] = await listSnitches(project.caseId);
    expect(others).toEqual([]);
    expect(snitch).toMatchObject({ slug: "backup", status: "healthy" });
    expect(await listRuns(snitch?.id ?? "")).toMatchObject([
      { rid: RID, outcome: "succeeded", reportedMs: 500 },
    ]);
  });

  test("without check-ins is accepted, and answered with its id", async () => {
    const project = await aProject();
    const text = `{"event_id":"${RID}"}\n{"type":"event"}\n{"message":"boom"}\n{"type":"transaction"}\n{}`;

    const { status, body } = await send(project, text);

    expect([status, JSON.parse(body)]).toEqual([200, { id: RID }]);
    expect(await listSnitches(project.caseId)).toEqual([]);
  });

  test.each([
    ["of an unknown monitor", { ...ok, monitor_slug: "other" }],
    ["with an unknown status", { ...ok, status: "great" }],
    ["that is no object", [1]],
    ["with a schedule that is none", { ...ok, monitor_slug: "other", monitor_config: { schedule: "x" } }],
  ])("drops a check-in %s with 200, and takes the next one", async (_, dropped) => {
    const project = await aProject();
    const { id } = await aMonitor(project.caseId);

    const { status, body } = await send(project, buildEnvelope(dropped, ok));

    expect([status, body]).toEqual([200, "{}"]);
    expect(await listSnitches(project.caseId)).toMatchObject([{ id, status: "healthy" }]);
  });

  test.each<[string, (project: Project) => ReturnType<typeof call>, number]>([
    ["no key", (project) => send(project, buildEnvelope(ok), {}), 401],
    [
      "a DSN of another number",
      (project) => send(project, `{"dsn":"https://${project.key}@x.example/1${project.number}"}\n`, {}),
      401,
    ],
    [
      "a wrong key",
      (project) =>
        send(project, buildEnvelope(ok), { "X-Sentry-Auth": `Sentry sentry_key=${"0".repeat(32)}` }),
      403,
    ],
    ["no header", (project) => send(project, "hello"), 400],
    ["no body", (project) => send(project, ""), 400],
    [
      "a body that cannot be decoded",
      (project) => send(project, "hello", { ...auth(project), "Content-Encoding": "br" }),
      400,
    ],
    ["GET", (project) => call(`${project.api}/envelope/`, { headers: auth(project) }), 405],
  ])("with %s is refused with a sentence", async (_, request, status) => {
    const project = await aProject();
    const { id } = await aMonitor(project.caseId);

    const response = await request(project);

    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toEqual({ detail: expect.stringMatching(/\.$/) });
    expect(await listCheckIns(id)).toEqual([]);
  });

  test("of any bytes is never answered with a server error, and changes no other case", async () => {
    const [project, other] = [await aProject(), await aProject()];
    await aMonitor(project.caseId);
    const foreign = await aMonitor(other.caseId);
    const parts = fc.constantFrom(
      "{}",
      '{"type":"check_in"}',
      '{"type":"check_in","length":9}',
      "\n",
      "\0",
      JSON.stringify(ok),
      '{"dsn":"x"}',
      "[]",
      "é",
    );
    const body = fc.oneof(
      fc.array(parts, { maxLength: 12 }).map((texts) => Buffer.from(texts.join("\n"))),
      fc
        .jsonValue()
        .map((value) => Buffer.from(buildEnvelope({ ...ok, monitor_config: value, duration: value }))),
      fc
        .dictionary(
          fc.constantFrom("monitor_slug", "status", "environment", "check_in_id", "monitor_config"),
          fc.jsonValue(),
        )
        .map((fields) => Buffer.from(buildEnvelope(fields))),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    );
    const encoding = fc.constantFrom("", "gzip", "br", "deflate", "zstd");

    await fc.assert(
      fc.asyncProperty(body, encoding, async (body, encoding) => {
        const { status } = await send(project, body, {
          ...auth(project),
          ...(encoding && { "Content-Encoding": encoding }),
        });
        expect([200, 400, 429]).toContain(status);
      }),
      { numRuns: 300 },
    );
    expect(await listSnitches(other.caseId)).toMatchObject([{ id: foreign.id, status: "pending" }]);
    expect(await listCheckIns(foreign.id)).toEqual([]);
  });
});

test.each(["store/", "security/", "minidump", "nel/", "events/1/attachments/", "otlp/v1/traces"])(
  "what programs send to …/%s is accepted and not kept, if the key is right",
  async (endpoint) => {
    const project = await aProject();
    const path = `${project.api}/${endpoint}?sentry_key=`;

    const { status, body } = await call(path + project.key, { method: "POST", body: '{"message":"boom"}' });

    expect([status, JSON.parse(body)]).toEqual([200, { id: expect.stringMatching(/^[\da-f]{32}$/) }]);
    expect((await call(path + "0".repeat(32), { method: "POST", body: "{}" })).status).toBe(403);
  },
);

test("a browser may send from any page: its preflight allows the headers of the SDKs", async () => {
  const { api } = await aProject();

  const { status, headers, body } = await call(`${api}/envelope/`, { method: "OPTIONS" });

  expect([status, body]).toEqual([204, ""]);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-allow-methods")).toBe("GET, POST");
  expect(headers.get("access-control-allow-headers")).toMatch(/X-Sentry-Auth.*Content-Type/);
});

test("a case’s key opens no other case, and a replaced DSN opens its own no longer", async () => {
  const [project, other] = [await aProject(), await aProject()];
  const { id } = await aMonitor(project.caseId);
  await aMonitor(other.caseId);
  expect((await cron({ ...other, key: project.key }, "status=ok")).status).toBe(403);

  await replaceDsn(project.caseId, ACTOR);

  expect((await cron(project, "status=ok")).status).toBe(403);
  expect(await listCheckIns(id)).toEqual([]);
  const { username: key } = new URL(
    buildDsn(await db.case.findUniqueOrThrow({ where: { id: project.caseId } })),
  );
  expect((await cron({ ...project, key }, "status=ok")).status).toBe(202);
  expect(await db.auditEvent.findMany({ where: { caseId: project.caseId } })).toMatchObject([
    { action: "case.dsn_replaced", actorName: ACTOR.name },
  ]);
});

test("the web process takes the same requests", async () => {
  const project = await aProject();
  const { id } = await aMonitor(project.caseId);
  const url = `http://localhost:3000${project.api}`;

  const responses = [
    await api.GET(new Request(`${url}/cron/backup/${project.key}/?status=ok`)),
    await api.POST(
      new Request(`${url}/envelope/`, {
        method: "POST",
        headers: auth(project),
        body: buildEnvelope({ check_in_id: RID, monitor_slug: "backup", status: "ok" }),
      }),
    ),
    await api.GET(new Request(`${url}/cron/other/${project.key}/?status=ok`)),
    await api.OPTIONS(new Request(`${url}/envelope/`, { method: "OPTIONS" })),
  ];

  expect(responses.map(({ status }) => status)).toEqual([202, 200, 404, 204]);
  expect(await responses[0]?.text()).toBe("");
  expect(await responses[1]?.json()).toEqual({});
  expect(await listCheckIns(id)).toHaveLength(2);
});
