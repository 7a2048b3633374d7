import { expect, test } from "vitest";
import { OPERATOR } from "@/lib/audit/actor";
import { db } from "@/lib/platform/db";
import { unseal } from "@/lib/platform/encrypt";
import { aCase, aWebhook } from "@/lib/testing/factories";
import { addWebhook } from "./add";
import { sealWebhooks } from "./encrypt-all";
import { findWebhook } from "./list";

const URL = "https://user:hush@example.com/hook";

test("neither a secret nor a credential can be read in the database", async () => {
  const owner = await aCase();
  const { id, secret } = await addWebhook(owner.id, URL, OPERATOR);

  const row = JSON.stringify(await db.webhook.findUnique({ where: { id } }));

  expect(row).not.toContain("hush");
  expect(row).not.toContain(secret);
  expect(await findWebhook(owner.id, id, true)).toMatchObject({
    secret,
    url: "https://•••:•••@example.com/hook",
  });
});

test("what an earlier version kept in the clear is sealed, once, and means the same", async () => {
  const owner = await aCase();
  const old = await aWebhook({ caseId: owner.id, url: URL });
  await db.webhook.update({ where: { id: old.id }, data: { oldSecret: "whsec_before" } });
  expect(await findWebhook(owner.id, old.id, true)).toMatchObject({ secret: old.secret });

  await sealWebhooks();
  const sealed = await db.webhook.findUniqueOrThrow({ where: { id: old.id } });
  await sealWebhooks();

  expect(JSON.stringify(sealed)).not.toMatch(/hush|whsec/);
  expect([sealed.url, sealed.secret, sealed.oldSecret].map((kept) => kept && unseal(kept))).toEqual([
    URL,
    old.secret,
    "whsec_before",
  ]);
  expect(await db.webhook.findUnique({ where: { id: old.id } })).toEqual(sealed);
});
