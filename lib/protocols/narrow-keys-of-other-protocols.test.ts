import { expect, test } from "vitest";
import { POST as createHeartbeat } from "@/app/opsgenie/[[...path]]/route";
import { createApiKey } from "@/lib/cases/api-key";
import type { ApiKeyAccess, ApiKeyKind } from "@/lib/cases/api-key-form";
import { db } from "@/lib/platform/db";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aManagementClient, type Method } from "@/testing/management-client";
import { requestProtocol } from "@/testing/protocol-request";
import { send } from "@/testing/requests";
import { findRecipient } from "./email/find-recipient";

/** A case with a snitch that has the tag of a key, and one that has not. */
async function aNarrowKey(kind: ApiKeyKind, access: ApiKeyAccess) {
  const client = await aManagementClient();
  const { caseId } = client;
  const inside = await aSnitch({
    caseId,
    name: "Inside",
    slug: "inside",
    tags: ["db"],
    schedule: "every 1 hour",
  });
  const outside = await aSnitch({
    caseId,
    name: "Outside",
    slug: "outside",
    tags: ["web"],
    schedule: "every 1 hour",
  });
  const { key } = await createApiKey(caseId, { name: "Narrow", kind, access, tags: ["db"] }, ACTOR);
  const response = (method: Method, path: string, body?: object) =>
    client.answer(method, `/v3${path}`, { apiKey: key, ...(body && { body }) });
  const countCheckIns = () => db.checkIn.count({ where: { snitchId: outside.id } });
  return { client, caseId, inside, outside, key, answer: response, countCheckIns };
}

test.each(["full", "read"] as const)(
  "a narrowed key of Healthchecks with the access %s sees only its own checks",
  async (access) => {
    const { inside, outside, answer: response, client } = await aNarrowKey("healthchecks", access);
    const path = `/checks/${toUuid(outside)}`;
    const { body: all } = await client.answer("GET", "/v3/checks/", { apiKey: client.readKey });
    const hidden = all.checks.find((check: { name: string }) => check.name === "Outside").unique_key;

    expect((await response("GET", "/checks/")).body.checks).toMatchObject([{ name: "Inside" }]);
    expect((await response("GET", `/checks/${hidden}`)).status).toBe(404);
    expect((await response("GET", `/checks/${hidden}/flips/`)).status).toBe(404);
    expect((await response("GET", `/checks/${toUuid(inside)}`)).status).toBe(200);
    expect(Object.keys((await response("GET", "/badges/")).body.badges)).toEqual(["db"]);
    for (const [method, suffix] of [
      ["GET", ""],
      ["GET", "/flips/"],
      ["GET", "/pings/"],
      ["GET", "/pings/1/body"],
      ["POST", ""],
      ["POST", "/pause"],
      ["POST", "/resume"],
      ["DELETE", ""],
    ] as const)
      expect([
        method,
        suffix,
        (await response(method, `${path}${suffix}`, method === "POST" ? { name: "X" } : undefined)).status,
      ]).toEqual([
        method,
        suffix,
        access === "read" && (method !== "GET" || suffix.startsWith("/pings")) ? 401 : 404,
      ]);
    expect((await db.snitch.findUniqueOrThrow({ where: { id: outside.id } })).name).toBe("Outside");
  },
);

test("a narrowed key of Healthchecks creates and changes within its tags", async () => {
  const { caseId, inside, answer: response } = await aNarrowKey("healthchecks", "full");

  expect((await response("POST", "/checks/", { name: "Outside", unique: ["name"] })).status).toBe(201);
  expect(
    await db.snitch.findMany({ where: { caseId, name: "Outside" }, orderBy: { id: "asc" } }),
  ).toMatchObject([{ tags: ["web"] }, { tags: ["db"] }]);
  expect((await response("POST", `/checks/${toUuid(inside)}`, { tags: "web" })).status).not.toBe(200);
  expect((await response("GET", "/channels/")).body).toEqual({ channels: [] });
});

test("check-ins with a narrowed key reach only its own snitches, and what they add has its tag", async () => {
  const { caseId, key, countCheckIns } = await aNarrowKey("healthchecks", "ping");

  expect((await requestProtocol(`/ping/${key}/inside`)).status).toBe(200);
  expect((await requestProtocol(`/ping/${key}/outside`)).status).toBe(404);
  expect((await requestProtocol(`/ping/${key}/outside?create=1`)).status).toBe(403);
  expect(await findRecipient(`${key}.outside`, new Date())).toBe("unknown");
  expect((await requestProtocol(`/ping/${key}/new?create=1`)).status).toBe(201);

  expect(await countCheckIns()).toBe(0);
  expect(await db.snitch.findFirst({ where: { caseId, slug: "new" } })).toMatchObject({ tags: ["db"] });
});

test("a narrowed key of Cronitor reaches only its own monitors", async () => {
  const { caseId, key, outside, countCheckIns } = await aNarrowKey("cronitor", "ping");
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` };

  expect((await requestProtocol(`/p/${key}/inside`)).status).toBe(200);
  expect((await requestProtocol(`/p/${key}/outside`)).status).toBeGreaterThanOrEqual(400);
  const body = JSON.stringify([
    { key: "outside", schedule: "0 5 * * *" },
    { key: "fresh", schedule: "0 5 * * *" },
  ]);
  await requestProtocol("/api/monitors", { method: "PUT", headers, body });

  expect(await countCheckIns()).toBe(0);
  expect(await db.snitch.findUnique({ where: { id: outside.id } })).toMatchObject({
    schedule: "every 1 hour",
  });
  expect(await db.snitch.findFirst({ where: { caseId, slug: "fresh" } })).toMatchObject({ tags: ["db"] });
});

type NarrowKey = Awaited<ReturnType<typeof aNarrowKey>>;
type Door = {
  kind: ApiKeyKind;
  access: ApiKeyAccess;
  take: (it: NarrowKey, slug: string) => Promise<unknown>;
};

const aJob = { name: "A job", interval: "daily" };

/** Every way in which a key makes a snitch with a slug, or gives one to its own. */
const DOORS: Record<string, Door> = {
  "Healthchecks, a new check": {
    kind: "healthchecks",
    access: "full",
    take: ({ answer: response }, slug) => response("POST", "/checks/", { name: "A job", slug }),
  },
  "Healthchecks before version 3, where names make slugs": {
    kind: "healthchecks",
    access: "full",
    take: ({ client, key }, slug) =>
      client.answer("POST", "/v1/checks/", { apiKey: key, body: { name: slug } }),
  },
  "Healthchecks, another slug": {
    kind: "healthchecks",
    access: "full",
    take: ({ answer: response, inside }, slug) => response("POST", `/checks/${toUuid(inside)}`, { slug }),
  },
  "Healthchecks before version 3, another name": {
    kind: "healthchecks",
    access: "full",
    take: ({ client, key, inside }, slug) =>
      client.answer("POST", `/v2/checks/${toUuid(inside)}`, { apiKey: key, body: { name: slug } }),
  },
  "a ping": {
    kind: "healthchecks",
    access: "ping",
    take: ({ key }, slug) => requestProtocol(`/ping/${key}/${slug}?create=1`),
  },
  "Cronitor’s telemetry": {
    kind: "cronitor",
    access: "ping",
    take: ({ key }, slug) => requestProtocol(`/p/${key}/${slug}`),
  },
  "Cronitor’s monitors": {
    kind: "cronitor",
    access: "ping",
    take: ({ key }, slug) =>
      requestProtocol("/api/monitors", {
        method: "PUT",
        headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` },
        body: JSON.stringify([{ key: slug, schedule: "0 5 * * *" }]),
      }),
  },
  "Opsgenie’s heartbeats": {
    kind: "tattle",
    access: "full",
    take: ({ key }, slug) =>
      createHeartbeat(
        new Request("http://localhost:3000/v2/heartbeats", {
          method: "POST",
          headers: { Authorization: `GenieKey ${key}` },
          body: JSON.stringify({ name: slug, interval: 1, intervalUnit: "days" }),
        }),
      ),
  },
  "the API, a new snitch": {
    kind: "tattle",
    access: "full",
    take: ({ key }, slug) => send("POST", "/v1/snitches", { key, body: { ...aJob, slug } }),
  },
  "the API, another slug": {
    kind: "tattle",
    access: "full",
    take: ({ key, inside }, slug) => send("PATCH", `/v1/snitches/${inside.token}`, { key, body: { slug } }),
  },
  "the API, by slug": {
    kind: "tattle",
    access: "ping",
    take: ({ key }, slug) => send("PUT", `/v1/snitches/slugs/${slug}`, { key, body: aJob }),
  },
  "the API, many by slug": {
    kind: "tattle",
    access: "ping",
    take: ({ key }, slug) =>
      send("PUT", "/v1/snitches/slugs", { key, body: { snitches: [{ slug, ...aJob }] } }),
  },
};

test.each(Object.entries(DOORS))(
  "no narrowed key takes the slug of a snitch outside its reach, in any environment: %s",
  async (_, { kind, access, take }) => {
    const narrow = await aNarrowKey(kind, access);
    const { caseId } = narrow;
    await aSnitch({ caseId, slug: "elsewhere", environment: "production", tags: ["web"] });
    const wide = await createApiKey(caseId, { name: "Wide", kind: "healthchecks", access: "ping" }, ACTOR);
    const before = await db.snitch.findMany({ where: { caseId }, orderBy: { id: "asc" } });

    for (const slug of ["outside", "elsewhere"]) {
      await take(narrow, slug);
      expect([slug, (await requestProtocol(`/ping/${wide.key}/${slug}`)).status]).toEqual([slug, 200]);
    }

    const after = await db.snitch.findMany({ where: { caseId }, orderBy: { id: "asc" } });
    expect(after.map(({ slug, environment }) => [slug, environment])).toEqual(
      before.map(({ slug, environment }) => [slug, environment]),
    );
    await take(narrow, "free");
    expect(await db.snitch.count({ where: { caseId, slug: "free", tags: { has: "db" } } })).toBe(1);
  },
);
