import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { ada, deletePeopleAfterEachTest } from "@/testing/users";
import { disconnect, listIdentities } from "./identities";

deletePeopleAfterEachTest();

test("a provider can be disconnected only if another way to sign in is left, and only for that user", async () => {
  const [{ id }, bob] = [await ada(), await db.user.create({ data: { email: "bob@example.com" } })];
  for (const [userId, provider] of [
    [id, "github"],
    [id, "google"],
    [bob.id, "github"],
    [bob.id, "google"],
  ] as const) {
    await db.identity.create({ data: { provider, subject: userId, userId } });
  }

  await disconnect(id, "github", "");
  expect(await listIdentities(id)).toMatchObject([{ provider: "google" }]);
  await disconnect(id, "google", "");
  expect(await listIdentities(id)).toEqual([]);

  const disconnections = [disconnect(bob.id, "github", ""), disconnect(bob.id, "google", "")];
  expect((await Promise.allSettled(disconnections)).map(({ status }) => status).sort()).toEqual([
    "fulfilled",
    "rejected",
  ]);
  const [left] = await listIdentities(bob.id);
  await expect(disconnect(bob.id, left?.provider ?? "", "")).rejects.toThrow("Set a password first");
  expect(await listIdentities(bob.id)).toHaveLength(1);
});
