import { afterEach, beforeEach, expect, test } from "vitest";
import { sendEmails } from "@/lib/emails/send";
import { sendReminders } from "@/lib/monitoring/reminders";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember, aRecipient, aSnitch } from "@/testing/factories";
import { setMailServer } from "@/testing/mail-server";
import { setSignUp } from "@/testing/sign-up-rule";

beforeEach(() => setSignUp("open"));
afterEach(() => setMailServer(undefined));

const tuesday = new Date("2026-03-10T00:00Z");
const after = (ms: number) => new Date(tuesday.getTime() + ms);
const sweep = (at: Date) => sweepDeadlines(new Date(at.getTime() + MINUTE_MS), NEVER_LOST_MS);

/** An overdue snitch with these recipients, in a case with one member. */
async function anOverdueSnitch(alertEmail: string[], given: Parameters<typeof aCase>[0] = {}) {
  const { id: caseId } = await aCase(given);
  const member = await aMember({ caseId });
  const snitch = await aSnitch({ caseId, status: "healthy", deadline: tuesday, alertEmail });
  return { caseId, member: member.email, memberId: member.id, snitch };
}

/** The emails about a snitch, each with its alert, oldest first. */
const listEmails = (snitchId: string) =>
  db.email.findMany({
    where: { snitchId },
    orderBy: [{ alert: { at: "asc" } }, { address: "asc" }],
    include: { alert: true },
  });

test("an address that has not confirmed is not emailed: the members are notified instead, and the history says why", async () => {
  const { member, snitch } = await anOverdueSnitch(["new@acme.test"]);

  await sweep(tuesday);

  const emails = await listEmails(snitch.id);
  expect(emails).toHaveLength(2);
  expect(emails.find(({ address }) => address === "new@acme.test")).toMatchObject({
    skipReason: "unconfirmed",
    gaveUpAt: expect.any(Date),
  });
  expect(emails.find(({ address }) => address === member)).toMatchObject({
    skipReason: null,
    gaveUpAt: null,
    isFallback: true,
  });
});

test("an address that left is not emailed where people join by invitation only, either, and new addresses are", async () => {
  setSignUp("invited");
  const { caseId, snitch } = await anOverdueSnitch(["gone@acme.test", "new@acme.test"]);
  await aRecipient({ caseId, address: "gone@acme.test", leftAt: tuesday });

  await sweep(tuesday);

  expect(await listEmails(snitch.id)).toMatchObject([
    { address: "gone@acme.test", skipReason: "left" },
    { address: "new@acme.test", skipReason: null },
  ]);
  // The operator vouched for it, so it still counts when strangers may sign up later.
  expect(await db.recipient.findFirst({ where: { caseId, address: "new@acme.test" } })).toMatchObject({
    confirmedAt: expect.any(Date),
  });
});

test("a reminder goes to those who may be emailed, too", async () => {
  const { id: caseId } = await aCase();
  const { email } = await aMember({ caseId });
  const { id } = await aSnitch({ caseId, createdAt: tuesday, alertEmail: ["new@acme.test"] });

  await sendReminders(after(72 * HOUR_MS));

  expect(await listEmails(id)).toHaveLength(2);
  expect(await db.email.findFirst({ where: { snitchId: id, skipReason: null } })).toMatchObject({
    address: email,
    isFallback: true,
  });
});

test("one snitch of a sweep does not take the recipients of another", async () => {
  const confirmed = await anOverdueSnitch(["ops@acme.test"]);
  await aRecipient({ caseId: confirmed.caseId, address: "ops@acme.test", confirmedAt: tuesday });
  const unconfirmed = await anOverdueSnitch(["ops@acme.test"]);
  const withoutList = await anOverdueSnitch([]);

  await sweep(tuesday);

  const notified = async (snitchId: string) =>
    (await listEmails(snitchId)).flatMap(({ address, skipReason }) => (skipReason ? [] : address));
  expect(await notified(confirmed.snitch.id)).toEqual(["ops@acme.test"]);
  expect(await notified(unconfirmed.snitch.id)).toEqual([unconfirmed.member]);
  expect(await notified(withoutList.snitch.id)).toEqual([withoutList.member]);
});

const HALF_HOUR_MS = 30 * MINUTE_MS;

/** An overdue snitch whose job should report every half hour. */
async function aHalfHourlySnitch(frequency: EmailFrequency) {
  const overdue = await anOverdueSnitch([], { emailFrequency: frequency });
  await db.snitch.update({ where: { id: overdue.snitch.id }, data: { interval: "30_minute" } });
  return overdue;
}

/** Sweeps at these half hours after Tuesday 00:00. */
async function missAt(...halfHours: number[]): Promise<void> {
  for (const n of halfHours) await sweep(after(n * HALF_HOUR_MS));
}

/** The half hours of the alerts that the snitch's recipients were emailed about. */
const notifiedAt = async (snitchId: string) =>
  (await listEmails(snitchId)).map(
    ({ alert }) => ((alert?.at.getTime() ?? 0) - tuesday.getTime()) / HALF_HOUR_MS,
  );

test("a recipient who is added later is emailed about the next miss, although the others have been already", async () => {
  const { caseId, snitch } = await aHalfHourlySnitch("first");

  await missAt(0, 1);
  const { email } = await aMember({ caseId });
  await missAt(2, 3);

  expect(
    await db.email.findMany({ where: { snitchId: snitch.id, address: email }, select: { alert: true } }),
  ).toMatchObject([{ alert: { at: after(2 * HALF_HOUR_MS) } }]);
});

test("an email that was given up notified no one: the next miss is emailed", async () => {
  const { snitch } = await aHalfHourlySnitch("first");

  await missAt(0);
  await db.email.updateMany({ where: { snitchId: snitch.id }, data: { gaveUpAt: tuesday, attempts: 12 } });
  await missAt(1, 2);

  expect(await notifiedAt(snitch.id)).toEqual([0, 1]);
});

test("a captured email notified no one: after a mail server was set up, the next miss is emailed", async () => {
  const { snitch } = await aHalfHourlySnitch("first");
  await missAt(0);
  await sendEmails((await listEmails(snitch.id)).map(({ id }) => id));
  await missAt(1);
  expect(await notifiedAt(snitch.id)).toEqual([0]);

  setMailServer("smtp://mail.example");
  await missAt(2, 3);

  expect(await notifiedAt(snitch.id)).toEqual([0, 2]);
});
