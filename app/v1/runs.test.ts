import { expect, test } from "vitest";
import { loadDeliveries } from "@/lib/delivery/load";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { requestCheckIn } from "@/testing/check-in-request";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aWebhook } from "@/testing/factories";
import { aClient, type Client, readResponse, send } from "@/testing/requests";
import { runsFor } from "@/testing/runs";

const MINUTES = runsFor("app/v1/runs.test.ts");

const at = (time: string) => new Date(`2026-03-10T${time}Z`);

const call = async (client: Client, method: string, path: string, body?: unknown) =>
  readResponse(send(method, path, { key: client.key, ...(body !== undefined && { body }) }));

type Shown = Record<string, unknown> & { token: string };

/** A daily snitch of this client that has checked in on the day before. */
async function aSnitchWith(client: Client, attributes: object = {}): Promise<Shown> {
  const { status, body } = await call(client, "POST", "/v1/snitches", {
    name: "Nightly backup",
    ...(!("schedule" in attributes) && { interval: "daily" }),
    ...attributes,
  });
  expect(status).toBe(200);
  const snitch = body as Shown;
  expect(await requestCheckIn(`/${snitch.token}`, new Date("2026-03-09T03:00Z"))).toBe(202);
  return snitch;
}

const show = async (client: Client, { token }: Shown) =>
  (await call(client, "GET", `/v1/snitches/${token}`)).body as Record<string, unknown>;

const requestRuns = async (client: Client, { token }: Shown, query = "") =>
  (await call(client, "GET", `/v1/snitches/${token}/runs${query}`)).body as Record<string, unknown>[];

const listAlerts = async ({ token }: Shown) =>
  (await db.alert.findMany({ where: { snitch: { token } }, orderBy: [{ at: "asc" }, { id: "asc" }] })).filter(
    ({ from }) => from !== "pending",
  );

const sweep = (time: string) => sweepDeadlines(at(time), NEVER_LOST_MS);

test("a start and a finish are a run, which the snitch and its list of runs show", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client);
  const url = `/${snitch.token}`;

  expect(await requestCheckIn(`${url}/start?host=db1&env=prod`, at("03:00:00"))).toBe(202);
  expect(await show(client, snitch)).toMatchObject({
    status: "healthy",
    checked_in_at: "2026-03-09T03:00:00.000Z",
    running: 1,
    last_run: { outcome: "running", started_at: "2026-03-10T03:00:00.000Z", ended_at: null, host: "db1" },
  });

  expect(await requestCheckIn(`${url}/0?metric.rows=812&d=250`, at("03:04:12"))).toBe(202);
  const [run] = await requestRuns(client, snitch);
  expect(run).toEqual({
    id: expect.any(String),
    rid: null,
    env: "prod",
    host: "db1",
    started_at: "2026-03-10T03:00:00.000Z",
    ended_at: "2026-03-10T03:04:12.000Z",
    outcome: "succeeded",
    cause: null,
    failed_check: null,
    exit_status: "0",
    duration_ms: 250_000,
    reported_ms: 250_000,
    limit_at: null,
    metrics: { rows: 812 },
  });
  expect(await show(client, snitch)).toMatchObject({
    checked_in_at: "2026-03-10T03:04:12.000Z",
    running: 0,
    last_run: run,
  });
  expect(await listAlerts(snitch)).toEqual([]);
});

test("a plain check-in ends a run without a name, and a plain check-in without one is not a run", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client);

  await requestCheckIn(`/${snitch.token}/start`, at("03:00"));
  await requestCheckIn(`/${snitch.token}?m=done`, at("03:01"));
  await requestCheckIn(`/${snitch.token}/success`, at("03:02"));

  expect(await requestRuns(client, snitch)).toMatchObject([{ outcome: "succeeded", duration_ms: 60_000 }]);
});

test("output is kept with its run, and shown as text", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client);
  await requestCheckIn(`/${snitch.token}/start?rid=7`, at("03:00"));
  await requestCheckIn(`/${snitch.token}/fail?rid=7`, at("03:01"), {
    body: "\u001b[31mdisk full\u001b[0m\n<b>rows=5&m\n",
    contentType: "application/x-www-form-urlencoded",
  });

  const [run] = await requestRuns(client, snitch);
  const shown = await call(client, "GET", `/v1/snitches/${snitch.token}/runs/${run?.id}`);
  expect(shown).toMatchObject({
    status: 200,
    body: { ...run, outcome: "failed", cause: "error", output: "disk full\n<b>rows=5&m\n" },
  });
  expect((await listAlerts(snitch))[0]?.message).toContain("disk full");
});

test("runs are listed newest first, page by page", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client);
  for (const minute of ["00", "10", "20", "30", "40"]) {
    await requestCheckIn(`/${snitch.token}/start?rid=${minute}`, at(`03:${minute}`));
  }
  const requestRids = async (query: string) =>
    (await requestRuns(client, snitch, query)).map(({ rid }) => rid);

  expect(await requestRids("")).toEqual(["40", "30", "20", "10", "00"]);
  const page = await requestRuns(client, snitch, "?limit=2");
  expect(await requestRids(`?limit=2&before=${page[1]?.id}`)).toEqual(["20", "10"]);
  expect(await requestRids("?before=2026-03-10T03:10:00Z")).toEqual(["00"]);
});

test("of a hundred runs, the one that exceeds its limit is alerted once, by name, and its finish recovers the snitch", async () => {
  const client = await aClient();
  const webhook = await aWebhook({ caseId: client.theCase.id, url: "https://hooks.example.com/" });
  const snitch = await aSnitchWith(client, { max_runtime: 3_600 });
  const computeStart = (i: number) => new Date(at("02:30").getTime() + i * 11_000);
  for (let i = 0; i < 100; i += 1) await requestCheckIn(`/${snitch.token}/start?rid=r${i}`, computeStart(i));
  expect(await show(client, snitch)).toMatchObject({ running: 100 });
  for (let i = 0; i < 100; i += 1) {
    if (i === 50) continue;
    const ended = new Date(computeStart(i).getTime() + 1_800_000);
    expect(await requestCheckIn(`/${snitch.token}/success?rid=r${i}`, ended)).toBe(202);
  }

  await sweep("03:40:09");
  expect(await listAlerts(snitch)).toEqual([]);
  await sweep("03:40:10");
  await sweep("03:50:00");

  const [alert, ...more] = await listAlerts(snitch);
  expect(more).toEqual([]);
  expect(alert).toMatchObject({
    kind: "missing",
    from: "healthy",
    to: "failed",
    at: at("03:39:10"),
    cause: "overran",
    run: { rid: "r50", started_at: "2026-03-10T02:39:10.000Z", usual_ms: 1_800_000 },
  });
  const { id } = await db.delivery.findFirstOrThrow({ where: { alertId: alert?.id, channelId: webhook.id } });
  expect((await loadDeliveries([id]))[0]?.row).toMatchObject({
    alert: { cause: "overran" },
    run: { rid: "r50" },
  });

  await requestCheckIn(`/${snitch.token}/success?rid=r50`, at("03:59:10"));
  expect(await show(client, snitch)).toMatchObject({ status: "healthy", running: 0 });
  const stuck = (await requestRuns(client, snitch, "?limit=100")).find(({ rid }) => rid === "r50");
  expect(stuck).toMatchObject({ outcome: "overran", cause: "overran", duration_ms: 4_800_000 });
});

const WEEKDAYS = { schedule: "0 3 * * *", timezone: "UTC", grace: 900 };

test("with both limits, starting late and running long are two different problems", async () => {
  const client = await aClient();
  const limits = { start_grace: 300, max_runtime: 7_200 };
  const late = await aSnitchWith(client, { ...WEEKDAYS, ...limits });
  const long = await aSnitchWith(client, { ...WEEKDAYS, ...limits });
  expect(await show(client, late)).toMatchObject({ due_at: "2026-03-10T03:05:00.000Z", grace: 900 });

  await requestCheckIn(`/${long.token}/start`, at("03:00:10"));
  expect(await show(client, long)).toMatchObject({ due_at: "2026-03-11T03:05:00.000Z", status: "healthy" });
  await sweep("03:06");
  await sweep("05:01:10");

  expect(await listAlerts(late)).toMatchObject([
    { kind: "missing", cause: "missed", at: at("03:05"), run: null },
  ]);
  expect(await listAlerts(long)).toMatchObject([{ kind: "missing", cause: "overran", at: at("05:00:10") }]);
});

test("a longer limit saves a run that is still running, and a shorter one is never in the past", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client, { max_runtime: 600 });
  const startedAt = Date.now() - 300_000;
  await requestCheckIn(`/${snitch.token}/start`, new Date(startedAt));
  const limit = async () => (await requestRuns(client, snitch))[0]?.limit_at as string;

  await call(client, "PATCH", `/v1/snitches/${snitch.token}`, { max_runtime: 7_200 });
  expect(Date.parse(await limit())).toBe(startedAt + 7_200_000);
  const before = Date.now();
  await call(client, "PATCH", `/v1/snitches/${snitch.token}`, { max_runtime: 60 });
  expect(Date.parse(await limit())).toBeGreaterThanOrEqual(before);
  await call(client, "PATCH", `/v1/snitches/${snitch.token}`, { max_runtime: null });
  expect(await limit()).toBeNull();
});

test(`a minute job that sends a start and a finish for ${MINUTES} minutes is never refused`, async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client, { interval: "1_minute" });
  const statuses = new Set<number>();
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const started = at("00:00:01").getTime() + minute * 60_000;
    const rid = minute % 2 === 0 ? "" : `?rid=${minute}`;
    statuses.add(await requestCheckIn(`/${snitch.token}/start${rid}`, new Date(started)));
    statuses.add(await requestCheckIn(`/${snitch.token}/0${rid}`, new Date(started + 20_000)));
  }
  expect([...statuses]).toEqual([202]);
});

test("six starts a minute are accepted, and the finish of each of them", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client);
  const start = (i: number) => requestCheckIn(`/${snitch.token}/start?rid=${i}`, at(`03:00:0${i}`));
  const started: number[] = [];
  for (let i = 0; i < 8; i += 1) started.push(await start(i));
  expect(started).toEqual([202, 202, 202, 202, 202, 202, 429, 429]);
  for (let i = 0; i < 6; i += 1) {
    expect(await requestCheckIn(`/${snitch.token}/success?rid=${i}`, at(`03:00:1${i}`))).toBe(202);
  }
  expect(await requestCheckIn(`/${snitch.token}/start?rid=9`, at("03:01:00"))).toBe(202);
});

test("a log changes nothing but the history", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client);
  const before = await show(client, snitch);
  expect(await requestCheckIn(`/${snitch.token}/log`, at("03:00"), { body: "half done" })).toBe(202);

  expect(await show(client, snitch)).toEqual(before);
  expect(await requestRuns(client, snitch)).toEqual([]);
  const rows = await db.checkIn.findMany({ where: { snitch: { token: snitch.token }, kind: "log" } });
  expect(rows).toMatchObject([{ message: "half done", accepted: true, runId: null }]);
});

test("of more than a hundred running runs, the oldest are abandoned", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client);
  for (let i = 0; i < 103; i += 1) {
    await requestCheckIn(`/${snitch.token}/start?rid=${i}`, new Date(at("03:00").getTime() + i * 11_000));
  }
  expect(await show(client, snitch)).toMatchObject({ running: 100, status: "healthy" });
  const oldest = await requestRuns(client, snitch, "?limit=4&before=2026-03-10T03:00:40Z");
  expect(oldest.map(({ outcome }) => outcome)).toEqual(["running", "abandoned", "abandoned", "abandoned"]);
});

test("a name may come back soon: each start after a finish is a run of its own, and one that hangs is alerted", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client, { max_runtime: 600, checks: ["duration < 300"] });
  for (const minute of ["00", "05", "10"]) {
    await requestCheckIn(`/${snitch.token}/start?rid=7`, at(`03:${minute}:00`));
    await requestCheckIn(`/${snitch.token}/0?rid=7`, at(`03:${minute}:30`));
  }
  await requestCheckIn(`/${snitch.token}/start?rid=7`, at("04:00"));
  await sweep("05:30");

  expect((await requestRuns(client, snitch)).map(({ outcome }) => outcome)).toEqual([
    "overran",
    ...Array(3).fill("succeeded"),
  ]);
  expect(await listAlerts(snitch)).toMatchObject([{ kind: "missing", cause: "overran", at: at("04:10") }]);
});

test.each([
  ["a check", { checks: ["duration < 300"] }, "03:04:50", "03:05:10", "healthy"],
  ["the shortest runtime", { min_runtime: 60 }, "03:00:50", "03:01:20", "errored"],
])(
  "a repeated finish does not change how %s evaluates its run",
  async (_, attributes, first, again, status) => {
    const client = await aClient();
    const snitch = await aSnitchWith(client, attributes);
    await requestCheckIn(`/${snitch.token}/start?rid=7`, at("03:00:00"));
    for (const time of [first, again]) await requestCheckIn(`/${snitch.token}/0?rid=7`, at(time));

    expect(await show(client, snitch)).toMatchObject({ status });
  },
);

test("a finish ends a short run, although the clock of its server is a little behind", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client, { max_runtime: 600 });
  await requestCheckIn(`/${snitch.token}/start`, at("03:00:00.020"));
  await requestCheckIn(`/${snitch.token}/0`, at("03:00:00.010"));
  await sweep("03:30");

  expect(await requestRuns(client, snitch)).toMatchObject([{ outcome: "succeeded", duration_ms: 1 }]);
  expect(await listAlerts(snitch)).toEqual([]);
});

test("a run that was evaluated is not evaluated again by later terms", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client);
  await requestCheckIn(`/${snitch.token}/start`, at("03:00:00"));
  await requestCheckIn(`/${snitch.token}/0`, at("03:00:10"));
  await requestCheckIn(`/${snitch.token}/0`, at("03:40:00"));
  await call(client, "PATCH", `/v1/snitches/${snitch.token}`, { min_runtime: 60 });
  await requestCheckIn(`/${snitch.token}/start`, at("03:30:00"));

  expect(await listAlerts(snitch)).toEqual([]);
});

test("heartbeats keep ten numbers, and old ones change nothing", async () => {
  const client = await aClient();
  const snitch = await aSnitchWith(client, { max_runtime: 600, checks: ["metric.rows > 0"] });
  const url = `/${snitch.token}/start?rid=7`;
  await requestCheckIn(`${url}&metric.rows=5`, at("03:00"));
  for (let i = 0; i < 12; i += 1)
    await requestCheckIn(`${url}&metric.m${i}=${i}`, at(`03:0${1 + Math.floor(i / 3)}:${10 + (i % 3)}`));
  await requestCheckIn(`/${snitch.token}/0?rid=7`, at("03:05"));

  const [run] = await requestRuns(client, snitch);
  expect(run).toMatchObject({ outcome: "succeeded", metrics: { rows: 5 } });
  expect(Object.keys(run?.metrics ?? {})).toHaveLength(10);
});
