import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aSnitch, aWebhook } from "@/testing/factories";
import { pauseLongMissing } from "./auto-pause";
import { unpauseSnitch } from "./pause";

const tuesday = new Date("2026-03-10T10:00Z");
const after = (days: number) => new Date(tuesday.getTime() + days * DAY_MS);

const aCaseWithMember = async () => {
  const theCase = await aCase();
  await aMember({ caseId: theCase.id });
  return theCase;
};
const listEmails = (snitchId: string) => db.email.findMany({ where: { snitchId }, orderBy: { id: "asc" } });

test("a snitch that has been missing for two years is paused, and its recipients are alerted by email and webhook", async () => {
  const { id: caseId } = await aCaseWithMember();
  await aWebhook({ caseId, url: "https://example.com/hook" });
  const missingSince = new Date("2024-03-10T00:00Z");
  const snitch = await aSnitch({ caseId, status: "failed", missingSince });

  await pauseLongMissing(new Date("2026-03-09T23:59:59.999Z"), NEVER_LOST_MS);
  expect(await listEmails(snitch.id)).toEqual([]);
  const twoYearsLater = new Date("2026-03-10T00:00Z");
  await Promise.all([
    pauseLongMissing(twoYearsLater, NEVER_LOST_MS),
    pauseLongMissing(twoYearsLater, NEVER_LOST_MS),
  ]);

  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({
    status: "paused",
    statusBeforePause: "failed",
    pauseUntil: "healthy",
  });
  const alerts = await db.alert.findMany({
    where: { snitchId: snitch.id },
    include: { emails: true, deliveries: true },
  });
  expect(alerts).toMatchObject([{ kind: "paused", from: "failed", emails: [{}], deliveries: [{}] }]);
});

test("after an unpause by hand, the two years start again", async () => {
  const { id: caseId } = await aCaseWithMember();
  const missingSince = new Date("2024-03-10T00:00Z");
  const snitch = await aSnitch({ caseId, status: "failed", missingSince });
  await pauseLongMissing(tuesday, NEVER_LOST_MS);
  await unpauseSnitch(caseId, snitch.token, after(1), ACTOR);

  await pauseLongMissing(after(1), NEVER_LOST_MS);
  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({ status: "failed" });

  await pauseLongMissing(after(2 * 366 + 2), NEVER_LOST_MS);
  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({ status: "paused" });
});
