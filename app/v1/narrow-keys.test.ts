import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import type { ApiKeyAccess } from "@/lib/cases/api-key-form";
import { db } from "@/lib/platform/db";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient, readResponse, refusal, send } from "@/testing/requests";
import { OPERATIONS } from "./operations";

type Scope = { tags?: string[]; snitches?: string[] };

const anIncident = (caseId: string, snitchId: string, heldBy?: string) =>
  db.incident.create({
    data: {
      caseId,
      snitchId,
      cause: "missed",
      severity: "critical",
      badCount: 1,
      openedAt: new Date(),
      heldBy,
    },
  });

/** A case with a snitch within a scope and one outside, each with an incident and maintenance, and a key for one of them. */
async function aNarrowKey(scope: Scope, access: ApiKeyAccess = "full") {
  const client = await aClient();
  const caseId = client.theCase.id;
  const outside = await aSnitch({
    caseId,
    name: "Outside",
    slug: "outside",
    tags: ["web", "shared"],
    status: "healthy",
    deadline: new Date("2100-01-01"),
  });
  const inside = await aSnitch({
    caseId,
    name: "Inside",
    slug: "inside",
    tags: ["db"],
    status: "healthy",
    deadline: new Date("2100-01-01"),
  });
  await db.dependency.create({ data: { snitchId: inside.id, parentId: outside.id } });
  const incidents = [
    await anIncident(caseId, outside.id),
    await anIncident(caseId, inside.id, outside.id),
  ] as const;
  const maintain = async (body: object) =>
    (
      (
        await readResponse(
          client.post("/v1/maintenance", {
            name: "Work",
            starts_at: "2030-05-04T22:00Z",
            ends_at: "2030-05-05T02:00Z",
            ...body,
          }),
        )
      ).body as { id: string }
    ).id;
  const maintenance = {
    all: await maintain({ all: true }),
    ofTag: await maintain({ tags: ["db"] }),
    ofOther: await maintain({ tags: ["db", "web"] }),
    ofInside: await maintain({ snitches: [inside.token] }),
  };
  const given = { tags: scope.tags, snitches: scope.snitches && [inside.token] };
  const { id, key } = await createApiKey(caseId, { name: "Narrow", access, ...given }, ACTOR);
  const call = (method: string, path: string, body?: unknown) =>
    readResponse(send(method, path, { key, body }));
  return { client, caseId, inside, outside, incidents, maintenance, id, key, call };
}

const NO_SNITCH = { status: 404, body: { type: "resource_not_found", error: "No such snitch." } };
const NO_PATH = { status: 404, body: { type: "resource_not_found", error: "No such path." } };

test.each([[{ tags: ["db"] }], [{ snitches: ["inside"] }]])(
  "a key narrowed to %j sees nothing of what is outside, in any operation",
  async (scope) => {
    const { client, caseId, inside, outside, incidents, maintenance, id, key, call } =
      await aNarrowKey(scope);
    const channel = await readResponse(
      client.post("/v1/channels", {
        kind: "slack",
        name: "C",
        settings: { url: "https://hooks.slack.com/services/T0/B0/X" },
      }),
    );
    const before = await db.snitch.findUnique({ where: { id: outside.id } });
    const seen: string[] = [];
    const idsOutside: Record<string, string> = {
      "/v1/incidents/": incidents[0].id,
      "/v1/maintenance/": maintenance.all,
      "/v1/channels/": (channel.body as { id: string }).id,
      "/v1/api_keys/": client.keyId,
    };

    for (const { method, path, isPublic } of OPERATIONS) {
      if (isPublic) continue;
      const prefix = Object.keys(idsOutside).find((each) => path.startsWith(each)) ?? "";
      const url = path
        .replace("{token}", outside.token)
        .replace("{slug}", "outside")
        .replace("{tag}", "web")
        .replace("{host}", "db7")
        .replace("{id}", idsOutside[prefix] ?? incidents[0].id);
      const body = {
        name: "Taken over",
        interval: "daily",
        snitches: [{ slug: "outside" }],
        until: "2100-01-01T00:00Z",
        schedule: undefined,
      };
      const response = await call(
        method,
        url,
        method === "GET" || method === "DELETE" ? undefined : path.endsWith("/tags") ? ["db"] : body,
      );
      const text = JSON.stringify(response.body).replaceAll(key, "");
      for (const secret of [
        outside.token,
        incidents[0].id,
        maintenance.all,
        maintenance.ofOther,
        client.keyId,
        "Outside",
        '"web"',
      ])
        if (text.includes(secret)) seen.push(`${method} ${url} shows ${secret}`);
      if (/\{/.test(path)) expect([404, 422]).toContain(response.status);
      if (path.includes("{token}")) expect([url, response]).toEqual([url, NO_SNITCH]);
    }

    expect(seen).toEqual([]);
    expect(await db.snitch.findUnique({ where: { id: outside.id } })).toEqual(before);
    expect(await db.incident.findUnique({ where: { id: incidents[0].id } })).toEqual(incidents[0]);
    expect(await db.maintenance.count({ where: { caseId } })).toBe(4);
    expect(await db.apiKey.count({ where: { caseId, revokedAt: null } })).toBe(2);
    expect((await call("GET", `/v1/snitches/${inside.token}`)).body).not.toHaveProperty("depends_on");
    expect((await call("GET", "/v1/incidents")).body).toMatchObject([
      { snitch: inside.token, held_by: null },
    ]);
    expect((await call("GET", "/v1/api_keys")).body).toMatchObject([{ id, name: "Narrow" }]);
  },
);

test("metrics of a narrowed key have its own snitches", async () => {
  const { key, inside, outside } = await aNarrowKey({ tags: ["db"] });

  const text = await (await send("GET", "/v1/metrics", { key })).text();

  expect(text).toContain("Inside");
  expect(text).not.toContain("Outside");
  expect(text).not.toContain(outside.token);
  expect(inside.name).toBe("Inside");
});

test("within its scope, a narrowed key with full access changes everything", async () => {
  const { inside, incidents, maintenance, call, id } = await aNarrowKey({ tags: ["db"] });
  const one = `/v1/snitches/${inside.token}`;

  expect((await call("PATCH", one, { name: "Renamed" })).status).toBe(200);
  expect((await call("POST", `${one}/tags`, ["extra"])).status).toBe(200);
  expect((await call("POST", `/v1/incidents/${incidents[1].id}/acknowledge`)).status).toBe(204);
  expect((await call("POST", `${one}/pause`)).status).toBe(204);
  expect((await call("GET", "/v1/maintenance")).body).toMatchObject([
    { id: maintenance.ofTag },
    { id: maintenance.ofInside },
  ]);
  expect((await call("DELETE", `/v1/maintenance/${maintenance.ofTag}`)).status).toBe(204);
  expect((await call("DELETE", one)).status).toBe(204);
  expect((await call("DELETE", `/v1/api_keys/${id}`)).status).toBe(204);
});

test("what a narrowed key creates has one of its tags, and no key takes away the last one by which it reaches a snitch", async () => {
  const { inside, outside, call } = await aNarrowKey({ tags: ["db", "ops"] });
  const create = async (body: object) =>
    (await call("POST", "/v1/snitches", { name: "New", interval: "daily", ...body })).body;
  const one = `/v1/snitches/${inside.token}`;
  const refused = refusal(["tags", "must keep one of the tags of this key: db, ops"]);

  expect(await create({})).toMatchObject({ tags: ["db"] });
  expect(await create({ tags: ["x"] })).toMatchObject({ tags: ["x", "db"] });
  expect(await create({ tags: ["ops"] })).toMatchObject({ tags: ["ops"] });
  expect(await create({ depends_on: [outside.token] })).toMatchObject({ type: "resource_invalid" });
  expect(await call("PATCH", one, { tags: ["web"] })).toMatchObject(refused);
  expect(await call("DELETE", `${one}/tags/db`)).toMatchObject(refused);
  expect((await call("PATCH", one, { tags: ["ops"] })).status).toBe(200);
});

test("a key narrowed to single snitches cannot create others", async () => {
  const { call } = await aNarrowKey({ snitches: ["inside"] });
  const refused = {
    status: 401,
    body: {
      type: "api_key_invalid",
      error: "Your API key is limited to certain snitches and can’t create others.",
    },
  };

  expect(await call("POST", "/v1/snitches", { name: "New", interval: "daily" })).toEqual(refused);
  expect(await call("PUT", "/v1/snitches/slugs/new")).toEqual(refused);
  expect((await call("PUT", "/v1/snitches/slugs/inside")).status).toBe(200);
});

test("a parent that a narrowed key does not see stays when it changes the others", async () => {
  const { client, inside, outside, call } = await aNarrowKey({ tags: ["db"] });
  const other = await aSnitch({ caseId: client.theCase.id, tags: ["db"] });
  const one = `/v1/snitches/${inside.token}`;

  expect((await call("PATCH", one, { depends_on: [other.token] })).body).toMatchObject({
    depends_on: [other.token],
  });
  expect((await call("PATCH", one, { depends_on: [] })).status).toBe(200);

  expect((await readResponse(client.get(one))).body).toMatchObject({ depends_on: [outside.token] });
});

test("a snitch that loses the tag is as if it were not there, and one that gets it appears", async () => {
  const { client, inside, outside, call } = await aNarrowKey({ tags: ["db"] });

  await client.patch(`/v1/snitches/${inside.token}`, { tags: [] });
  await client.patch(`/v1/snitches/${outside.token}`, { tags: ["db"] });

  expect(await call("GET", `/v1/snitches/${inside.token}`)).toEqual(NO_SNITCH);
  expect((await call("GET", "/v1/snitches")).body).toMatchObject([{ token: outside.token }]);
});

test("a key whose snitches were all deleted reaches none, not all", async () => {
  const { client, inside, call } = await aNarrowKey({ snitches: ["inside"] });

  await client.remove(`/v1/snitches/${inside.token}`);

  expect(await call("GET", "/v1/snitches")).toEqual({ status: 200, body: [] });
});

test("a narrowed key covers nothing else with maintenance, and creates no keys", async () => {
  const { outside, inside, maintenance, call } = await aNarrowKey({ tags: ["db"] });
  const window = { name: "Work", starts_at: "2030-05-04T22:00Z", ends_at: "2030-05-05T02:00Z" };

  for (const body of [{ all: true }, { tags: ["web"] }, { snitches: [outside.token] }]) {
    expect((await call("POST", "/v1/maintenance", { ...window, ...body })).status).toBe(422);
    expect((await call("PATCH", `/v1/maintenance/${maintenance.ofTag}`, body)).status).toBe(422);
  }
  expect((await call("POST", "/v1/maintenance", { ...window, snitches: [inside.token] })).status).toBe(200);
  expect(await call("POST", "/v1/api_keys", { name: "Wide" })).toEqual(NO_PATH);
  expect(await call("GET", "/v1/sentry_dsn")).toEqual(NO_PATH);
  expect(await call("GET", "/v1/channels")).toEqual(NO_PATH);
  expect(await call("GET", "/v1/audit")).toEqual(NO_PATH);
  expect(await call("GET", "/v1/no_such_path")).toEqual(NO_PATH);
});
