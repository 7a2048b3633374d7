import { Webhook as Signer } from "standardwebhooks";
import { expect, test } from "vitest";
import { OPERATOR } from "@/lib/audit/record";
import { deliver } from "@/lib/delivery/deliver";
import { db } from "@/lib/platform/db";
import { aCase, aWebhook } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { findChannel } from "./list";
import { rotateSecret } from "./rotate";
import { sendTestEvent } from "./test-event";

const USER_ID = "00000000-0000-7000-8000-000000000001";

const verifies = (secret: string, { headers, body }: { headers: object; body: string }) => {
  try {
    return Boolean(new Signer(secret).verify(body, headers as Record<string, string>));
  } catch {
    return false;
  }
};

test("the old secret verifies for a day after a rotation, and then no longer", async () => {
  const receiver = await aReceiver();
  const { id: caseId } = await aCase();
  const { id, secret: old } = await aWebhook({ caseId, url: receiver.url });
  const sendEvent = async () => {
    await deliver(await sendTestEvent(caseId, id, USER_ID, new Date()));
    return receiver.requests.at(-1) ?? { headers: {}, body: "" };
  };

  await rotateSecret(caseId, id, OPERATOR);
  const { secret = "" } = (await findChannel(caseId, id, true)) ?? {};
  const within = await sendEvent();
  await db.channel.update({ where: { id }, data: { oldSecretUntil: new Date(Date.now() - 1) } });
  const after = await sendEvent();

  expect(secret).not.toBe(old);
  expect([verifies(old, within), verifies(secret, within)]).toEqual([true, true]);
  expect([verifies(old, after), verifies(secret, after)]).toEqual([false, true]);
  receiver.close();
});

test("another case's webhook keeps its secret", async () => {
  const { id: caseId } = await aCase();
  const { id, secret } = await aWebhook({ caseId, url: "https://example.com/" });

  await expect(rotateSecret((await aCase()).id, id, OPERATOR)).rejects.toMatchObject({
    type: "resource_not_found",
  });
  expect(await findChannel(caseId, id, true)).toMatchObject({ secret, oldSecretUntil: null });
});
