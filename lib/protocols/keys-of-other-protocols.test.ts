import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import type { ApiKeyAccess, ApiKeyKind } from "@/lib/cases/api-key-form";
import { db } from "@/lib/platform/db";
import { answerIn } from "@/lib/testing/check-in-http";
import { ACTOR, aCase, aSnitch } from "@/lib/testing/factories";
import { requestProtocol } from "@/lib/testing/protocol-request";
import { send } from "@/lib/testing/requests";

/** Where a key can be used: what opens with it. */
const DOORS: Record<string, (key: string) => Promise<number>> = {
  "the API": async (key) => (await answerIn(await send("GET", "/v1/snitches", { key }))).status,
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
  "a check-in URL": async (key) => (await requestProtocol(`/${key}`)).status,
};

const KEYS: [ApiKeyKind, ApiKeyAccess, string[]][] = [
  ["tattle", "full", ["the API"]],
  ["tattle", "read", ["the API"]],
  ["healthchecks", "full", []],
  ["healthchecks", "read", []],
  ["healthchecks", "ping", []],
  ["cronitor", "ping", ["Cronitor at /p", "Cronitor at /ping"]],
];

test.each(KEYS)("a key for %s with access “%s” opens %j, and nothing else", async (kind, access, opened) => {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "One", kind, access }, ACTOR);
  const { id: snitchId } = await aSnitch({ caseId, slug: "job" });

  const opens = [];
  for (const [door, statusWith] of Object.entries(DOORS)) if ((await statusWith(key)) < 400) opens.push(door);

  expect(opens).toEqual(opened);
  const count = opened.filter((door) => door.startsWith("Cronitor")).length;
  expect(await db.checkIn.count({ where: { snitchId } })).toBe(count);
});

test("a revoked and an expired key open nothing", async () => {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const expiresAt = new Date("2026-03-10T00:00Z");
  const expired = await createApiKey(caseId, { name: "Old", kind: "cronitor", expiresAt }, ACTOR);
  const revoked = await createApiKey(caseId, { name: "Gone", kind: "cronitor" }, ACTOR);
  await db.apiKey.update({
    where: { id: revoked.id },
    data: { revokedAt: expiresAt, hash: `revoked ${revoked.id}` },
  });

  for (const { key } of [expired, revoked]) {
    for (const statusWith of Object.values(DOORS)) expect(await statusWith(key)).toBeGreaterThanOrEqual(400);
  }
  expect(await db.snitch.count({ where: { caseId } })).toBe(0);
});
