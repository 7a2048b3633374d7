import { expect, test } from "vitest";
import { GET, POST } from "@/app/api/[...path]/route";
import { GET as opsgenie } from "@/app/opsgenie/[[...path]]/route";
import { createApiKey, revokeApiKey } from "@/lib/cases/api-key";
import type { ApiKeyAccess, ApiKeyKind } from "@/lib/cases/api-key-form";
import { db } from "@/lib/platform/db";
import { buildDsn } from "@/lib/protocols/sentry/dsn";
import { readResponse } from "@/testing/check-in-http";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { requestProtocol } from "@/testing/protocol-request";
import { send } from "@/testing/requests";

const manage = (key: string, method: "GET" | "POST", body?: object) =>
  (method === "GET" ? GET : POST)(
    new Request("http://localhost:3000/api/v3/checks/", {
      method,
      headers: { "X-Api-Key": key },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );

const ask = (key: string, method: string, path: string, body?: object) =>
  opsgenie(
    new Request(`http://localhost:3000/opsgenie/v2/heartbeats${path}`, {
      method,
      headers: { Authorization: `GenieKey ${key}` },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );

/** Where a key can be used: what opens with it. */
const DOORS: Record<string, (key: string, number: number) => Promise<number>> = {
  "the API": async (key) => (await readResponse(await send("GET", "/v1/snitches", { key }))).status,
  "Healthchecks’ Management API": async (key) => (await manage(key, "GET")).status,
  "changes by it": async (key) => (await manage(key, "POST", { name: "job", unique: ["name"] })).status,
  "/ping by slug": async (key) => (await requestProtocol(`/ping/${key}/job`)).status,
  Sentry: async (key, number) => (await requestProtocol(`/api/${number}/cron/job/${key}/?status=ok`)).status,
  "Cronitor at /p": async (key) => (await requestProtocol(`/p/${key}/job`)).status,
  "Cronitor at /ping": async (key) => (await requestProtocol(`/ping/${key}/job/complete`)).status,
  "Uptime Kuma": async (key) => (await requestProtocol(`/api/push/${key}`)).status,
  "Better Stack": async (key) => (await requestProtocol(`/api/v1/heartbeat/${key}`)).status,
  Checkly: async (key) => (await requestProtocol(`/heartbeats/ping/${key}`)).status,
  Honeybadger: async (key) => (await requestProtocol(`/v1/check_in/${key}`)).status,
  Gatus: async (key) =>
    (
      await requestProtocol("/api/v1/endpoints/core_job/external?success=true", {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
      })
    ).status,
  "Opsgenie, a ping": async (key) => (await ask(key, "GET", "/job/ping")).status,
  "Opsgenie, the list": async (key) => (await ask(key, "GET", "")).status,
  "Opsgenie, a change": async (key) => (await ask(key, "PATCH", "/job", { alertMessage: "Look" })).status,
  "a check-in URL": async (key) => (await requestProtocol(`/${key}`)).status,
};

const KEYS: [ApiKeyKind, ApiKeyAccess, string[]][] = [
  ["tattle", "full", ["the API", "Opsgenie, a ping", "Opsgenie, the list", "Opsgenie, a change"]],
  ["tattle", "read", ["the API", "Opsgenie, the list"]],
  ["tattle", "acknowledge", ["the API", "Opsgenie, the list"]],
  ["tattle", "plan", ["the API", "Opsgenie, the list"]],
  ["tattle", "ping", ["Opsgenie, a ping"]],
  ["healthchecks", "full", ["Healthchecks’ Management API", "changes by it", "/ping by slug"]],
  ["healthchecks", "read", ["Healthchecks’ Management API"]],
  ["healthchecks", "ping", ["/ping by slug"]],
  ["cronitor", "ping", ["/ping by slug", "Cronitor at /p", "Cronitor at /ping"]],
];

test.each(KEYS)("a key for %s with access “%s” opens %j, and nothing else", async (kind, access, opened) => {
  const { id: caseId, number } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "One", kind, access }, ACTOR);
  const { id: snitchId } = await aSnitch({ caseId, name: "job", slug: "job", schedule: "every 1 hour" });

  const opens = [];
  for (const [door, statusWith] of Object.entries(DOORS))
    if ((await statusWith(key, number)) < 400) opens.push(door);

  expect(opens).toEqual(opened);
  const count = opened.filter((door) => /^(Cronitor|\/ping|Opsgenie, a ping)/.test(door)).length;
  expect(await db.checkIn.count({ where: { snitchId } })).toBe(count);
});

test.each<ApiKeyKind>(["tattle", "healthchecks", "cronitor"])(
  "a revoked and an expired key for %s open nothing",
  async (kind) => {
    const { id: caseId, number } = await aCase({ plan: "unlimited" });
    await aSnitch({ caseId, name: "job", slug: "job" });
    const expiresAt = new Date("2026-03-10T00:00Z");
    const expired = await createApiKey(caseId, { name: "Old", kind, expiresAt }, ACTOR);
    const revoked = await createApiKey(caseId, { name: "Gone", kind }, ACTOR);
    await revokeApiKey(caseId, revoked.id, ACTOR);

    for (const { key } of [expired, revoked]) {
      for (const statusWith of Object.values(DOORS))
        expect(await statusWith(key, number)).toBeGreaterThanOrEqual(400);
    }
    expect(await db.checkIn.count({ where: { snitch: { caseId } } })).toBe(0);
  },
);

test("the key of a Sentry DSN opens Sentry’s addresses of its case, and nothing else", async () => {
  const theCase = await aCase({ plan: "unlimited" });
  const other = await aCase({ plan: "unlimited" });
  await aSnitch({ caseId: theCase.id, name: "job", slug: "job" });
  const key = new URL(buildDsn(theCase)).username;

  const opens = [];
  for (const [door, statusWith] of Object.entries(DOORS))
    if ((await statusWith(key, theCase.number)) < 400) opens.push(door);

  expect(opens).toEqual(["Sentry"]);
  expect(await DOORS.Sentry?.(key, other.number)).toBeGreaterThanOrEqual(400);
});
