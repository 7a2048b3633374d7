import { describe, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { SECOND_MS } from "@/lib/rules/durations";
import { ACTOR, aCase, aMember, aSnitch } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";
import { authenticateKey as authenticate, createApiKey, listApiKeys, revokeApiKey } from "./api-key";
import { isKey, storedHash } from "./api-key-form";

const READ = { permission: "read", verb: "GET", address: "192.0.2.7" } as const;

const authenticateKey = (authorization: string | null, now?: Date) => authenticate(authorization, READ, now);

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

const tuesday = new Date("2026-03-10T00:00Z");
const secondsLater = (seconds: number) => new Date(tuesday.getTime() + seconds * SECOND_MS);

test("a key from before, without a checksum, works on", async () => {
  const { id: caseId } = await aCase();
  const { id } = await createApiKey(caseId, { name: "CI" }, ACTOR);
  const former = "c29tZS1mb3JtZXIta2V5-_";
  await db.apiKey.update({ where: { id }, data: { hash: storedHash("tattle", former) } });

  expect((await authenticateKey(basic(`${former}:`))).apiKey.id).toBe(id);
});

test("a key cannot be read from the database", async () => {
  const { id, key } = await createApiKey((await aCase()).id, { name: "CI" }, ACTOR);
  const row = await db.apiKey.findUniqueOrThrow({ where: { id } });

  expect(JSON.stringify(row)).not.toContain(key);
  expect(key.startsWith(row.prefix)).toBe(true);
});

test("a key with a letter in another case, or a wrong checksum, is none", async () => {
  const { key } = await createApiKey((await aCase()).id, { name: "CI" }, ACTOR);
  const swapped = [...key].map((letter, i) => {
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return `${key.slice(0, i)}${other}${key.slice(i + 1)}`;
  });

  for (const wrong of swapped.filter((each) => each !== key)) {
    expect(isKey("tattle", wrong)).toBe(false);
    await expect(authenticateKey(basic(`${wrong}:`))).rejects.toMatchObject({ type: "api_key_invalid" });
  }
});

describe("authenticating a key", () => {
  test("finds the case by the user name and ignores the password", async () => {
    const theCase = await aCase();
    const { key } = await createApiKey(theCase.id, { name: "CI" }, ACTOR);

    for (const authorization of [
      basic(`${key}:`),
      basic(key),
      basic(`${key}:secret`),
      basic(`${key}:`).replace("Basic", "basic"),
    ]) {
      expect((await authenticateKey(authorization)).theCase).toEqual(theCase);
    }
  });

  test.each([
    ["nothing", null],
    ["an empty user name", basic(":")],
    ["a key with a wrong checksum", basic("tattle_0000000000000000000000000000:")],
    ["an unknown key", basic("aaaaaaaaaaaaaaaaaaaaaa:")],
    ["a longer key", basic("aaaaaaaaaaaaaaaaaaaaaaa:")],
    ["another scheme", "Bearer aaaaaaaaaaaaaaaaaaaaaa"],
    ["invalid base64", "Basic ☃"],
  ])("refuses %s", async (_, authorization) => {
    await expect(authenticateKey(authorization)).rejects.toMatchObject({ type: "api_key_invalid" });
  });

  test("refuses a revoked key", async () => {
    const { id: caseId } = await aCase();
    const { id, key } = await createApiKey(caseId, { name: "CI" }, ACTOR);

    await revokeApiKey(caseId, id, ACTOR);

    await expect(authenticateKey(basic(`${key}:`))).rejects.toMatchObject({ type: "api_key_invalid" });
  });
});

test("another case cannot revoke a key", async () => {
  const { id: caseId } = await aCase();
  const { id, key } = await createApiKey(caseId, { name: "CI" }, ACTOR);

  await revokeApiKey((await aCase()).id, id, ACTOR);

  expect((await authenticateKey(basic(`${key}:`))).apiKey.id).toBe(id);
});

test("the time of last use is saved at most once a minute", async () => {
  const { id: caseId } = await aCase();
  const { key } = await createApiKey(caseId, { name: "CI" }, ACTOR);
  const lastUsed = async () => (await listApiKeys(caseId))[0]?.lastUsedAt;

  await authenticateKey(basic(`${key}:`), tuesday);
  await authenticateKey(basic(`${key}:`), secondsLater(59));
  expect(await lastUsed()).toEqual(tuesday);

  await authenticateKey(basic(`${key}:`), secondsLater(60));
  expect(await lastUsed()).toEqual(secondsLater(60));
});

test("what a key was used for last is noted at most once a minute, but a new kind of use at once", async () => {
  const { id: caseId } = await aCase();
  const { key } = await createApiKey(caseId, { name: "CI" }, ACTOR);
  const use = (seconds: number, permission: "read" | "change", verb: string) =>
    authenticate(basic(key), { permission, verb, address: "192.0.2.8" }, secondsLater(seconds));
  const used = async () => {
    const [{ lastUsedAt, lastUsedVerb, lastUsedAddress, uses } = { uses: [] as string[] }] =
      await listApiKeys(caseId);
    return { lastUsedAt, lastUsedVerb, lastUsedAddress, uses };
  };

  await use(0, "read", "GET");
  await use(1, "read", "HEAD");
  const first = { lastUsedAt: tuesday, lastUsedVerb: "GET", lastUsedAddress: "192.0.2.8", uses: ["read"] };
  expect(await used()).toEqual(first);
  await use(2, "change", "PATCH");
  expect(await used()).toEqual({
    ...first,
    lastUsedAt: secondsLater(2),
    lastUsedVerb: "PATCH",
    uses: ["read", "change"],
  });
});

test("a use that a key is refused does not count as one", async () => {
  const client = await aClient();
  const { id, key } = await createApiKey(client.theCase.id, { name: "Reader", access: "read" }, ACTOR);

  await send("DELETE", `/v1/api_keys/${client.keyId}`, { key });

  expect(await db.apiKey.findUnique({ where: { id } })).toMatchObject({ uses: [], lastUsedVerb: "DELETE" });
});

test("the list shows only the keys of the case, without hashes", async () => {
  const { id: caseId } = await aCase();
  await createApiKey(caseId, { name: "CI" }, ACTOR);
  await createApiKey((await aCase()).id, { name: "Other case’s" }, ACTOR);

  const keys = await listApiKeys(caseId);

  expect(keys.map(({ name }) => name)).toEqual(["CI"]);
  expect(keys[0]).not.toHaveProperty("hash");
});

test("a key is refused from its expiry on", async () => {
  const { id: caseId } = await aCase();
  const { key } = await createApiKey(caseId, { name: "CI", expiresAt: secondsLater(60) }, ACTOR);

  await authenticateKey(basic(`${key}:`), secondsLater(59));
  await expect(authenticateKey(basic(`${key}:`), secondsLater(60))).rejects.toMatchObject({
    type: "api_key_invalid",
    message: "Your API key has expired. Create another one on the case’s API Keys page.",
  });
});

test("a revoked key stays in the list, with its creator", async () => {
  const { id: caseId } = await aCase();
  const ada = await aMember({ caseId });
  const by = { ...ACTOR, id: ada.id };
  const { id } = await createApiKey(caseId, { name: "CI", access: "read" }, by);
  await revokeApiKey(caseId, id, by);
  await revokeApiKey(caseId, id, by);

  expect(await listApiKeys(caseId)).toMatchObject([
    {
      name: "CI",
      access: "read",
      createdBy: { email: ada.email, isMember: true },
      revokedAt: expect.any(Date),
    },
  ]);
  expect(await db.auditEvent.count({ where: { caseId, action: "api_key.revoked" } })).toBe(1);
});

test("a read-only key can read and cannot change anything", async () => {
  const client = await aClient();
  const { key } = await createApiKey(client.theCase.id, { name: "Dashboard", access: "read" }, ACTOR);
  const snitch = await aSnitch({ caseId: client.theCase.id, status: "healthy" });
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
    expect(await readResponse(send(method, path, { key, body: {} }))).toEqual({
      status: 401,
      body: {
        type: "api_key_invalid",
        error: "Your API key may only read. Use one with full access to change something.",
      },
    });
  }
  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toEqual(snitch);
});
