import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { Filters } from "@/lib/rules/reports/filters";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { listStoredCheckIns, listStoredRuns, openCheckInHttp, readStatus } from "@/testing/check-in-http";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";

let http: Awaited<ReturnType<typeof openCheckInHttp>>;
beforeAll(async () => {
  http = await openCheckInHttp();
});
afterAll(() => http.close());

type Plan = "free" | "unlimited";

/** A check “nightly-backup” with a key that only pings. */
async function aCheck({
  plan = "unlimited",
  ...given
}: {
  plan?: Plan;
  filters?: Filters;
  maxRuntime?: number;
} = {}) {
  const { id: caseId } = await aCase({ plan });
  const { key } = await createApiKey(caseId, { name: "Jobs", kind: "healthchecks", access: "ping" }, ACTOR);
  const snitch = await aSnitch({ caseId, slug: "nightly-backup", ...given });
  const uuid = toUuid(snitch);
  return { ...snitch, key, uuid, byUuid: `/ping/${uuid}`, bySlug: `/ping/${key}/nightly-backup` };
}

/** The whole respond, as far as it is this protocol’s. */
async function responseTo(path: string, init: RequestInit = {}) {
  const response = await fetch(`${http.url}${path}`, init);
  return {
    status: response.status,
    body: await response.text(),
    headers: Object.fromEntries(
      [...response.headers].filter(([name]) => !/^(?:date|connection|keep-alive|content-length)$/.test(name)),
    ),
  };
}

const HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "max-age=0, no-cache, no-store, must-revalidate, private",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Ping-Body-Limit, Retry-After",
};
const ok = (status = 200, body = "OK") => ({
  status,
  body,
  headers: { ...HEADERS, "ping-body-limit": "100000" },
});
const refused = (status: number, body: unknown, more = {}) => ({
  status,
  body,
  headers: { ...HEADERS, ...more },
});
const RID = "4b8f3e0c-0d8f-4c0e-9a75-3d2f1c6a9be1";
const OTHER_RID = RID.replace("4b", "5c");
const NO_KEY = "r".repeat(22);

const ADDRESSES = ["byUuid", "bySlug"] as const;

describe.each(ADDRESSES)("a ping %s", (address) => {
  test.each<[string, string, string, string[], string]>([
    ["", "GET", "finish", [], "healthy"],
    ["", "HEAD", "finish", [], "healthy"],
    ["", "POST", "finish", [], "healthy"],
    ["/", "GET", "finish", [], "healthy"],
    ["/start", "GET", "start", ["running"], "pending"],
    ["/start/", "GET", "start", ["running"], "pending"],
    ["/log", "POST", "log", [], "pending"],
    ["/0", "GET", "finish", [], "healthy"],
    ["/007", "GET", "finish", [], "errored"],
    ["/fail", "GET", "finish", [], "errored"],
    ["/255", "POST", "finish", [], "errored"],
    [`?rid=${RID}`, "GET", "finish", ["succeeded"], "healthy"],
    [`/fail?rid=${RID}`, "GET", "finish", ["failed"], "errored"],
    ["?create=1", "GET", "finish", [], "healthy"],
    ["?s=1&m=ignored&d=5", "GET", "finish", [], "healthy"],
  ])("with “%s” by %s is taken", async (suffix, method, kind, runs, status) => {
    const check = await aCheck();

    const response = await responseTo(`${check[address]}${suffix}`, { method });

    expect(response).toEqual(method === "HEAD" ? { ...ok(), body: "" } : ok());
    expect(await listStoredCheckIns(check.id)).toMatchObject([{ kind, method, accepted: true, message: "" }]);
    expect((await listStoredRuns(check.id)).map(({ outcome }) => outcome)).toEqual(runs);
    expect(await readStatus(check.id)).toBe(status);
  });

  test.each<[string, string, ReturnType<typeof refused>]>([
    ["/256", "GET", refused(400, "invalid url format")],
    [`/${"9".repeat(40)}`, "GET", refused(400, "invalid url format")],
    ["?rid=", "GET", refused(400, "invalid uuid format")],
    ["?rid=4b8f3e0c0d8f4c0e9a753d2f1c6a9be1", "POST", refused(400, "invalid uuid format")],
    ["/start?rid=1", "GET", refused(400, "invalid uuid format")],
    ["/-1", "GET", refused(404, "not found")],
    ["/stop", "GET", refused(404, "not found")],
    ["/success", "GET", refused(404, "not found")],
    ["/start/1", "GET", refused(404, "not found")],
    ["", "PUT", refused(405, "This address takes GET, HEAD, POST.", { allow: "GET, HEAD, POST, OPTIONS" })],
    [
      "",
      "DELETE",
      refused(405, "This address takes GET, HEAD, POST.", { allow: "GET, HEAD, POST, OPTIONS" }),
    ],
  ])("with “%s” by %s is refused, and changes nothing", async (suffix, method, expected) => {
    const check = await aCheck();
    expect(await responseTo(`${check[address]}${suffix}`, { method })).toEqual(expected);
    expect(await listStoredCheckIns(check.id)).toEqual([]);
  });

  test("is allowed from pages of other sites", async () => {
    const check = await aCheck();
    const { status, headers, body } = await responseTo(check[address], { method: "OPTIONS" });
    expect([status, body]).toEqual([204, ""]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, POST",
    });
    expect(await listStoredCheckIns(check.id)).toEqual([]);
  });

  test("keeps its whole body as it is, although curl calls it a form", async () => {
    const check = await aCheck();
    const body = "m=1&s=1\nrid=x done 100%\n";
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };

    expect(await responseTo(`${check[address]}?rid=${RID}`, { method: "POST", body, headers })).toEqual(ok());
    expect(await listStoredCheckIns(check.id)).toMatchObject([{ message: body, exitStatus: "" }]);
    expect(await listStoredRuns(check.id)).toMatchObject([
      { rid: RID, outcome: "succeeded", outputId: expect.any(String) },
    ]);
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>, unknown]>([
    ["binary", Uint8Array.from([0, 255, 254, 1, 0]), "\ufffd\ufffd\x01"],
    ["JSON", '{"m":"x","rid":"y"}', '{"m":"x","rid":"y"}'],
    ["cut within a character", Uint8Array.from([0x6e, 0xc3]), "n\ufffd"],
    ["long", `${"x".repeat(90_000)}the end`, expect.stringMatching(/^x{9993}the end$/)],
    ["very long", `${"x".repeat(900_000)}the end`, expect.stringMatching(/^x{9993}the end$/)],
  ])("takes a body that is %s", async (_, body, message) => {
    const check = await aCheck();
    expect(await responseTo(`${check[address]}/fail`, { method: "POST", body })).toEqual(ok());
    expect(await listStoredCheckIns(check.id)).toMatchObject([{ message, exitStatus: "fail" }]);
  });

  test("ends the run with its rid, and no other", async () => {
    const check = await aCheck();
    for (const path of [`/start?rid=${RID}`, `/start?rid=${OTHER_RID}`, `?rid=${RID.toUpperCase()}`]) {
      expect((await responseTo(`${check[address]}${path}`)).status).toBe(200);
    }
    const runs = await listStoredRuns(check.id);
    expect(runs).toMatchObject([
      { rid: RID, outcome: "succeeded", durationMs: expect.any(Number) },
      { rid: OTHER_RID, outcome: "running", durationMs: null },
    ]);
  });

  test.each([
    [
      "a retry after a restart of the machine",
      [`/start?rid=${RID}`, `/start?rid=${OTHER_RID}`, `?rid=${OTHER_RID}`],
      "healthy",
    ],
    ["a success without a rid", [`/start?rid=${RID}`, ""], "healthy"],
    ["a success without a rid that has an output", [`/start?rid=${RID}`, "/0"], "healthy"],
    ["a failure without a rid", [`/start?rid=${RID}`, "/fail", ""], "healthy"],
    ["a failure of another run", [`/start?rid=${RID}`, `/fail?rid=${OTHER_RID}`], "errored"],
    ["a start without a rid", [`/start?rid=${RID}`, "/start", ""], "healthy"],
    ["a start with a rid after one without", ["/start", `/start?rid=${RID}`, `?rid=${RID}`], "healthy"],
  ])("leaves no open run after %s, which would overrun", async (_, paths, status) => {
    const check = await aCheck({ maxRuntime: 60 });
    for (const path of paths) expect(await responseTo(`${check[address]}${path}`)).toEqual(ok());
    await sweepDeadlines(new Date(Date.now() + 10 * MINUTE_MS), NEVER_LOST_MS);

    expect(await readStatus(check.id)).toBe(status);
    expect(await db.alert.count({ where: { snitchId: check.id, kind: "missing" } })).toBe(0);
    expect(await db.run.count({ where: { snitchId: check.id, outcome: "running" } })).toBe(0);
  });

  test("leaves the open run after a success of another one, as Healthchecks does", async () => {
    const check = await aCheck({ maxRuntime: 60 });
    for (const path of [`/start?rid=${RID}`, `?rid=${OTHER_RID}`])
      await responseTo(`${check[address]}${path}`);
    await sweepDeadlines(new Date(Date.now() + 10 * MINUTE_MS), NEVER_LOST_MS);

    expect(await readStatus(check.id)).toBe("failed");
  });

  test("without a rid ends the run that was started without one, and says how long it took", async () => {
    const check = await aCheck();
    await responseTo(`${check[address]}/start`);
    await responseTo(`${check[address]}/fail`, { method: "POST", body: "disk full" });

    expect(await listStoredRuns(check.id)).toMatchObject([
      { rid: null, outcome: "failed", exitStatus: "fail", durationMs: expect.any(Number) },
    ]);
    expect(await readStatus(check.id)).toBe("errored");
  });

  test("that comes too often is refused, but not the end of a run whose start was accepted", async () => {
    const check = await aCheck();
    // More are accepted if a new minute begins meanwhile.
    let response = await responseTo(check[address]);
    for (let i = 0; i < 30 && response.status === 200; i += 1) response = await responseTo(check[address]);
    expect(response).toEqual(
      refused(429, expect.stringContaining("one a minute is accepted"), {
        "retry-after": expect.stringMatching(/^\d+$/),
      }),
    );
    expect(await db.checkIn.count({ where: { snitchId: check.id, accepted: true } })).toBeGreaterThan(9);

    expect(await responseTo(`${check[address]}/start`)).toEqual(ok());
    expect(await responseTo(check[address])).toEqual(ok());
  });
});

test.each([
  ["/ping/07c2f548-9850-4b27-af5d-6c9dc157ec02"],
  ["/ping/07c2f548-9850-4b27-af5d-6c9dc157ec02/"],
  ["/ping/019cd72e-9a00-7000-8000-000000000001/start"],
  ["/ping/07c2f548-9850-4b27-af5d-6c9dc157ec02?create=1"],
  [`/ping/${NO_KEY}/nightly-backup`],
  [`/ping/${NO_KEY}/nightly-backup?create=1`],
  [`/ping/${"0".repeat(24)}/nightly-backup/fail`],
  [`/ping/${"0".repeat(32)}/nightly-backup?create=1`],
  ["/ping/KEY/other"],
  ["/ping/KEY/nightly.backup"],
  ["/ping/KEY/nightly%2Dbackup"],
  ["/ping/KEY/other?create=true"],
])("%s is not found", async (path) => {
  const { key, caseId } = await aCheck();
  expect(await responseTo(path.replace("KEY", key))).toEqual(refused(404, "not found"));
  expect(await db.snitch.count({ where: { caseId } })).toBe(1);
});

test.each(["Nightly-Backup", "OTHER?create=1", `${"x".repeat(101)}?create=1`])(
  "the slug %s is refused",
  async (slug) => {
    const { key, caseId } = await aCheck();
    expect(await responseTo(`/ping/${key}/${slug}`)).toEqual(refused(400, "invalid url format"));
    expect(await db.snitch.count({ where: { caseId } })).toBe(1);
  },
);

test("a slug that two checks have is ambiguous", async () => {
  const check = await aCheck();
  const other = await aSnitch({ caseId: check.caseId, slug: "nightly-backup" });
  expect(await responseTo(`${check.bySlug}/fail`)).toEqual(refused(409, "ambiguous slug"));
  expect([...(await listStoredCheckIns(check.id)), ...(await listStoredCheckIns(other.id))]).toEqual([]);
});

describe("?create=1", () => {
  test("creates a check that is due every day, within an hour", async () => {
    const { key, caseId } = await aCheck();

    expect(await responseTo(`/ping/${key}/new-one/start?create=1`)).toEqual(ok(201, "Created"));
    expect(await responseTo(`/ping/${key}/new-one?create=1`)).toEqual(ok());

    const created = await db.snitch.findMany({ where: { caseId, slug: "new-one" } });
    expect(created).toMatchObject([
      { name: "new-one", schedule: "every 1 day", grace: 3_600, maxRuntime: 3_600, status: "healthy" },
    ]);
    expect(created[0]?.token).toMatch(/^[0-9a-f]{16}$/);
    expect(await listStoredCheckIns(created[0]?.id ?? "")).toMatchObject([
      { kind: "start" },
      { kind: "finish" },
    ]);
  });

  test("creates one check for pings that arrive at once, and says to one of them that it did", async () => {
    const { key, caseId } = await aCheck();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => responseTo(`/ping/${key}/at-once?create=1`)),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    const created = await db.snitch.findMany({ where: { caseId, slug: "at-once" } });
    expect(created).toHaveLength(1);
    expect(await listStoredCheckIns(created[0]?.id ?? "")).toHaveLength(5);
  });

  test("creates nothing for a ping with a mistake", async () => {
    const { key, caseId } = await aCheck();
    expect(await responseTo(`/ping/${key}/new-one/256?create=1`)).toEqual(refused(400, "invalid url format"));
    expect(await responseTo(`/ping/${key}/new-one?create=1&rid=1`)).toEqual(
      refused(400, "invalid uuid format"),
    );
    expect(await db.snitch.count({ where: { caseId } })).toBe(1);
  });

  test("respects the plan, and says so", async () => {
    const { key, caseId } = await aCheck({ plan: "free" });
    const { status, body } = await responseTo(`/ping/${key}/new-one?create=1`);
    expect([status, body]).toEqual([403, expect.stringContaining("Your plan (free) has room for 1 snitch.")]);
    expect(await db.snitch.count({ where: { caseId } })).toBe(1);
  });

  test("counts as a request of the API with that key", async () => {
    const { key, caseId } = await aCheck();
    await responseTo(`/ping/${key}/first?create=1`);
    const { id } = await db.apiKey.findFirstOrThrow({ where: { caseId } });
    expect(await db.rateLimit.findUnique({ where: { key: `tattle:api:${id}` } })).toMatchObject({
      points: 1,
    });
    await db.rateLimit.update({ where: { key: `tattle:api:${id}` }, data: { points: 100_000 } });

    const { status, headers, body } = await responseTo(`/ping/${key}/second?create=1`);
    expect([status, headers["retry-after"]]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(body).toContain("Too many requests with this key.");
    // A check that exists is pinged nevertheless.
    expect(await responseTo(`/ping/${key}/first?create=1`)).toEqual(ok());
  });
});

describe("keywords", () => {
  const FILTERS: Filters = {
    methods: "",
    inSubject: false,
    inBody: false,
    inHttpBody: true,
    successKeywords: "SUCCESS",
    failureKeywords: "ERROR",
    startKeywords: "START",
    failsByDefault: false,
  };

  test.each<[string, string, Partial<Filters>, string, string]>([
    ["", "SUCCESS", {}, "finish", "healthy"],
    ["", "SUCCESS and ERROR", {}, "finish", "errored"],
    ["", "START", {}, "start", "pending"],
    ["", "START", { failsByDefault: true }, "start", "pending"],
    ["", "none", {}, "ignored", "pending"],
    ["", "none", { failsByDefault: true }, "finish", "errored"],
    ["", "", {}, "ignored", "pending"],
    ["", `${"x".repeat(80_000)} ERROR`, {}, "finish", "errored"],
    ["", `ERROR ${"x".repeat(300_000)}`, {}, "finish", "errored"],
    ["", `${"é".repeat(40_000)} SUCCESS`, {}, "finish", "healthy"],
    ["/fail", "SUCCESS", {}, "finish", "errored"],
    ["/start", "SUCCESS", {}, "start", "pending"],
    ["/log", "SUCCESS", {}, "log", "pending"],
    ["/0", "ERROR", {}, "finish", "healthy"],
    ["", "ERROR", { inHttpBody: false, inSubject: true, inBody: true }, "finish", "healthy"],
    ["", "SUCCESS", { methods: "POST" }, "finish", "healthy"],
  ])("“%s” with the body “%.20s” and %j is a %s", async (suffix, body, given, kind, status) => {
    const check = await aCheck({ filters: { ...FILTERS, ...given } });

    expect(await responseTo(`${check.byUuid}${suffix}`, { method: "POST", body })).toEqual(ok());
    expect(await listStoredCheckIns(check.id)).toMatchObject([{ kind }]);
    expect(await readStatus(check.id)).toBe(status);
  });

  test("where only POST counts, GET is accepted and changes nothing, whatever it says", async () => {
    const check = await aCheck({ filters: { ...FILTERS, inHttpBody: false, methods: "POST" } });
    for (const suffix of ["", "/start", "/fail"]) {
      expect(await responseTo(`${check.bySlug}${suffix}`)).toEqual(ok());
    }
    expect((await listStoredCheckIns(check.id)).map(({ kind }) => kind)).toEqual([
      "ignored",
      "ignored",
      "ignored",
    ]);
    expect(await readStatus(check.id)).toBe("pending");
    expect(await listStoredRuns(check.id)).toEqual([]);
  });
});

test("a token that was imported is pinged by its UUID, or by the id of its snitch", async () => {
  const uuid = "07c2f548-9850-4b27-af5d-6c9dc157ec03";
  const withUuid = await aSnitch({ token: uuid });
  const other = await aSnitch({ token: "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy5z" });

  expect(await responseTo(`/ping/${uuid.toUpperCase()}`)).toEqual(ok());
  expect(await responseTo(`/ping/${other.id}/fail`)).toEqual(ok());
  expect(await listStoredCheckIns(withUuid.id)).toMatchObject([{ exitStatus: "" }]);
  expect(await listStoredCheckIns(other.id)).toMatchObject([{ exitStatus: "fail" }]);
});

test.each(["", "/start", "/0"])(
  "a check-in URL of ours below /ping goes on working: “%s”",
  async (suffix) => {
    const native = await aSnitch();
    const imported = await aSnitch({
      token: `Ab3dEf6hIj9kLm2nOp5qRs8t${randomBytes(4).toString("hex")}`,
    });
    for (const { token, id } of [native, imported]) {
      expect((await responseTo(`/ping/${token}${suffix}`)).status).toBe(202);
      expect(await listStoredCheckIns(id)).toHaveLength(1);
    }
  },
);

test("a key for Cronitor at the same address gets a response as Cronitor does", async () => {
  const { caseId, id } = await aCheck();
  const { key } = await createApiKey(caseId, { name: "Cronitor", kind: "cronitor" }, ACTOR);
  expect((await responseTo(`/ping/${key}/nightly-backup/complete?state=fail`)).status).toBe(200);
  expect(await listStoredCheckIns(id)).toMatchObject([{ exitStatus: "fail" }]);
  expect((await responseTo(`/ping/${key}/New.Monitor`)).status).toBe(200);
  expect(await db.snitch.count({ where: { caseId, slug: "New.Monitor" } })).toBe(1);
});
