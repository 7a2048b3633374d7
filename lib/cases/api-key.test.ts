import { describe, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCase, aMember, aSnitch, SOMEBODY } from "@/lib/testing/factories";
import { aClient, seen, send } from "@/lib/testing/requests";
import { caseForKey, issueApiKey, listApiKeys, revokeApiKey } from "./api-key";

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

const tuesday = new Date("2026-03-10T00:00Z");
const later = (seconds: number) => new Date(tuesday.getTime() + seconds * 1000);

test("a key has 22 characters that need no escaping in a URL", async () => {
  const { key } = await issueApiKey((await aCase()).id, { name: "CI" }, SOMEBODY);

  expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

test("a key cannot be read from the database", async () => {
  const { id, key } = await issueApiKey((await aCase()).id, { name: "CI" }, SOMEBODY);
  const row = await db.apiKey.findUniqueOrThrow({ where: { id } });

  expect(JSON.stringify(row)).not.toContain(key);
  expect(key.startsWith(row.prefix)).toBe(true);
});

describe("the case for an authorization", () => {
  test("is the one whose key is the user name, whatever the password says", async () => {
    const owner = await aCase();
    const { key } = await issueApiKey(owner.id, { name: "CI" }, SOMEBODY);

    for (const authorization of [
      basic(`${key}:`),
      basic(key),
      basic(`${key}:secret`),
      basic(`${key}:`).replace("Basic", "basic"),
    ]) {
      expect((await caseForKey(authorization)).owner).toEqual(owner);
    }
  });

  test.each([
    ["nothing", null],
    ["an empty user name", basic(":")],
    ["a key that nobody has", basic("aaaaaaaaaaaaaaaaaaaaaa:")],
    ["a key and more", basic("aaaaaaaaaaaaaaaaaaaaaaa:")],
    ["another scheme", "Bearer aaaaaaaaaaaaaaaaaaaaaa"],
    ["no base64", "Basic ☃"],
  ])("is refused to %s", async (_, authorization) => {
    await expect(caseForKey(authorization)).rejects.toMatchObject({ type: "api_key_invalid" });
  });

  test("is refused once the key is revoked", async () => {
    const { id: caseId } = await aCase();
    const { id, key } = await issueApiKey(caseId, { name: "CI" }, SOMEBODY);

    await revokeApiKey(caseId, id, SOMEBODY);

    await expect(caseForKey(basic(`${key}:`))).rejects.toMatchObject({ type: "api_key_invalid" });
  });
});

test("another case cannot revoke a key", async () => {
  const { id: caseId } = await aCase();
  const { id, key } = await issueApiKey(caseId, { name: "CI" }, SOMEBODY);

  await revokeApiKey((await aCase()).id, id, SOMEBODY);

  expect((await caseForKey(basic(`${key}:`))).apiKey.id).toBe(id);
});

test("last use is kept, but written at most once a minute", async () => {
  const { id: caseId } = await aCase();
  const { key } = await issueApiKey(caseId, { name: "CI" }, SOMEBODY);
  const lastUsed = async () => (await listApiKeys(caseId))[0]?.lastUsedAt;

  await caseForKey(basic(`${key}:`), tuesday);
  await caseForKey(basic(`${key}:`), later(59));
  expect(await lastUsed()).toEqual(tuesday);

  await caseForKey(basic(`${key}:`), later(60));
  expect(await lastUsed()).toEqual(later(60));
});

test("a list of keys shows no hash, and only the case's own", async () => {
  const { id: caseId } = await aCase();
  await issueApiKey(caseId, { name: "CI" }, SOMEBODY);
  await issueApiKey((await aCase()).id, { name: "Somebody else’s" }, SOMEBODY);

  const keys = await listApiKeys(caseId);

  expect(keys.map(({ name }) => name)).toEqual(["CI"]);
  expect(keys[0]).not.toHaveProperty("hash");
});

test("a key expires at its time", async () => {
  const { id: caseId } = await aCase();
  const { key } = await issueApiKey(caseId, { name: "CI", expiresAt: later(60) }, SOMEBODY);

  await caseForKey(basic(`${key}:`), later(59));
  await expect(caseForKey(basic(`${key}:`), later(60))).rejects.toMatchObject({
    type: "api_key_invalid",
    message: "Your API key has expired. Create another one on the case’s API Keys page.",
  });
});

test("a revoked key stays in the list, with who made it", async () => {
  const { id: caseId } = await aCase();
  const ada = await aMember({ caseId });
  const by = { ...SOMEBODY, id: ada.id };
  const { id } = await issueApiKey(caseId, { name: "CI", access: "read" }, by);
  await revokeApiKey(caseId, id, by);
  await revokeApiKey(caseId, id, by);

  expect(await listApiKeys(caseId)).toMatchObject([
    { name: "CI", access: "read", createdBy: ada.email, revokedAt: expect.any(Date) },
  ]);
  expect(await db.auditEvent.count({ where: { caseId, action: "api_key.revoked" } })).toBe(1);
});

test("a key that may only read reads, and changes nothing", async () => {
  const client = await aClient();
  const { key } = await issueApiKey(client.owner.id, { name: "Dashboard", access: "read" }, SOMEBODY);
  const snitch = await aSnitch({ caseId: client.owner.id, status: "healthy" });
  const one = `/v1/snitches/${snitch.token}`;

  expect((await send("GET", "/v1/snitches", { key })).status).toBe(200);
  expect((await send("GET", one, { key })).status).toBe(200);
  for (const [method, path] of [
    ["POST", "/v1/snitches"],
    ["PATCH", one],
    ["POST", `${one}/tags`],
    ["DELETE", `${one}/tags/x`],
    ["POST", `${one}/pause`],
    ["POST", `${one}/unpause`],
    ["DELETE", one],
  ] as const) {
    expect(await seen(send(method, path, { key, body: {} }))).toEqual({
      status: 401,
      body: {
        type: "api_key_invalid",
        error: "Your API key may only read. Use one with full access to change something.",
      },
    });
  }
  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toEqual(snitch);
});
