import { expect, test } from "vitest";
import { OPERATOR } from "@/lib/audit/record";
import { db } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encrypt";
import { aCase, aWebhook } from "@/testing/factories";
import { addWebhook } from "./add";

test("the URL and the secret are stored encrypted, and the audit log names only the host", async () => {
  const { id: caseId } = await aCase();

  const { id, secret } = await addWebhook(caseId, " https://ann:s3cret@example.com/hook ", OPERATOR);

  const webhook = await db.channel.findUniqueOrThrow({ where: { id } });
  expect(`${webhook.url} ${webhook.secret}`).not.toMatch(/example|whsec_/);
  expect(decrypt(webhook.url)).toBe("https://ann:s3cret@example.com/hook");
  expect(decrypt(webhook.secret)).toBe(secret);
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    { action: "webhook.added", resourceId: id, resourceName: "https://example.com/…" },
  ]);
});

test("a case has room for twenty webhooks, even if two are added concurrently", async () => {
  const { id: caseId } = await aCase();
  for (let i = 0; i < 19; i += 1) await aWebhook({ caseId, url: "https://example.com/" });

  const added = await Promise.allSettled(
    [1, 2].map(() => addWebhook(caseId, "https://example.com/", OPERATOR)),
  );

  expect(added.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await db.channel.count({ where: { caseId } })).toBe(20);
});
