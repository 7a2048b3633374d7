import { expect, test } from "vitest";
import { maintainCanary } from "@/lib/metrics/canary";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { env } from "@/lib/platform/env";
import { aCase, aMember, aWebhook } from "@/testing/factories";
import { findWrongSecret } from "./wrong-secret";

const OURS = env.AUTH_SECRET;
const OTHER = "another secret of at least 32 characters";
const find = (...secrets: (string | undefined)[]) => findWrongSecret(env.DATABASE_URL ?? "", secrets);

test("a secret that decrypts nothing of what a database holds is reported in one line, and one that may be right is not", async () => {
  await maintainCanary(new Date());
  expect(await find(OTHER)).toBeNull();

  const { id: caseId } = await aCase();
  const { id: userId } = await aMember({ caseId });
  await db.authenticatorApp.create({
    data: { userId, secret: encrypt("a seed"), createdAt: new Date() },
  });
  expect(await find(OTHER)).toMatch(/^AUTH_SECRET is not the one [^\n]+$/);
  expect([await find(OURS), await find(OTHER, OURS), await find(undefined)]).toEqual([null, null, null]);

  // As after a secret without a copy: what was added since counts.
  const channel = await aWebhook({ caseId, url: "https://hooks.example.com/" });
  await db.channel.update({ where: { id: channel.id }, data: { secret: encrypt("x", OTHER) } });
  expect(await find(OTHER, undefined)).toBeNull();
  expect(await find(OURS)).not.toBeNull();
});
