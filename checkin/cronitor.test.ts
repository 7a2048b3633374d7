import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import {
  JSON_TYPE,
  listStoredCheckIns,
  listStoredRuns,
  openCheckInHttp,
  readStatus,
  type Sent,
  TEXT,
  text,
} from "@/testing/check-in-http";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { basic } from "@/testing/requests";
import { countCaseLocks } from "@/testing/statements";

let http: Awaited<ReturnType<typeof openCheckInHttp>>;
beforeAll(async () => {
  http = await openCheckInHttp();
});
afterAll(() => http.close());

const responseTo = (path: string, sent?: Sent) => http.responseTo(path, sent);

const UNKNOWN = "0123456789abcdef";

const OK = text(200, "OK");
const aKey = async () => {
  const theCase = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(theCase.id, { name: "Jobs", kind: "cronitor" }, ACTOR);
  return { caseId: theCase.id, key };
};
const aMonitor = async () => {
  const { caseId, key } = await aKey();
  return { ...(await aSnitch({ caseId, slug: "nightly-backup" })), key };
};

test.each([
  ["", "GET", { exitStatus: "", kind: "finish" }, "healthy"],
  ["/", "POST", { exitStatus: "", kind: "finish" }, "healthy"],
  ["?state=complete", "HEAD", { exitStatus: "" }, "healthy"],
  ["?state=complete&status_code=0", "GET", { exitStatus: "" }, "healthy"],
  ["?state=ok", "GET", { exitStatus: "" }, "healthy"],
  ["?state=fail", "GET", { exitStatus: "fail" }, "errored"],
  ["?state=fail&status_code=137&msg=killed", "GET", { exitStatus: "137", message: "killed" }, "errored"],
  ["?status_code=2&message=two", "GET", { exitStatus: "2", message: "two" }, "errored"],
  ["/fail?exit_code=3", "POST", { exitStatus: "3" }, "errored"],
  ["/complete?state=fail", "POST", { exitStatus: "fail" }, "errored"],
  ["?state=run", "GET", { kind: "start" }, "pending"],
  ["/run", "POST", { kind: "start" }, "pending"],
  ["?state=logs&message=half", "GET", { kind: "log", message: "half" }, "pending"],
  ["?stamp=1.5", "GET", { exitStatus: "" }, "healthy"],
])("an event %s by %s is accepted", async (rest, method, expected, state) => {
  const { id, key } = await aMonitor();
  const before = Date.now();

  const response = await responseTo(`/p/${key}/nightly-backup${rest}`, { method });

  expect(response).toEqual(method === "HEAD" ? { ...OK, body: "" } : OK);
  const history = await listStoredCheckIns(id);
  expect(history).toMatchObject([{ ...expected, method }]);
  expect(history[0]?.at.getTime()).toBeGreaterThanOrEqual(before);
  expect(await readStatus(id)).toBe(state);
});

test("the events of a series are one run, as its agent for Kubernetes sends them", async () => {
  const { id, key } = await aMonitor();
  const path = (state: string) =>
    `/ping/${key}/nightly-backup/${state}?env=production&host=node-1&series=4f1d2c9a&stamp=1773100000`;

  expect(await responseTo(path("run"), { method: "POST" })).toEqual(OK);
  expect(
    await responseTo(`${path("complete")}&metric=count:812&metric=duration:2.5`, { method: "POST" }),
  ).toEqual(OK);

  expect(await listStoredRuns(id)).toMatchObject([
    {
      rid: "4f1d2c9a",
      env: "production",
      host: "node-1",
      outcome: "succeeded",
      reportedMs: 2_500,
      metrics: { count: 812 },
    },
  ]);
});

test("the finish of an accepted start is never refused", async () => {
  const { id, key } = await aMonitor();
  const path = `/p/${key}/nightly-backup`;
  for (let i = 0; i < 10; i += 1) await responseTo(path);
  await responseTo(`${path}?state=run`);

  const responses = [];
  for (let i = 0; i < 3; i += 1) responses.push(await responseTo(`${path}?state=complete`));

  expect(responses[0]).toEqual(OK);
  // One is accepted if a new minute begins during the test.
  const refused = responses.find(({ status }) => status === 429);
  expect(refused).toMatchObject({ type: TEXT, retryAfter: expect.stringMatching(/^\d+$/) });
  expect(await listStoredRuns(id)).toMatchObject([{ outcome: "succeeded" }]);
});

test("an unknown monitor is created, with one day and one hour of grace", async () => {
  const { caseId, key } = await aKey();

  const responses = await Promise.all(
    [1, 2, 3].map(() => responseTo(`/p/${key}/new-job?state=complete&series=a`)),
  );

  expect(responses).toEqual([OK, OK, OK]);
  expect(await db.snitch.findMany({ where: { caseId } })).toMatchObject([
    {
      name: "new-job",
      slug: "new-job",
      schedule: "every 1 day",
      grace: 3_600,
      setBy: null,
      status: "healthy",
    },
  ]);
  expect(await db.auditEvent.findMany({ where: { caseId, action: "snitch.created" } })).toMatchObject([
    { actorName: "Jobs" },
  ]);
});

test("a schedule that comes with events is that of the monitor, and follows them", async () => {
  const { caseId, key } = await aKey();
  const read = () => db.snitch.findFirstOrThrow({ where: { caseId } });
  const send = (schedule: string) =>
    responseTo(`/p/${key}/cli?state=run&schedule=${encodeURIComponent(schedule)}`);

  expect(await send("30 7 * * *")).toEqual(OK);
  expect(await read()).toMatchObject({ schedule: "30 7 * * *", setBy: "cronitor" });

  expect(await send("*/15 * * * *")).toEqual(OK);
  expect(await read()).toMatchObject({ schedule: "*/15 * * * *" });

  expect(await send("nonsense")).toEqual(OK);
  expect(await read()).toMatchObject({ schedule: "*/15 * * * *" });
});

test("a schedule does not change a snitch whose schedule people set", async () => {
  const { id, key } = await aMonitor();

  expect(await responseTo(`/p/${key}/nightly-backup?schedule=*/15+*+*+*+*`)).toEqual(OK);
  expect(await db.snitch.findUniqueOrThrow({ where: { id } })).toMatchObject({
    schedule: null,
    setBy: null,
  });
});

test("a new monitor with a schedule that cannot be used has the usual one", async () => {
  const { caseId, key } = await aKey();

  expect(await responseTo(`/p/${key}/new-job?schedule=nonsense`)).toEqual(OK);
  expect(await db.snitch.findMany({ where: { caseId } })).toMatchObject([
    { schedule: "every 1 day", setBy: null },
  ]);
});

test("without room in the plan, a new monitor is refused and a known one is not", async () => {
  const theCase = await aCase({ plan: "free" });
  const { key } = await createApiKey(theCase.id, { name: "Jobs", kind: "cronitor" }, ACTOR);

  expect(await responseTo(`/p/${key}/one`)).toEqual(OK);
  expect(await responseTo(`/p/${key}/two`)).toEqual(
    text(403, "Your plan (free) has room for 1 snitch. Remove one, or move to a larger plan.\n"),
  );
  expect(await responseTo(`/p/${key}/one`)).toEqual(OK);
});

test.each([
  [`/p/${"0".repeat(32)}/job`, "GET", 403, "No case has this key."],
  ["/p/nonsense/job", "GET", 403, "No case has this key."],
  ["/p/KEY/job?state=done", "GET", 400, "The state must be run, complete, fail, ok, logs or tick."],
  ["/p/KEY/job/done", "POST", 400, "The state must be run, complete, fail, ok, logs or tick."],
  ["/p/KEY/a%20b", "GET", 400, "The key of a monitor must have"],
  [`/p/KEY/${"x".repeat(256)}`, "GET", 400, "The key of a monitor must have"],
  ["/p/KEY/job", "PUT", 405, "takes GET, HEAD, POST"],
])("%s by %s gets a response in short text, and creates nothing", async (path, method, status, says) => {
  const { caseId, key } = await aKey();

  expect(await responseTo(path.replace("KEY", key), { method })).toMatchObject({
    status,
    type: TEXT,
    body: expect.stringContaining(says),
  });
  expect(await db.snitch.count({ where: { caseId } })).toBe(0);
});

const put = (key: string, body: unknown) =>
  responseTo("/api/monitors", {
    method: "PUT",
    headers: { Authorization: basic(key), "Content-Type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

test("the jobs that its agent for Kubernetes has found are created once, and follow their schedules", async () => {
  const { caseId, key } = await aKey();
  const job = {
    key: "4f1d-2c9a",
    defaultName: "shop/backup",
    schedule: "30 7 * * *",
    type: "job",
    rules: [],
  };
  const read = () => db.snitch.findMany({ where: { caseId }, orderBy: { id: "asc" } });

  const response = await put(key, [job, { ...job, key: "other", name: "Other", schedule: "nonsense" }]);

  expect(response).toMatchObject({ status: 200, type: JSON_TYPE });
  expect(JSON.parse(response.body)).toMatchObject([{ key: "4f1d-2c9a" }, { key: "other" }]);
  expect(await read()).toMatchObject([
    { name: "shop/backup", slug: "4f1d-2c9a", schedule: "30 7 * * *", setBy: "cronitor", status: "pending" },
    { name: "Other", slug: "other", schedule: "every 1 day", setBy: null },
  ]);

  await put(key, {
    monitors: [{ ...job, schedule: "0 8 * * *", timezone: "Europe/Riga", grace_seconds: 120 }],
  });
  expect(await read()).toMatchObject([{ schedule: "0 8 * * *", timezone: "Europe/Riga", grace: 120 }, {}]);

  expect(await responseTo(`/ping/${key}/4f1d-2c9a/run?series=1`, { method: "POST" })).toEqual(OK);
  expect(await listStoredRuns((await read())[0]?.id ?? "")).toHaveLength(1);
});

test("the response has the form of what was sent: a list for its agent, an object for its SDKs", async () => {
  const { key } = await aKey();
  const monitor = { key: "one", name: "one", schedule: "0 8 * * *" };

  const responses = [await put(key, [monitor]), await put(key, { monitors: [monitor] })];

  expect(responses.map(({ body }) => JSON.parse(body))).toEqual([[monitor], { monitors: [monitor] }]);
});

test("a job without room in the plan is missing in the response", async () => {
  const theCase = await aCase({ plan: "free" });
  const { key } = await createApiKey(theCase.id, { name: "Jobs", kind: "cronitor" }, ACTOR);

  const { status, body } = await put(key, [{ key: "one" }, { key: "two" }]);

  expect([status, JSON.parse(body)]).toEqual([200, [{ key: "one", name: "one", schedule: "" }]]);
  expect(await db.snitch.count({ where: { caseId: theCase.id } })).toBe(1);
});

test("once a plan is full, only the first of many new jobs costs a transaction, and known ones follow their schedules", async () => {
  const theCase = await aCase({ plan: "free" });
  const { key } = await createApiKey(theCase.id, { name: "Jobs", kind: "cronitor" }, ACTOR);
  await put(key, [{ key: "known", schedule: "0 7 * * *" }]);
  const job = (n: number) => ({ key: `new-${n}`, schedule: "0 7 * * *" });
  const jobs = Array.from({ length: 20 }, (_, n) => job(n));

  expect(await countCaseLocks(() => put(key, jobs))).toBe(1);
  await put(key, [...jobs, { key: "known", schedule: "0 8 * * *" }]);
  expect(await db.snitch.findMany({ where: { caseId: theCase.id } })).toMatchObject([
    { slug: "known", schedule: "0 8 * * *" },
  ]);
});

test.each([
  ["a wrong key", "0".repeat(32), "[]", 403, "No case has this key."],
  ["no JSON", "KEY", "{", 400, "The body must be a JSON list"],
  ["no list", "KEY", "null", 400, "The body must be a JSON list"],
  ["a monitor without a key", "KEY", "[{}]", 400, "The body must be a JSON list"],
  ["too much", "KEY", `[${" ".repeat(70_000)}]`, 413, "Too many monitors at once."],
])("%s for its agent gets a response in short text", async (_, given, body, status, says) => {
  const { key } = await aKey();

  expect(await put(given.replace("KEY", key), body)).toMatchObject({
    status,
    type: TEXT,
    body: expect.stringContaining(says),
  });
});

test("the monitors cannot be read", async () => {
  expect(await responseTo("/api/monitors")).toMatchObject({ status: 405, type: TEXT, allow: "PUT, OPTIONS" });
});

test.each(["", "/c"])("the older addresses %s/<token>/run and /complete are one run", async (folder) => {
  const { id, token } = await aSnitch();

  expect(await responseTo(`${folder}/${token}/run?series=7`)).toEqual(OK);
  expect(await responseTo(`${folder}/${token}/complete?series=7&msg=done`)).toEqual(OK);

  expect(await listStoredRuns(id)).toMatchObject([{ rid: "7", outcome: "succeeded" }]);
  expect(await readStatus(id)).toBe("healthy");
});

test("an unknown token in an older address gets a response in short text", async () => {
  expect(await responseTo(`/${UNKNOWN}/run`)).toMatchObject({
    status: 404,
    type: TEXT,
    body: expect.stringContaining("No snitch has this id."),
  });
});

test("a check-in URL below /ping goes on working, also with a token of 32 characters", async () => {
  const token = "0123456789abcdef0123456789abcdef";
  const { id } = await aSnitch({ token });

  expect((await responseTo(`/ping/${token}/fail`)).status).toBe(202);
  expect(await listStoredCheckIns(id)).toMatchObject([{ exitStatus: "fail" }]);
});
