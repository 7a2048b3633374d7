import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { eventually } from "@/testing/eventually";
import { openFlakyConnection } from "@/testing/flaky-connection";

const DATA = path.resolve(".data", "test", `protocols-${process.pid}`);
const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
process.env.DATABASE_URL = connection.url;
process.env.DATA_DIR = DATA;
const { createApiKey } = await import("@/lib/cases/api-key");
const { db } = await import("@/lib/platform/db");
const { ACTOR, aCase, aSnitch } = await import("@/testing/factories");
const { listStoredCheckIns } = await import("@/testing/check-in-http");
const { requestProtocol } = await import("@/testing/protocol-request");
const { toUuid } = await import("@/lib/rules/snitch-uuid");
const { buildDsn } = await import("./sentry/dsn");

const NONE = "0".repeat(32);

afterAll(() => rm(DATA, { recursive: true, force: true }));

const tuesday = new Date("2026-03-10T10:37:12.345Z");
const at = (minutes: number) => new Date(tuesday.getTime() + minutes * 60_000);

/** Clients of another service that have kept their configuration: by their key, and by this case's DSN. */
async function clientsOf() {
  const theCase = await aCase({ plan: "unlimited" });
  const aKey = async (kind: "cronitor" | "healthchecks" | "tattle") =>
    (await createApiKey(theCase.id, { name: kind, kind }, ACTOR)).key;
  const { username, pathname } = new URL(buildDsn(theCase));
  return {
    caseId: theCase.id,
    cronitor: await aKey("cronitor"),
    checks: await aKey("healthchecks"),
    own: await aKey("tattle"),
    sentry: (slug: string) => `/api${pathname}/cron/${slug}/${username}/`,
    envelopes: `/api${pathname}/envelope/?sentry_key=${username}`,
  };
}

const post = (body: object | string, headers = {}) => ({
  method: "POST",
  body: typeof body === "string" ? body : JSON.stringify(body),
  headers: { ...(typeof body !== "string" && { "content-type": "application/json" }), ...headers },
});

const allRecorded = () =>
  eventually(async () => expect(await readdir(path.join(DATA, "journal"))).toEqual([]));

const KEYWORDS = {
  methods: "",
  inSubject: false,
  inBody: false,
  inHttpBody: true,
  successKeywords: "SUCCESS",
  failureKeywords: "ERROR",
  startKeywords: "",
  failsByDefault: false,
};

test("while the database is unavailable, each protocol accepts, and everything is recorded afterwards", async () => {
  const { caseId, cronitor, checks, own, sentry } = await clientsOf();
  const token = "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z";
  const snitch = await aSnitch({ caseId, slug: "job", token });
  const uuid = toUuid(snitch);
  const withRuns = await aSnitch({ caseId, slug: "with-runs" });
  const filtering = toUuid(await aSnitch({ caseId, filters: KEYWORDS }));
  const monitor = { environment: "production", schedule: "0 2 * * *" };
  const backup = await aSnitch({ caseId, slug: "backup", ...monitor });
  const changed = { status: "ok", monitor_config: { schedule: { type: "crontab", value: "0 3 * * *" } } };
  const requests: [string, object, number, string][] = [
    [`/api/push/${token}?status=down&msg=kuma`, {}, 200, "down kuma"],
    [`/api/v1/heartbeat/${token}/fail`, post("better stack"), 200, "fail better stack"],
    [`/heartbeats/ping/${uuid}`, {}, 200, "finish"],
    [`/v1/check_in/${token}`, {}, 201, "finish"],
    [
      "/api/v1/endpoints/core_job/external?success=false&error=gatus",
      post("", { authorization: `Bearer ${token}` }),
      200,
      "fail gatus",
    ],
    [`/p/${cronitor}/job?state=fail&message=cronitor`, {}, 200, "fail cronitor"],
    [`/ping/${cronitor}/job/complete?message=kubernetes`, {}, 200, "finish kubernetes"],
    [`/${token}/complete?msg=older`, {}, 200, "finish older"],
    [`/opsgenie/v2/heartbeats/job/ping?apiKey=${own}`, {}, 202, "finish"],
    [`/ping/${toUuid(withRuns)}/start?rid=${uuid}`, {}, 200, "start"],
    [`/ping/${checks}/with-runs/fail?rid=${uuid}`, post("disk full"), 200, "fail disk full"],
    [`/ping/${uuid}/3`, {}, 200, "3"],
    [`/ping/${filtering}`, post("an ERROR"), 200, "fail an ERROR"],
    [`/ping/${filtering}`, post("nothing"), 200, "ignored nothing"],
    [sentry("backup"), post({ status: "ok" }), 202, "0"],
    [sentry("backup"), post(changed), 202, "0"],
  ];
  // What is found by a key or an id must have been found before.
  for (const [i, [url, given]] of requests.slice(0, -1).entries())
    await requestProtocol(url, { ...given, at: at(i) });
  await db.checkIn.deleteMany();
  await db.run.deleteMany();
  connection.become("cut");

  const statuses = [];
  for (const [i, [url, given]] of requests.entries()) {
    statuses.push((await requestProtocol(url, { ...given, at: at(60 + i) })).status);
  }
  const unknown = [];
  for (const url of [
    `/p/${cronitor}/other`,
    `/p/${NONE}/job`,
    `/v2/heartbeats/other/ping?apiKey=${own}`,
    `/ping/${checks}/other`,
    `/ping/${checks}/new-one?create=1`,
    `/ping/${NONE.slice(0, 24)}/job`,
    `${sentry("other")}?status=ok`,
  ])
    unknown.push(await requestProtocol(url, { at: at(90) }));
  const wrong = await requestProtocol(`/ping/${uuid}/256`, { at: at(90) });
  connection.become("sound");
  await allRecorded();

  expect(statuses).toEqual(requests.map(([, , status]) => status));
  for (const { status, headers, body } of unknown) {
    expect([status, headers["Retry-After"]]).toEqual([503, "5"]);
    expect(body).toContain("The check-in could not be recorded");
  }
  expect(wrong).toMatchObject({ status: 400, body: "invalid url format" });
  const recorded = await db.checkIn.findMany({ where: { snitch: { caseId } }, orderBy: { at: "asc" } });
  expect(recorded.map((row) => [row.at, `${row.exitStatus || row.kind} ${row.message}`.trim()])).toEqual(
    requests.map(([, , , expected], i) => [at(60 + i), expected]),
  );
  expect(await db.run.findMany({ where: { snitchId: withRuns.id } })).toMatchObject([{ outcome: "failed" }]);
  expect(await db.snitch.count({ where: { caseId } })).toBe(4);
  expect(await db.snitch.findUnique({ where: { id: backup.id } })).toMatchObject(monitor);
});

test("what is sent to the id of a snitch that nobody asked for before the outage is recorded, too", async () => {
  const snitch = await aSnitch({ token: "Cc3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z" });
  connection.become("cut");

  const statuses = [];
  for (const [i, url] of [`/ping/${snitch.id}/fail`, `/heartbeats/ping/${snitch.id}`].entries())
    statuses.push((await requestProtocol(url, { at: at(i) })).status);
  connection.become("sound");
  await allRecorded();

  expect(statuses).toEqual([200, 200]);
  expect((await listStoredCheckIns(snitch.id)).map((row) => [row.at, row.exitStatus])).toEqual([
    [at(0), "fail"],
    [at(1), ""],
  ]);
});

const RID = "0b0e1a7c3f0d4c0a9d4f2d1f9c6b7a58";
const envelope = (fields: object) =>
  post(
    `{}\n{"type":"check_in"}\n${JSON.stringify({ check_in_id: RID, monitor_slug: "new-job", ...fields })}\n`,
  );
type Clients = Awaited<ReturnType<typeof clientsOf>>;
const CREATING: Record<string, (clients: Clients) => [string, object][]> = {
  "telemetry event": ({ cronitor }) => [
    [`/p/${cronitor}/new-job?state=run`, {}],
    [`/p/${cronitor}/new-job?state=complete`, {}],
  ],
  ping: ({ checks }) => [
    [`/ping/${checks}/new-job/start?create=1`, {}],
    [`/ping/${checks}/new-job`, {}],
  ],
  envelope: ({ envelopes }) => [
    [
      envelopes,
      envelope({
        status: "in_progress",
        monitor_config: { schedule: { type: "crontab", value: "0 3 * * *" } },
      }),
    ],
    [envelopes, envelope({ status: "ok" })],
  ],
};

test.each(Object.entries(CREATING))(
  "what one %s has just created is known when the database becomes unavailable",
  async (_, requestsOf) => {
    const clients = await clientsOf();
    const [[startUrl, start], [endUrl, end]] = requestsOf(clients) as [[string, object], [string, object]];
    const started = await requestProtocol(startUrl, { ...start, at: at(0) });
    connection.become("cut");

    const ended = await requestProtocol(endUrl, { ...end, at: at(1) });
    connection.become("sound");
    await allRecorded();

    expect(started.status).toBeOneOf([200, 201]);
    expect(ended.status).toBe(200);
    expect(await db.run.findMany({ where: { snitch: { caseId: clients.caseId } } })).toMatchObject([
      { outcome: "succeeded" },
    ]);
  },
);

test("while the database is unavailable, no answer says that a monitor does not exist", async () => {
  const { caseId, checks, sentry } = await clientsOf();
  const send = async () => [
    (await requestProtocol(`/ping/${checks}/later`)).status,
    (await requestProtocol(`${sentry("later")}?status=ok`)).status,
  ];
  expect(await send()).toEqual([404, 404]);
  await aSnitch({ caseId, slug: "later", environment: "production" });

  connection.become("cut");
  const statuses = await send();
  connection.become("sound");

  expect(statuses).toEqual([503, 503]);
});
