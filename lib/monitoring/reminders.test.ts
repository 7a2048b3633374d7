import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { sendReminders } from "./reminders";

const tuesday = new Date("2026-03-10T10:00Z");
const after = (days: number) => new Date(tuesday.getTime() + days * DAY_MS);

const aCaseWithMember = async () => {
  const theCase = await aCase();
  await aMember({ caseId: theCase.id });
  return theCase;
};
const listEmails = (snitchId: string) => db.email.findMany({ where: { snitchId }, orderBy: { id: "asc" } });

test("the recipients of a snitch that is still pending after three days get one reminder", async () => {
  const { id: caseId } = await aCaseWithMember();
  const snitch = await aSnitch({ caseId, createdAt: tuesday });

  await sendReminders(new Date(after(3).getTime() - 1));
  expect(await listEmails(snitch.id)).toEqual([]);
  await Promise.all([sendReminders(after(3)), sendReminders(after(3))]);
  await sendReminders(after(4));

  expect(await listEmails(snitch.id)).toMatchObject([{ kind: "pending_reminder", alertId: null }]);
});

test("the recipients of a paused snitch get one reminder for each pause that lasts three days", async () => {
  const { id: caseId } = await aCaseWithMember();
  const snitch = await aSnitch({ caseId, status: "paused", pausedAt: tuesday, createdAt: after(-30) });

  await sendReminders(after(3));
  await sendReminders(after(4));
  await db.snitch.update({ where: { id: snitch.id }, data: { pausedAt: after(5) } });
  await sendReminders(after(7));
  await sendReminders(after(8));

  const kinds = (await listEmails(snitch.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(["paused_reminder", "paused_reminder"]);
});

test("a snitch that reports causes no reminder", async () => {
  const { id: caseId } = await aCaseWithMember();
  const snitch = await aSnitch({ caseId, status: "healthy", createdAt: after(-30) });

  await sendReminders(after(30));

  expect(await listEmails(snitch.id)).toEqual([]);
});
