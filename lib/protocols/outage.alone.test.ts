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

afterAll(() => rm(DATA, { recursive: true, force: true }));

const tuesday = new Date("2026-03-10T10:37:12.345Z");
const at = (minutes: number) => new Date(tuesday.getTime() + minutes * 60_000);

test("while the database is unavailable, each protocol accepts, and everything is recorded afterwards", async () => {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "Jobs", kind: "cronitor" }, ACTOR);
  const own = await createApiKey(caseId, { name: "Heartbeats", access: "ping" }, ACTOR);
  const token = "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z";
  const snitch = await aSnitch({ caseId, slug: "job", token });
  const requests = [
    [`/api/push/${token}?status=down&msg=kuma`, {}, 200],
    [`/api/v1/heartbeat/${token}/fail`, { method: "POST", body: "better stack" }, 200],
    [`/heartbeats/ping/${toUuid(snitch)}`, {}, 200],
    [`/v1/check_in/${token}`, {}, 201],
    [
      "/api/v1/endpoints/core_job/external?success=false&error=gatus",
      { method: "POST", headers: { authorization: `Bearer ${token}` } },
      200,
    ],
    [`/p/${key}/job?state=fail&message=cronitor`, {}, 200],
    [`/ping/${key}/job/complete?message=kubernetes`, {}, 200],
    [`/${token}/complete?msg=older`, {}, 200],
    [`/opsgenie/v2/heartbeats/job/ping?apiKey=${own.key}`, {}, 202],
  ] as const;
  // What is found by a key or an id must have been found before.
  for (const [i, [url, given]] of requests.entries()) await requestProtocol(url, { ...given, at: at(i) });
  const before = (await listStoredCheckIns(snitch.id)).map(({ id }) => id);
  connection.become("cut");

  const statuses = [];
  for (const [i, [url, given]] of requests.entries()) {
    statuses.push((await requestProtocol(url, { ...given, at: at(60 + i) })).status);
  }
  const unknownMonitor = await requestProtocol(`/p/${key}/other`, { at: at(70) });
  const unknownKey = await requestProtocol(`/p/${"0".repeat(32)}/job`, { at: at(70) });
  const unknownHeartbeat = await requestProtocol(`/v2/heartbeats/other/ping?apiKey=${own.key}`, {
    at: at(70),
  });
  connection.become("sound");
  await eventually(async () => expect(await readdir(path.join(DATA, "journal"))).toEqual([]));

  expect(statuses).toEqual(requests.map(([, , status]) => status));
  for (const refused of [unknownMonitor, unknownKey, unknownHeartbeat]) {
    expect(refused).toMatchObject({ status: 503, headers: { "Retry-After": "5" } });
  }
  const history = (await listStoredCheckIns(snitch.id)).filter(({ id }) => !before.includes(id));
  const recorded = history
    .map((row) => [row.at, row.message])
    .toSorted(([one], [other]) => Number(one) - Number(other));
  expect(recorded).toEqual(
    ["kuma", "better stack", "", "", "gatus", "cronitor", "kubernetes", "older", ""].map((message, i) => [
      at(60 + i),
      message,
    ]),
  );
  expect(await db.snitch.count({ where: { caseId } })).toBe(1);
});

test("what is sent to the id of a snitch that nobody asked for before the outage is recorded, too", async () => {
  const snitch = await aSnitch({ token: "Cc3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z" });
  connection.become("cut");

  const statuses = [];
  for (const [i, url] of [`/ping/${snitch.id}/fail`, `/heartbeats/ping/${snitch.id}`].entries())
    statuses.push((await requestProtocol(url, { at: at(i) })).status);
  connection.become("sound");
  await eventually(async () => expect(await readdir(path.join(DATA, "journal"))).toEqual([]));

  expect(statuses).toEqual([200, 200]);
  expect((await listStoredCheckIns(snitch.id)).map((row) => [row.at, row.exitStatus])).toEqual([
    [at(0), "fail"],
    [at(1), ""],
  ]);
});

test("a monitor that a telemetry event has just created is known when the database becomes unavailable", async () => {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "Jobs", kind: "cronitor" }, ACTOR);
  const run = await requestProtocol(`/p/${key}/new-job?state=run`, { at: at(0) });
  connection.become("cut");

  const complete = await requestProtocol(`/p/${key}/new-job?state=complete`, { at: at(1) });
  connection.become("sound");
  await eventually(async () => expect(await readdir(path.join(DATA, "journal"))).toEqual([]));

  expect([run.status, complete.status]).toEqual([200, 200]);
  expect(await db.run.findMany({ where: { snitch: { caseId } } })).toMatchObject([{ outcome: "succeeded" }]);
});
