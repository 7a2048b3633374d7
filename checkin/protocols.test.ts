import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toUuid } from "@/lib/rules/snitch-uuid";
import {
  JSON_TYPE,
  json,
  listStoredCheckIns,
  listStoredRuns,
  openCheckInHttp,
  readStatus,
  type Sent,
  TEXT,
  text,
} from "@/testing/check-in-http";
import { aSnitch } from "@/testing/factories";

let http: Awaited<ReturnType<typeof openCheckInHttp>>;
beforeAll(async () => {
  http = await openCheckInHttp();
});
afterAll(() => http.close());

const responseTo = (path: string, sent?: Sent) => http.responseTo(path, sent);

const UNKNOWN = "0123456789abcdef";

/** A snitch without room for another check-in in this minute. */
async function aSnitchAtItsLimit() {
  const now = Date.now();
  const floor = (lengthMs: number) => new Date(Math.floor(now / lengthMs) * lengthMs);
  return aSnitch({
    status: "healthy",
    countedHour: floor(3_600_000),
    hourCount: 10,
    // The test may begin in the last moment of a minute.
    countedMinute: new Date(floor(60_000).getTime() + 60_000),
  });
}

describe("Uptime Kuma", () => {
  const OK = json(200, { ok: true });

  test.each([
    ["", {}, { exitStatus: "", message: "OK" }],
    ["?status=up&msg=OK&ping=", {}, { exitStatus: "", message: "OK" }],
    ["?status=&msg=&ping=", {}, { exitStatus: "", message: "OK" }],
    ["?msg=42%20rows", { method: "POST" }, { exitStatus: "", message: "42 rows" }],
    ["?status=down&msg=disk+full", {}, { exitStatus: "down", message: "disk full" }],
    ["?status=UP", {}, { exitStatus: "down", message: "OK" }],
    ["?status=pending", { method: "PUT" }, { exitStatus: "down", message: "OK" }],
    ["?ping=nonsense", {}, { exitStatus: "", message: "OK" }],
    ["?ping=1e300", { method: "DELETE" }, { exitStatus: "", message: "OK" }],
    ["?ping=-5", { method: "PATCH" }, { exitStatus: "", message: "OK" }],
    ["/?status=up", {}, { exitStatus: "", message: "OK" }],
  ])("a push with %j is accepted", async (rest, sent: Sent, expected) => {
    const { id, token } = await aSnitch();

    expect(await responseTo(`/api/push/${token}${rest}`, sent)).toEqual(OK);
    expect(await listStoredCheckIns(id)).toMatchObject([{ ...expected, method: sent.method ?? "GET" }]);
    expect(await readStatus(id)).toBe(expected.exitStatus === "" ? "healthy" : "errored");
  });

  test.each([
    ["250", 250],
    ["12.5", 13],
    ["0", 0],
  ])("a ping of %s is how long the job took in milliseconds", async (ping, reportedMs) => {
    const { id, token } = await aSnitch();

    expect(await responseTo(`/api/push/${token}?ping=${ping}`)).toEqual(OK);
    expect(await listStoredRuns(id)).toMatchObject([{ outcome: "succeeded", reportedMs }]);
  });

  test("a token in the alphabet of Uptime Kuma is a token", async () => {
    const { id, token } = await aSnitch({ token: "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z" });

    expect(await responseTo(`/api/push/${token}?status=up`)).toEqual(OK);
    expect(await listStoredCheckIns(id)).toHaveLength(1);
  });

  test.each([UNKNOWN, "%00", "%ff", "a.b", "x".repeat(65)])(
    "an unknown token such as %s gets a response as there",
    async (token) => {
      expect(await responseTo(`/api/push/${token}`)).toEqual(
        json(404, { ok: false, msg: "Monitor not found or not active." }),
      );
    },
  );

  test("beyond the rate, the response says when to push again", async () => {
    const { token } = await aSnitchAtItsLimit();

    const response = await responseTo(`/api/push/${token}`);

    expect(response).toMatchObject({
      status: 429,
      type: JSON_TYPE,
      retryAfter: expect.stringMatching(/^\d+$/),
    });
    expect(JSON.parse(response.body)).toEqual({ ok: false, msg: expect.stringContaining("one a minute") });
  });

  test("a browser may push, and its preflight is not a push", async () => {
    const { id, token } = await aSnitch();

    const { status } = await responseTo(`/api/push/${token}`, { method: "OPTIONS" });

    expect(status).toBe(204);
    expect(await listStoredCheckIns(id)).toEqual([]);
  });
});

describe("Better Stack", () => {
  const OK = text(200, "OK\n");

  test.each([
    ["", "GET", { exitStatus: "" }, "healthy"],
    ["", "HEAD", { exitStatus: "" }, "healthy"],
    ["/", "POST", { exitStatus: "" }, "healthy"],
    ["/0", "GET", { exitStatus: "0" }, "healthy"],
    ["/000", "GET", { exitStatus: "0" }, "healthy"],
    ["/fail", "GET", { exitStatus: "fail" }, "errored"],
    ["/1", "POST", { exitStatus: "1" }, "errored"],
    ["/255", "GET", { exitStatus: "255" }, "errored"],
    ["/3221225786", "GET", { exitStatus: "3221225786" }, "errored"],
    ["/-1073741819", "GET", { exitStatus: "-1073741819" }, "errored"],
  ])("a heartbeat with %j by %s is accepted", async (rest, method, expected, state) => {
    const { id, token } = await aSnitch();

    const response = await responseTo(`/api/v1/heartbeat/${token}${rest}`, { method });

    expect(response).toEqual(method === "HEAD" ? { ...OK, body: "" } : OK);
    expect(await listStoredCheckIns(id)).toMatchObject([{ ...expected, method }]);
    expect(await readStatus(id)).toBe(state);
  });

  test.each([
    ["a form, as curl labels it", "application/x-www-form-urlencoded"],
    ["JSON", "application/json"],
    ["text", "text/plain"],
  ])("a body is the output, also if it is labelled as %s", async (_, type) => {
    const { id, token } = await aSnitch();
    const body = "s=0&m=this is a line of a log\nlast line";

    const response = await responseTo(`/api/v1/heartbeat/${token}/fail`, {
      method: "POST",
      headers: { "Content-Type": type },
      body,
    });

    expect(response).toEqual(OK);
    expect(await listStoredCheckIns(id)).toMatchObject([{ exitStatus: "fail", message: body }]);
    expect(await listStoredRuns(id)).toMatchObject([{ outcome: "failed", outputId: expect.any(String) }]);
  });

  test.each([
    ["/api/v1/heartbeat/0123456789abcdef", "GET", 404, "No snitch has this token.", undefined],
    ["/api/v1/heartbeat/0123456789abcdef/fail", "GET", 404, "No snitch has this token.", undefined],
    ["/api/v1/heartbeat/%00", "GET", 404, "No snitch has this token.", undefined],
    ["/api/v1/heartbeat/0123456789abcdef/start", "GET", 404, "After the token comes nothing", undefined],
    ["/api/v1/heartbeat/0123456789abcdef/1.5", "GET", 404, "After the token comes nothing", undefined],
    ["/api/v1/heartbeat/0123456789abcdef", "PUT", 405, "takes GET, HEAD, POST", "GET, HEAD, POST, OPTIONS"],
  ])("%s by %s gets a response in short text", async (path, method, status, says, allow) => {
    expect(await responseTo(path, { method })).toEqual({
      status,
      type: TEXT,
      body: expect.stringContaining(says),
      ...(allow && { allow }),
    });
  });
});

describe("Checkly", () => {
  test.each(["GET", "HEAD", "POST"])("a ping by %s to the UUID of a snitch is accepted", async (method) => {
    const snitch = await aSnitch();

    const response = await responseTo(`/heartbeats/ping/${toUuid(snitch)}`, { method });

    expect(response).toEqual(text(200, method === "HEAD" ? "" : "OK\n"));
    expect(await listStoredCheckIns(snitch.id)).toMatchObject([{ method, exitStatus: "" }]);
    expect(await readStatus(snitch.id)).toBe("healthy");
  });

  test.each([
    ["a UUID of Checkly’s", "f0e0b1d3-665d-49d0-8bf0-3e6504c3d372"],
    ["a UUID of version 7", "019cd72e-9a00-7000-8000-00000000abcd"],
    ["another form, so that its UUID is the id of the snitch", "Zb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z"],
  ])("an imported token that is %s goes on working", async (_, token) => {
    const snitch = await aSnitch({ token });

    expect(await responseTo(`/heartbeats/ping/${toUuid(snitch)}`)).toEqual(text(200, "OK\n"));
    expect(await responseTo(`/heartbeats/ping/${toUuid(snitch).toUpperCase()}`)).toEqual(text(200, "OK\n"));
    expect(await responseTo(`/heartbeats/ping/${token}`)).toEqual(text(200, "OK\n"));
    expect(await listStoredCheckIns(snitch.id)).toHaveLength(3);
  });

  test("the id of a snitch that has another UUID is not an address", async () => {
    for (const token of [undefined, "f0e0b1d3-665d-49d0-8bf0-3e6504c3d374"]) {
      const { id } = await aSnitch({ ...(token && { token }) });

      expect(await responseTo(`/heartbeats/ping/${id}`)).toMatchObject({ status: 404 });
      expect(await responseTo(`/ping/${id}`)).toMatchObject({ status: 404 });
      expect(await listStoredCheckIns(id)).toEqual([]);
    }
  });

  test.each([
    ["/heartbeats/ping/f0e0b1d3-665d-49d0-8bf0-3e6504c3d373", "GET", 404, "No snitch has this UUID."],
    ["/heartbeats/ping/019cd72e-9a00-7000-8000-000000000001", "GET", 404, "No snitch has this UUID."],
    ["/heartbeats/ping/nonsense", "POST", 404, "No snitch has this UUID."],
    ["/heartbeats/ping/f0e0b1d3-665d-49d0-8bf0-3e6504c3d373", "DELETE", 405, "takes GET, HEAD, POST"],
    ["/heartbeats/ping/f0e0b1d3-665d-49d0-8bf0-3e6504c3d373", "PUT", 405, "takes GET, HEAD, POST"],
  ])("%s by %s gets a response in short text", async (path, method, status, says) => {
    expect(await responseTo(path, { method })).toMatchObject({
      status,
      type: TEXT,
      body: expect.stringContaining(says),
    });
  });
});

describe("Honeybadger", () => {
  const CREATED = { status: 201, type: JSON_TYPE, body: "" };
  const JSON_HEADERS = { "Content-Type": "application/json" };
  const payload = (checkIn: unknown) => ({
    method: "POST",
    headers: JSON_HEADERS,
    body: JSON.stringify({ check_in: checkIn }),
  });

  test.each([
    ["GET", {}, { exitStatus: "" }, "healthy"],
    ["HEAD", { method: "HEAD" }, { exitStatus: "" }, "healthy"],
    ["an empty POST", { method: "POST" }, { exitStatus: "" }, "healthy"],
    ["a POST of something else", { method: "POST", body: "done" }, { exitStatus: "" }, "healthy"],
    ["a success", payload({ status: "success" }), { exitStatus: "" }, "healthy"],
    ["an error", payload({ status: "error" }), { exitStatus: "error" }, "errored"],
    ["an error with a code", payload({ status: "error", exit_code: 3 }), { exitStatus: "3" }, "errored"],
    ["only a code", payload({ exit_code: 4 }), { exitStatus: "4" }, "errored"],
    [
      "members of wrong types",
      payload({ duration: "x", stdout: 1, status: {} }),
      { exitStatus: "error" },
      "errored",
    ],
    ["no object", payload(null), { exitStatus: "" }, "healthy"],
    [
      "a code that Postgres cannot store",
      payload({ exit_code: "1\0\ud800" }),
      { exitStatus: "1\ufffd" },
      "errored",
    ],
    [
      "a code of 60 kB",
      payload({ exit_code: "9".repeat(60_000) }),
      { exitStatus: "9".repeat(64) },
      "errored",
    ],
  ])("%s is accepted", async (_, sent: Sent, expected, state) => {
    const { id, token } = await aSnitch();

    expect(await responseTo(`/v1/check_in/${token}`, sent)).toEqual(CREATED);
    expect(await listStoredCheckIns(id)).toMatchObject([expected]);
    expect(await readStatus(id)).toBe(state);
  });

  test("a payload says how long the run took and what it printed", async () => {
    const { id, token } = await aSnitch();
    const sent = payload({
      status: "error",
      duration: 1234,
      stdout: "rows: 0",
      stderr: "disk full",
      exit_code: 2,
    });

    expect(await responseTo(`/v1/check_in/${token}`, sent)).toEqual(CREATED);
    expect(await listStoredCheckIns(id)).toMatchObject([{ exitStatus: "2", message: "rows: 0\ndisk full" }]);
    expect(await listStoredRuns(id)).toMatchObject([
      { outcome: "failed", reportedMs: 1234, outputId: expect.any(String) },
    ]);
  });

  test.each([
    [
      "an unknown id",
      {},
      json(404, { error: "No snitch has this id. Copy the check-in URL again from the snitch’s page." }),
    ],
    [
      "a broken payload",
      { method: "POST", headers: JSON_HEADERS, body: "{" },
      json(400, { error: "The payload is not JSON. Send an object “check_in”, or no body." }),
    ],
    [
      "a list",
      { method: "POST", headers: JSON_HEADERS, body: "[]" },
      json(400, { error: "The payload is not JSON. Send an object “check_in”, or no body." }),
    ],
    [
      "a payload that is longer than what is kept of it",
      {
        method: "POST",
        headers: JSON_HEADERS,
        body: JSON.stringify({ check_in: { stdout: "x".repeat(130_000) } }),
      },
      json(413, { error: "The payload is too large. Send less than 64 kB, with the end of the output." }),
    ],
    [
      "another method",
      { method: "PATCH" },
      { ...json(405, { error: "This address takes GET, HEAD, POST." }), allow: "GET, HEAD, POST, OPTIONS" },
    ],
  ])("%s gets a response with an error in JSON", async (_, sent: Sent, expected) => {
    expect(await responseTo(`/v1/check_in/${UNKNOWN}`, sent)).toEqual(expected);
  });
});

describe("Gatus", () => {
  const bearer = (token: string) => ({ method: "POST", headers: { Authorization: `Bearer ${token}` } });
  const PATH = "/api/v1/endpoints/core_nightly-backup/external";

  test.each([
    ["?success=true", {}, { exitStatus: "", message: "" }, "healthy"],
    ["?success=true&error=ignored", {}, { exitStatus: "", message: "" }, "healthy"],
    ["?success=false", {}, { exitStatus: "fail", message: "" }, "errored"],
    ["?success=false&error=disk%20full", {}, { exitStatus: "fail", message: "disk full" }, "errored"],
    [
      "?success=false&error=disk+full",
      { headers: { "Content-Type": "application/json" }, body: '{"error":"no space on /dev/sda"}' },
      { exitStatus: "fail", message: "disk full\nno space on /dev/sda" },
      "errored",
    ],
    [
      "?success=false",
      { headers: { "Content-Type": "application/json" }, body: "null" },
      { exitStatus: "fail", message: "" },
      "errored",
    ],
    ["?success=true&duration=", {}, { exitStatus: "", message: "" }, "healthy"],
  ])("a result %s with %j is accepted", async (query, sent: Sent, expected, state) => {
    const { id, token } = await aSnitch();
    const { headers } = bearer(token);

    const response = await responseTo(`${PATH}${query}`, {
      ...bearer(token),
      ...sent,
      headers: { ...headers, ...sent.headers },
    });

    expect(response).toEqual(text(200, ""));
    expect(await listStoredCheckIns(id)).toMatchObject([expected]);
    expect(await readStatus(id)).toBe(state);
  });

  test("a duration is how long the job took", async () => {
    const { id, token } = await aSnitch();

    expect(await responseTo(`${PATH}?success=true&duration=1m2.5s`, bearer(token))).toEqual(text(200, ""));
    expect(await listStoredRuns(id)).toMatchObject([{ outcome: "succeeded", reportedMs: 62_500 }]);
  });

  test.each([
    ["", bearer(UNKNOWN), text(400, "missing or invalid success query parameter")],
    ["?success=yes", bearer(UNKNOWN), text(400, "missing or invalid success query parameter")],
    ["?success=true", { method: "POST" }, text(401, "invalid Authorization header")],
    [
      "?success=true",
      { method: "POST", headers: { Authorization: "Basic eDp5" } },
      text(401, "invalid Authorization header"),
    ],
    ["?success=true", bearer(""), text(401, "bearer token must not be empty")],
    ["?success=true", bearer(UNKNOWN), text(401, "invalid token")],
    [
      "?success=true&duration=10",
      bearer(UNKNOWN),
      text(400, 'invalid duration: time: missing unit in duration "10"'),
    ],
    [
      "?success=true",
      { method: "GET" },
      { ...text(405, "This address takes POST."), allow: "POST, OPTIONS" },
    ],
  ])("a request %s with %j gets a response as there", async (query, sent: Sent, expected) => {
    expect(await responseTo(`${PATH}${query}`, sent)).toEqual(expected);
  });
});
