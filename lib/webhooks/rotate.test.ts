import { Webhook as Signer } from "standardwebhooks";
import { expect, test } from "vitest";
import { OPERATOR } from "@/lib/audit/actor";
import { db } from "@/lib/platform/db";
import { aCase, aWebhook } from "@/lib/testing/factories";
import { aReceiver } from "@/lib/testing/receiver";
import { addWebhook } from "./add";
import { deliver } from "./deliver";
import { findWebhook } from "./list";
import { rotateSecret } from "./rotate";
import { sendTestEvent } from "./test-event";

const passes = (secret: string, { headers, body }: { headers: object; body: string }) => {
  try {
    return Boolean(new Signer(secret).verify(body, headers as Record<string, string>));
  } catch {
    return false;
  }
};

test("for a day after a rotation the old secret verifies as well, and then no longer", async () => {
  const receiver = await aReceiver();
  const { id: caseId } = await aCase();
  const { id, secret: old } = await aWebhook({ caseId, url: receiver.url });
  const send = async () => {
    await deliver(await sendTestEvent(caseId, id, new Date()));
    return receiver.heard.at(-1) ?? { headers: {}, body: "" };
  };

  await rotateSecret(caseId, id, OPERATOR);
  const { secret = "" } = (await findWebhook(caseId, id, true)) ?? {};
  const within = await send();
  await db.webhook.update({ where: { id }, data: { oldSecretUntil: new Date(Date.now() - 1) } });
  const after = await send();

  expect(secret).not.toBe(old);
  expect([passes(old, within), passes(secret, within)]).toEqual([true, true]);
  expect([passes(old, after), passes(secret, after)]).toEqual([false, true]);
  receiver.close();
});

test("another case's webhook keeps its secret", async () => {
  const { id: caseId } = await aCase();
  const webhook = await aWebhook({ caseId, url: "https://example.com/" });

  await expect(rotateSecret((await aCase()).id, webhook.id, OPERATOR)).rejects.toMatchObject({
    type: "resource_not_found",
  });
  expect(await db.webhook.findUnique({ where: { id: webhook.id } })).toMatchObject({
    secret: webhook.secret,
  });
});

test("a case has room for twenty webhooks, also for two who add at once", async () => {
  const { id: caseId } = await aCase();
  for (let i = 0; i < 19; i += 1) await aWebhook({ caseId, url: "https://example.com/" });

  const added = await Promise.allSettled(
    [1, 2].map(() => addWebhook(caseId, "https://example.com/", OPERATOR)),
  );

  expect(added.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await db.webhook.count({ where: { caseId } })).toBe(20);
});
