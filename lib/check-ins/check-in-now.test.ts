import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { checkInNow } from "./check-in-now";

const countEvents = () => db.auditEvent.count({ where: { action: "snitch.checked_in" } });

test("a check-in by hand is in the audit log, once for each check-in that counts", async () => {
  const { id, caseId, token } = await aSnitch();
  const now = new Date();

  await checkInNow(caseId, token, now, ACTOR);

  expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({
    status: "healthy",
    checkedInAt: now,
  });
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    {
      actorName: ACTOR.name,
      action: "snitch.checked_in",
      resourceId: token,
      resourceName: "Nightly backup",
    },
  ]);

  const tooMany = Array.from({ length: 30 }, () => checkInNow(caseId, token, now, ACTOR));
  const fulfilled = (await Promise.allSettled(tooMany)).filter(({ status }) => status === "fulfilled");
  expect(fulfilled.length).toBeLessThan(30);
  expect(await countEvents()).toBe(1 + fulfilled.length);
});

test("the snitch of another case cannot be checked in", async () => {
  const { id, token } = await aSnitch();
  const before = await countEvents();

  await expect(checkInNow((await aCase()).id, token, new Date(), ACTOR)).rejects.toThrow("No such snitch");

  expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ status: "pending" });
  expect(await countEvents()).toBe(before);
});
