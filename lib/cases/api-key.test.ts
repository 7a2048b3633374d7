import { describe, expect, test } from "vitest";
import { db } from "@/lib/db";
import { aCase } from "@/lib/testing/factories";
import { caseForKey, issueApiKey, listApiKeys, revokeApiKey } from "./api-key";

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

const tuesday = new Date("2026-03-10T00:00Z");
const later = (seconds: number) => new Date(tuesday.getTime() + seconds * 1000);

test("a key has 22 characters that need no escaping in a URL", async () => {
  const { key } = await issueApiKey((await aCase()).id, "CI");

  expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

test("a key cannot be read from the database", async () => {
  const { id, key } = await issueApiKey((await aCase()).id, "CI");
  const row = await db.apiKey.findUniqueOrThrow({ where: { id } });

  expect(JSON.stringify(row)).not.toContain(key);
  expect(key.startsWith(row.prefix)).toBe(true);
});

describe("the case for an authorization", () => {
  test("is the one whose key is the user name, whatever the password says", async () => {
    const owner = await aCase();
    const { key } = await issueApiKey(owner.id, "CI");

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
    const { id, key } = await issueApiKey(caseId, "CI");

    await revokeApiKey(caseId, id);

    await expect(caseForKey(basic(`${key}:`))).rejects.toMatchObject({ type: "api_key_invalid" });
  });
});

test("another case cannot revoke a key", async () => {
  const { id: caseId } = await aCase();
  const { id, key } = await issueApiKey(caseId, "CI");

  await revokeApiKey((await aCase()).id, id);

  expect((await caseForKey(basic(`${key}:`))).apiKey.id).toBe(id);
});

test("last use is kept, but written at most once a minute", async () => {
  const { id: caseId } = await aCase();
  const { key } = await issueApiKey(caseId, "CI");
  const lastUsed = async () => (await listApiKeys(caseId))[0]?.lastUsedAt;

  await caseForKey(basic(`${key}:`), tuesday);
  await caseForKey(basic(`${key}:`), later(59));
  expect(await lastUsed()).toEqual(tuesday);

  await caseForKey(basic(`${key}:`), later(60));
  expect(await lastUsed()).toEqual(later(60));
});

test("a list of keys shows no hash, and only the case's own", async () => {
  const { id: caseId } = await aCase();
  await issueApiKey(caseId, "CI");
  await issueApiKey((await aCase()).id, "Somebody else’s");

  const keys = await listApiKeys(caseId);

  expect(keys.map(({ name }) => name)).toEqual(["CI"]);
  expect(keys[0]).not.toHaveProperty("hash");
});
