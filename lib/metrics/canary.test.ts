import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encrypt";
import { CANARY, maintainCanary } from "./canary";

test("after another secret without a copy of the previous one, the canary works again", async () => {
  await maintainCanary(new Date());
  const unreadable = encrypt("http://canary.invalid/", "a lost secret of at least 32 characters");
  const where = { id: CANARY.channelId };
  await db.channel.update({ where, data: { url: unreadable, secret: unreadable } });

  await maintainCanary(new Date());

  const { url, secret } = await db.channel.findUniqueOrThrow({ where });
  expect([decrypt(url), decrypt(secret)]).toEqual([
    "http://canary.invalid/",
    expect.stringMatching(/^whsec_/),
  ]);
});
