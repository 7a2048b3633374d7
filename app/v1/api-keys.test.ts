import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { storedHash } from "@/lib/cases/api-key-form";
import { db } from "@/lib/platform/db";
import { locate } from "@/lib/protocols/locate";
import { HOUR_MS } from "@/lib/rules/durations";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";

const WRONG_KEY = {
  status: 401,
  body: {
    type: "api_key_invalid",
    error: "Your API key is missing or not valid. Send it as the Basic user name.",
  },
};

test.each([
  ["tattle", undefined, /^tattle_\w{28}$/, "full"],
  ["tattle", "read", /^tattle_\w{28}$/, "read"],
  ["tattle", "acknowledge", /^tattle_\w{28}$/, "acknowledge"],
  ["tattle", "plan", /^tattle_\w{28}$/, "plan"],
  ["tattle", "ping", /^tattle_\w{28}$/, "ping"],
  ["healthchecks", undefined, /^[\da-f]{32}$/, "full"],
  ["healthchecks", "read", /^[\da-f]{32}$/, "read"],
  ["healthchecks", "ping", /^[\da-f]{24}$/, "ping"],
  ["cronitor", undefined, /^[\da-f]{32}$/, "ping"],
])(
  "a key of the kind %s with the access %s has the form that its clients demand",
  async (kind, access, form, given) => {
    const client = await aClient();

    const { body } = await readResponse(client.post("/v1/api_keys", { name: "CI", kind, access }));

    const { id, key } = body as { id: string; key: string };
    expect(key).toMatch(form);
    expect(await db.apiKey.findUnique({ where: { id } })).toMatchObject({ kind, access: given });
  },
);

test("a key works as a Bearer token as it does as the Basic user name, and a wrong one gets a response in the same way", async () => {
  const { key, get } = await aClient();
  const bearer = (token: string) =>
    readResponse(send("GET", "/v1/snitches", { headers: { authorization: token } }));
  expect(await bearer(`Bearer ${key}`)).toEqual(await readResponse(get("/v1/snitches")));
  expect(await bearer(`bearer  ${key} `)).toMatchObject({ status: 200 });
  const refused = await readResponse(send("GET", "/v1/snitches", { key: "wrong" }));
  for (const header of [
    "Bearer wrong",
    "Bearer",
    "Bearer  ",
    `Bearer ${key} x`,
    `Token ${key}`,
    `Bearer ${key}:`,
  ])
    expect(await bearer(header)).toEqual(refused);
});

test("a rotated key has a new secret, and the previous one works until its overlap has ended", async () => {
  const client = await aClient();
  const rotate = async (body?: object) => {
    const response = await readResponse(client.post(`/v1/api_keys/${client.keyId}/rotate`, body));
    return response.body as { key: string; former_works_until: string };
  };
  const works = async (key: string) => (await send("GET", "/v1/snitches", { key })).status === 200;

  const before = Date.now();
  const second = await rotate();
  expect(Date.parse(second.former_works_until)).toBeGreaterThanOrEqual(before + 24 * HOUR_MS);
  expect([await works(client.key), await works(second.key)]).toEqual([true, true]);

  const third = (await readResponse(send("POST", `/v1/api_keys/${client.keyId}/rotate`, { key: second.key })))
    .body as { key: string };
  expect([await works(client.key), await works(second.key), await works(third.key)]).toEqual([
    true,
    true,
    true,
  ]);

  await db.formerSecret.updateMany({
    where: { hash: storedHash("tattle", client.key) },
    data: { worksUntil: new Date() },
  });
  expect([await works(client.key), await works(second.key)]).toEqual([false, true]);

  const { key } = (
    await readResponse(
      send("POST", `/v1/api_keys/${client.keyId}/rotate`, { key: third.key, body: { overlap_hours: 0 } }),
    )
  ).body as { key: string };
  expect([await works(second.key), await works(third.key), await works(key)]).toEqual([false, false, true]);
  expect(
    (await db.auditEvent.findMany({ where: { resourceId: client.keyId, action: "api_key.rotated" } })).length,
  ).toBe(3);
});

test("an earlier secret works, but neither rotates, makes nor shows keys", async () => {
  const client = await aClient();
  const rotate = `/v1/api_keys/${client.keyId}/rotate`;
  const { key } = (await readResponse(client.post(rotate))).body as { key: string };
  const requests = [
    () => client.post(rotate, { overlap_hours: 0 }),
    () => client.post("/v1/api_keys", { name: "Mine" }),
    () => client.get("/v1/sentry_dsn"),
    () => client.patch("/v1/sentry_dsn", { snitch_limit: 1_000 }),
  ];

  for (const request of requests)
    expect(await readResponse(request())).toEqual({
      status: 401,
      body: {
        type: "api_key_invalid",
        error:
          "This is a previous secret of a rotated key: it can’t rotate, create or list keys. Use the new one.",
      },
    });
  expect((await client.get("/v1/snitches")).status).toBe(200);
  expect((await send("POST", "/v1/api_keys", { key, body: { name: "CI" } })).status).toBe(200);
  expect(await db.apiKey.count({ where: { caseId: client.theCase.id } })).toBe(2);
});

test("a key has at most five earlier secrets, and revoking it ends all of them", async () => {
  const client = await aClient();
  const path = `/v1/api_keys/${client.keyId}/rotate`;
  let { key } = client;
  const rotate = async () => readResponse(send("POST", path, { key }));
  for (let i = 0; i < 5; i++) ({ key } = (await rotate()).body as { key: string });
  expect((await rotate()).status).toBe(422);

  await client.remove(`/v1/api_keys/${client.keyId}`);

  expect(await readResponse(client.get("/v1/snitches"))).toEqual(WRONG_KEY);
  expect(await db.formerSecret.count({ where: { apiKeyId: client.keyId } })).toBe(0);
});

test("a rotation of another protocol’s key keeps its form, and both secrets check in", async () => {
  const client = await aClient();
  const { token } = await aSnitch({ caseId: client.theCase.id, slug: "backup" });
  const created = await readResponse(
    client.post("/v1/api_keys", { name: "Jobs", kind: "healthchecks", access: "ping" }),
  );
  const { id, key: former } = created.body as { id: string; key: string };
  const { body } = await readResponse(client.post(`/v1/api_keys/${id}/rotate`));
  const { key } = body as { key: string };

  expect(key).toMatch(/^[\da-f]{24}$/);
  for (const each of [former, key])
    expect((await locate("healthchecks", each, "backup", new Date()))?.snitches).toMatchObject([{ token }]);
  await db.formerSecret.updateMany({ where: { apiKeyId: id }, data: { worksUntil: new Date() } });
  expect(await locate("healthchecks", former, "backup", new Date())).toBeNull();
});

test("an expired key and a revoked one are not rotated, as if there were none", async () => {
  const client = await aClient();
  const [expired, revoked] = [
    await createApiKey(client.theCase.id, { name: "Old", expiresAt: new Date() }, ACTOR),
    await createApiKey(client.theCase.id, { name: "Lost" }, ACTOR),
  ];
  await client.remove(`/v1/api_keys/${revoked.id}`);

  for (const { id } of [expired, revoked])
    expect(await readResponse(client.post(`/v1/api_keys/${id}/rotate`))).toEqual({
      status: 404,
      body: { type: "resource_not_found", error: "No such API key." },
    });
});
