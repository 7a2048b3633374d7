import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { eventually } from "@/testing/eventually";
import { openFlakyConnection } from "@/testing/flaky-connection";

const DATA = path.resolve(".data", "test", `healthchecks-${process.pid}`);
const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
process.env.DATABASE_URL = connection.url;
process.env.DATA_DIR = DATA;
const { createApiKey } = await import("@/lib/cases/api-key");
const { db } = await import("@/lib/platform/db");
const { openCheckInHttp, listStoredCheckIns } = await import("@/testing/check-in-http");
const { ACTOR, aCase, aSnitch } = await import("@/testing/factories");
const { toUuid } = await import("@/lib/rules/snitch-uuid");

afterAll(() => rm(DATA, { recursive: true, force: true }));

const FILTERS = {
  methods: "",
  inSubject: false,
  inBody: false,
  inHttpBody: true,
  successKeywords: "SUCCESS",
  failureKeywords: "ERROR",
  startKeywords: "",
  failsByDefault: false,
};

test("while the database is unavailable, known checks are pinged, and all of it is recorded afterwards", async () => {
  const http = await openCheckInHttp();
  const ping = async (url: string, body?: string) => {
    const response = await http.responseTo(url, body === undefined ? {} : { method: "POST", body });
    return [response.status, response.body, response.retryAfter];
  };
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "Jobs", kind: "healthchecks" }, ACTOR);
  const snitch = await aSnitch({ caseId, slug: "job" });
  const filtering = await aSnitch({ caseId, filters: FILTERS });
  const imported = await aSnitch({ caseId, token: "Bb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z" });
  // What is found by a key or an id must have been found before.
  expect(await ping(`/ping/${key}/job/log`)).toEqual([200, "OK", undefined]);
  expect(await ping(`/ping/${imported.id}/log`)).toEqual([200, "OK", undefined]);
  connection.become("cut");

  const responses = [
    await ping(`/ping/${toUuid(snitch)}/start?rid=${imported.id}`),
    await ping(`/ping/${key}/job/fail?rid=${imported.id}`, "disk full"),
    await ping(`/ping/${imported.id}/3`),
    await ping(`/ping/${toUuid(filtering)}`, "an ERROR"),
    await ping(`/ping/${toUuid(filtering)}`, "nothing"),
  ];
  const unavailable = [503, "The check-in could not be recorded. Try again in a few seconds.", "5"];
  const unknown = [
    await ping(`/ping/${key}/other`),
    await ping(`/ping/${key}/new-one?create=1`),
    await ping(`/ping/${"0".repeat(24)}/job`),
  ];
  const refused = await ping(`/ping/${toUuid(snitch)}/256`);
  connection.become("sound");
  await eventually(async () => expect(await readdir(path.join(DATA, "journal"))).toEqual([]));

  expect(responses).toEqual(Array(responses.length).fill([200, "OK", undefined]));
  expect(unknown).toEqual([unavailable, unavailable, unavailable]);
  expect(refused).toEqual([400, "invalid url format", undefined]);
  const kinds = async ({ id }: { id: string }) =>
    (await listStoredCheckIns(id)).map(({ kind, exitStatus, message }) => [kind, exitStatus, message]);
  expect(await kinds(snitch)).toEqual([
    ["log", "", ""],
    ["start", "", ""],
    ["finish", "fail", "disk full"],
  ]);
  expect(await kinds(imported)).toEqual([
    ["log", "", ""],
    ["finish", "3", ""],
  ]);
  expect(await kinds(filtering)).toEqual([
    ["finish", "fail", "an ERROR"],
    ["ignored", "", "nothing"],
  ]);
  expect(await db.run.findMany({ where: { snitchId: snitch.id } })).toMatchObject([{ outcome: "failed" }]);
  expect(await db.snitch.count({ where: { caseId } })).toBe(3);
  http.close();
});

test("a check that a ping has just created is known when the database becomes unavailable, and no other is said not to exist", async () => {
  const http = await openCheckInHttp();
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "Jobs", kind: "healthchecks" }, ACTOR);
  const ping = async (path: string) => (await http.responseTo(`/ping/${key}/${path}`)).status;
  expect([await ping("new-job/start?create=1"), await ping("later")]).toEqual([201, 404]);
  await aSnitch({ caseId, slug: "later" });
  connection.become("cut");

  const responses = [await ping("new-job"), await ping("later")];
  connection.become("sound");
  await eventually(async () => expect(await readdir(path.join(DATA, "journal"))).toEqual([]));

  expect(responses).toEqual([200, 503]);
  expect(await db.run.findMany({ where: { snitch: { caseId } } })).toMatchObject([{ outcome: "succeeded" }]);
  http.close();
});
