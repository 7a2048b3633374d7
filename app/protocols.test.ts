import { expect, test } from "vitest";
import * as api from "@/app/api/[...path]/route";
import * as c from "@/app/c/[[...path]]/route";
import * as heartbeats from "@/app/heartbeats/[...path]/route";
import * as opsgenie from "@/app/opsgenie/[[...path]]/route";
import * as p from "@/app/p/[...path]/route";
import * as ping from "@/app/ping/[...path]/route";
import * as checkIn from "@/app/v1/check_in/[id]/route";
import * as v2 from "@/app/v2/[[...path]]/route";
import { createApiKey } from "@/lib/cases/api-key";
import { toUuid } from "@/lib/rules/snitch-uuid";
import {
  JSON_TYPE,
  json,
  listStoredCheckIns,
  readResponse,
  readStatus,
  TEXT,
  text,
} from "@/testing/check-in-http";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";

type Handle = (request: Request) => Promise<Response>;

/** What the handler that Next.js would choose responds with. */
async function responseTo(path: string, init: RequestInit = {}) {
  const [, folder = ""] = path.split("/");
  const module = { api, c, heartbeats, opsgenie, p, ping, v1: checkIn, v2 }[folder] as
    | Record<string, Handle>
    | undefined;
  const handle = module?.[init.method ?? "GET"];
  if (!handle) throw new Error(`${path} has no handler.`);
  return readResponse(await handle(new Request(`http://localhost:3000${path}`, init)));
}

async function aJob() {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const aKey = async (kind: "cronitor" | "healthchecks") =>
    (await createApiKey(caseId, { name: kind, kind }, ACTOR)).key;
  const snitch = await aSnitch({ caseId, slug: "job" });
  const addresses = {
    TOKEN: snitch.token,
    UUID: toUuid(snitch),
    KEY: await aKey("cronitor"),
    CHECKS: await aKey("healthchecks"),
  };
  const addressOf = (path: string) =>
    path.replace(/TOKEN|UUID|KEY|CHECKS/, (name) => addresses[name as keyof typeof addresses]);
  return { ...snitch, addressOf };
}

const BEARER = (token: string) => ({ method: "POST", headers: { Authorization: `Bearer ${token}` } });

test.each([
  ["/api/push/TOKEN?status=up", "GET", json(200, { ok: true })],
  ["/api/push/TOKEN?status=down", "PUT", json(200, { ok: true })],
  ["/api/v1/heartbeat/TOKEN", "POST", text(200, "OK\n")],
  ["/api/v1/heartbeat/TOKEN/fail", "GET", text(200, "OK\n")],
  ["/heartbeats/ping/UUID", "GET", text(200, "OK\n")],
  ["/v1/check_in/TOKEN", "GET", { status: 201, type: JSON_TYPE, body: "" }],
  ["/p/KEY/job?state=complete", "GET", text(200, "OK")],
  ["/p/KEY/job/run", "POST", text(200, "OK")],
  ["/ping/KEY/job/complete", "POST", text(200, "OK")],
  ["/ping/UUID/", "POST", text(200, "OK")],
  ["/ping/UUID/start", "GET", text(200, "OK")],
  ["/ping/CHECKS/job", "HEAD", text(200, "OK")],
  ["/ping/CHECKS/job/3?create=1", "GET", text(200, "OK")],
  ["/ping/TOKEN/fail", "GET", text(202, "Got it, thanks!\n")],
  ["/c/TOKEN/complete", "GET", text(200, "OK")],
  ["/c/api/push/TOKEN", "GET", json(200, { ok: true })],
  ["/api/v1/endpoints/core_job/external?success=true", "POST", text(200, "")],
])("the web process takes %s by %s as the check-in server does", async (path, method, expected) => {
  const { id, token, addressOf } = await aJob();

  expect(await responseTo(addressOf(path), { ...BEARER(token), method })).toEqual(expected);
  expect(await listStoredCheckIns(id)).toMatchObject([{ method }]);
  const isFailure = /down|fail|3/.test(path);
  expect(await readStatus(id)).toBe(/run|start/.test(path) ? "pending" : isFailure ? "errored" : "healthy");
});

const NONE = "0123456789abcdef";

test.each([
  [`/api/push/${NONE}`, "GET", json(404, { ok: false, msg: "Monitor not found or not active." })],
  [
    `/api/v1/heartbeat/${NONE}`,
    "GET",
    { status: 404, type: TEXT, body: expect.stringContaining("No snitch") },
  ],
  [`/v1/check_in/${NONE}`, "GET", { status: 404, type: JSON_TYPE, body: expect.stringContaining('"error"') }],
  [
    `/heartbeats/ping/${NONE}`,
    "GET",
    { status: 404, type: TEXT, body: expect.stringContaining("No snitch") },
  ],
  [
    `/p/${NONE}/job`,
    "GET",
    { status: 403, type: TEXT, body: expect.stringContaining("No case has this key") },
  ],
  ["/api/v1/endpoints/a_b/external?success=true", "POST", text(401, "invalid token")],
  ["/ping/07c2f548-9850-4b27-af5d-6c9dc157ec02", "GET", text(404, "not found")],
  ["/ping/CHECKS/other", "GET", text(404, "not found")],
  ["/ping/CHECKS/JOB", "GET", text(400, "invalid url format")],
  ["/ping/UUID?rid=1", "GET", text(400, "invalid uuid format")],
  ["/ping/CHECKS/new-one?create=1", "GET", text(201, "Created")],
  [
    "/ping/CHECKS/job?create=1",
    "PUT",
    { ...text(405, "This address takes GET, HEAD, POST."), allow: "GET, HEAD, POST, OPTIONS" },
  ],
  ["/ping/UUID", "OPTIONS", { status: 204, body: "" }],
  ["/api/nothing", "GET", { status: 404, type: "application/json", body: '{"error":"not found"}' }],
])("the web process responds to %s by %s in the form of that protocol", async (path, method, expected) => {
  const { id, addressOf } = await aJob();

  expect(await responseTo(addressOf(path), { ...BEARER(NONE), method })).toEqual(expected);
  expect(await listStoredCheckIns(id)).toEqual([]);
});
