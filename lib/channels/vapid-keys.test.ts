import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { vapidKeys } from "./vapid-keys";

test("processes that need the keys at the same time get the same pair, which is kept", async () => {
  await db.vapidKeys.deleteMany();

  const [first, ...others] = await Promise.all([1, 2, 3, 4].map(vapidKeys));

  for (const keys of [...others, await vapidKeys()]) expect(keys).toEqual(first);
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(first?.privateKey ?? "", "base64url");
  expect(curve.getPublicKey("base64url")).toBe(first?.publicKey);
  const stored = await db.vapidKeys.findFirstOrThrow();
  expect(stored.privateKey).not.toContain(first?.privateKey);
});
