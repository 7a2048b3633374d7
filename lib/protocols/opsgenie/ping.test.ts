import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import type { ApiKeyAccess } from "@/lib/cases/api-key-form";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import {
  JSON_TYPE,
  listStoredCheckIns,
  openCheckInHttp,
  readStatus,
  type Sent,
} from "@/testing/check-in-http";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";

let http: Awaited<ReturnType<typeof openCheckInHttp>>;
beforeAll(async () => {
  http = await openCheckInHttp();
});
afterAll(() => http.close());

async function aHeartbeat(given: Parameters<typeof aSnitch>[0] = {}, access: ApiKeyAccess = "ping") {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "Jobs", access }, ACTOR);
  const snitch = await aSnitch({ caseId, slug: "nightly-backup", ...given });
  return { ...snitch, caseId, key, authorization: `GenieKey ${key}` };
}

const PATH = "/opsgenie/v2/heartbeats/nightly-backup/ping";

const ask = async (authorization: string, path = PATH, sent: Sent = {}) => {
  const response = await http.responseTo(path, { ...sent, headers: { authorization, ...sent.headers } });
  return { ...response, body: response.body === "" ? null : JSON.parse(response.body) };
};

const META = { took: expect.any(Number), requestId: expect.stringMatching(/^[\da-f-]{36}$/) };
const PONG = { status: 202, type: JSON_TYPE, body: { result: "PONG - Heartbeat received", ...META } };
const refused = (status: number, says: string) => ({
  status,
  type: JSON_TYPE,
  body: { message: expect.stringContaining(says), ...META },
});

test.each(["GET", "POST", "PUT", "PATCH"])(
  "a ping by %s is recorded, and its body is not read",
  async (method) => {
    const { id, authorization } = await aHeartbeat();
    const body = method === "GET" ? {} : { body: '{"s":"1","m":"no"}' };

    expect(await ask(authorization, `${PATH}?s=1&m=no`, { method, ...body })).toEqual(PONG);
    expect(await listStoredCheckIns(id)).toMatchObject([
      { method, exitStatus: "", message: "", kind: "finish" },
    ]);
    expect(await readStatus(id)).toBe("healthy");
  },
);

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;
test.each<[string, (key: string) => [string, string?]]>([
  ["GenieKey", (key) => [`GenieKey ${key}`]],
  ["geniekey, in small letters", (key) => [`geniekey  ${key}`]],
  ["Basic, as the user", (key) => [basic(`${key}:`)]],
  ["Basic, as the user alone", (key) => [basic(key)]],
  ["Basic, as the password of nobody", (key) => [basic(`:${key}`)]],
  ["Basic, as the password of somebody", (key) => [basic(`alertmanager:${key}`)]],
  ["Basic, as the password of a user who looks like a key", (key) => [basic(`${"a".repeat(22)}:${key}`)]],
  ["a parameter", (key) => ["", `${PATH}?apiKey=${key}`]],
  ["no folder", (key) => [`GenieKey ${key}`, PATH.replace("/opsgenie", "")]],
  ["a base URL with a slash at its end", (key) => [`GenieKey ${key}`, PATH.replace("/v2", "//v2")]],
  ["a slash at the end", (key) => [`GenieKey ${key}`, `${PATH}/`]],
])("a key is taken as %s", async (_, given) => {
  const { id, key } = await aHeartbeat();

  expect(await ask(...given(key))).toEqual(PONG);
  expect(await listStoredCheckIns(id)).toHaveLength(1);
});

test("a key in the URL is neither stored nor logged", async () => {
  const { caseId, key } = await aHeartbeat();
  const lines = (["info", "warn", "error"] as const).map((level) => vi.spyOn(log, level));

  for (const query of [`?apiKey=${key}`, `?apiKey=${key}&s=1&m=${key}`])
    expect((await ask("", `${PATH}${query}`)).status).toBe(202);

  const stored = await db.$queryRaw`SELECT c FROM check_ins c JOIN snitches s ON s.id = c.snitch_id
    WHERE s.case_id = ${caseId}::uuid`;
  expect(stored).toHaveLength(2);
  expect(JSON.stringify([stored, lines.map(({ mock }) => mock.calls)])).not.toContain(key);
  vi.restoreAllMocks();
});

test.each([
  ["Nightly%20Backup", "nightly-backup"],
  ["Nightly Backup", "nightly-backup"],
  ["db.example.com_1", "db.example.com_1"],
  ["Caf%C3%A9%20%2F%20Backup", "cafe-backup"],
  ["100%", "100"],
])("the name %s stands for the slug %s", async (name, slug) => {
  const { id, authorization } = await aHeartbeat({ slug });

  expect(await ask(authorization, `/opsgenie/v2/heartbeats/${name}/ping`)).toEqual(PONG);
  expect(await listStoredCheckIns(id)).toHaveLength(1);
});

test("only names that exist get a PONG, and another case’s names do not exist", async () => {
  const { authorization, id } = await aHeartbeat();
  const theirs = await aHeartbeat({ slug: "theirs" });

  for (const name of ["nobody", "theirs", "%E6%97%A5", "%00", "..", "a%2Fb", "ping"])
    expect([name, await ask(authorization, `/opsgenie/v2/heartbeats/${name}x/ping`)]).toEqual([
      name,
      refused(404, "No heartbeat has this name"),
    ]);
  expect(await ask(authorization, "/opsgenie/v2/heartbeats/theirs/ping")).toEqual(
    refused(404, "No heartbeat"),
  );
  expect([...(await listStoredCheckIns(id)), ...(await listStoredCheckIns(theirs.id))]).toEqual([]);
});

test.each([
  "",
  "GenieKey ",
  "GenieKey nonsense",
  "Basic !",
  "Bearer KEY",
  "GenieKey KEY KEY",
  "GenieKey OTHER",
])("the authorization “%s” is refused, whether the name exists or not", async (given) => {
  const { id, key } = await aHeartbeat();
  const authorization = given.replaceAll("KEY", key).replace("OTHER", `${key.slice(0, -1)}_`);

  for (const name of ["nightly-backup", "nobody"])
    expect(await ask(authorization, `/v2/heartbeats/${name}/ping`)).toEqual(
      refused(401, "API key is missing"),
    );
  expect(await listStoredCheckIns(id)).toEqual([]);
});

test("a name that several snitches have is refused, and a narrowed key that reaches one of them pings it", async () => {
  const { caseId, id, authorization } = await aHeartbeat({ tags: ["db"] });
  const other = await aSnitch({ caseId, slug: "nightly-backup", environment: "staging", tags: ["web"] });
  const { key } = await createApiKey(caseId, { name: "Web", access: "ping", tags: ["web"] }, ACTOR);

  expect(await ask(authorization)).toEqual(refused(422, "Several snitches"));
  expect(await ask(`GenieKey ${key}`)).toEqual(PONG);
  expect(await listStoredCheckIns(id)).toEqual([]);
  expect(await listStoredCheckIns(other.id)).toHaveLength(1);
});

test("a snitch with any schedule is pinged", async () => {
  const { id, authorization } = await aHeartbeat({ schedule: "0 5 * * *" });

  expect(await ask(authorization)).toEqual(PONG);
  expect(await readStatus(id)).toBe("healthy");
});

test("a paused snitch is pinged, and stays paused", async () => {
  const { caseId, id, token, authorization } = await aHeartbeat();
  const until = { until: "unpaused", endsAt: null } as const;
  await pauseSnitch(caseId, token, until, new Date(), ACTOR, { evenPending: true });

  expect(await ask(authorization)).toEqual(PONG);
  expect(await readStatus(id)).toBe("paused");
});

test("above the rate, the answer says when to ping again", async () => {
  const now = Date.now();
  const floor = (lengthMs: number) => new Date(Math.floor(now / lengthMs) * lengthMs);
  const { authorization } = await aHeartbeat({
    status: "healthy",
    countedHour: floor(3_600_000),
    hourCount: 10,
    // The test may begin in the last moment of a minute.
    countedMinute: new Date(floor(60_000).getTime() + 60_000),
  });

  const response = await ask(authorization);

  expect(response).toEqual({ ...refused(429, "one a minute"), retryAfter: expect.stringMatching(/^\d+$/) });
});

test("a ping with an age is a late report, and a wrong age is refused", async () => {
  const { id, authorization } = await aHeartbeat();

  expect(await ask(authorization, PATH, { headers: { "x-tattle-age": "60" } })).toEqual(PONG);
  expect(await listStoredCheckIns(id)).toMatchObject([{ receivedAt: expect.any(Date) }]);
  expect((await ask(authorization, PATH, { headers: { "x-tattle-age": "soon" } })).status).toBe(400);
});

test.each([
  ["DELETE", PATH, 405],
  ["HEAD", PATH, 405],
  ["GET", "/opsgenie/v2/heartbeats", 404],
  ["POST", "/opsgenie/v2/heartbeats/", 404],
  ["GET", "/opsgenie/v2/heartbeats/nightly-backup", 404],
  ["DELETE", "/v2/heartbeats/nightly-backup", 404],
  ["POST", "/v2/heartbeats/nightly-backup/disable", 404],
  ["POST", "/opsgenie/v2/alerts", 404],
  ["GET", "/opsgenie/", 404],
])("at the check-in server, %s %s is %d as JSON", async (method, path, status) => {
  const { id, authorization } = await aHeartbeat({}, "full");

  const response = await ask(authorization, path, { method });

  expect(response).toMatchObject({
    status,
    type: JSON_TYPE,
    ...(status === 405 && { allow: expect.any(String) }),
  });
  expect(response.body).toEqual(method === "HEAD" ? null : { message: expect.any(String), ...META });
  expect(await listStoredCheckIns(id)).toEqual([]);
  expect(await db.snitch.count({ where: { id } })).toBe(1);
});

test("a browser’s preflight is no ping", async () => {
  const { id, authorization } = await aHeartbeat();

  expect((await ask(authorization, PATH, { method: "OPTIONS" })).status).toBe(204);
  expect(await listStoredCheckIns(id)).toEqual([]);
});
