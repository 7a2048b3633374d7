import { afterEach, beforeEach, expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { recipientUrl } from "@/lib/emails/recipients/link";
import { sendEmails } from "@/lib/emails/send";
import { sendReminders } from "@/lib/monitoring/reminders";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { listDue } from "@/lib/outbox/due";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember, aRecipient, aSnitch } from "@/testing/factories";
import { setSignUp } from "@/testing/sign-up-rule";
import { leave } from "./leave";
import { sendSummaries } from "./send-summaries";

beforeEach(() => setSignUp("open"));
// Each test has the outbox to itself.
afterEach(() => db.case.deleteMany());

const tuesday = new Date("2026-03-10T00:00Z");
const after = (ms: number) => new Date(tuesday.getTime() + ms);
const sweep = (at: Date) => sweepDeadlines(new Date(at.getTime() + MINUTE_MS), NEVER_LOST_MS);
const checkIn = (token: string, at: Date) =>
  recordCheckIn({ token, at, exitStatus: "", message: "", method: "GET", address: "", userAgent: "" });

// Emails wait by the clock of the database, so quiet hours begin an hour before the test and end in 22 hours.
const quietFrom = (new Date().getUTCHours() + 23) % 24;
const QUIET = { quietFrom: quietFrom * 60, quietTo: ((quietFrom + 23) % 24) * 60 };
const tomorrow = () => new Date(Date.now() + DAY_MS);

async function aQuietMember(caseId: string) {
  const { id: userId, email } = await aMember({ caseId });
  await db.member.update({ where: { caseId_userId: { caseId, userId } }, data: QUIET });
  return { userId, email };
}

const anOverdueSnitch = (caseId: string, given: Parameters<typeof aSnitch>[0] = {}) =>
  aSnitch({ caseId, status: "healthy", deadline: tuesday, severity: "warning", ...given });

const emailsTo = (address: string) => db.email.findMany({ where: { address }, orderBy: { id: "asc" } });
const capturedBy = (to: string) => db.capturedEmail.findMany({ where: { to }, orderBy: { id: "asc" } });
const sendDue = async () => sendEmails((await listDue()).emails.map(({ id }) => id));

test("during quiet hours emails below critical wait, and come as one when they end", async () => {
  const { id: caseId } = await aCase();
  const { email } = await aQuietMember(caseId);
  await anOverdueSnitch(caseId, { name: "Import" });
  const backup = await anOverdueSnitch(caseId, { name: "Backup" });

  await sweep(tuesday);
  await checkIn(backup.token, after(40 * MINUTE_MS));
  await sendSummaries(new Date());
  await sendDue();
  expect(await capturedBy(email)).toEqual([]);

  await sendSummaries(tomorrow());
  await sendDue();
  await sendSummaries(tomorrow());

  expect(await capturedBy(email)).toHaveLength(1);
  const [{ subject, text } = { subject: "", text: "" }] = await capturedBy(email);
  expect(subject).toBe("▲ Missing or errored: 1 snitch");
  expect(text).toContain("Missing:\n\n> Import, since Tue 10 Mar 2026, 00:00 UTC");
  expect(text).toContain("Resolved:\n\n> Backup, missing since Tue 10 Mar 2026, 00:00, for 40 minutes");
  const [summary, ...parts] = (await emailsTo(email)).toReversed();
  expect(parts).toHaveLength(3);
  for (const part of parts) expect(part).toMatchObject({ summaryId: summary?.id, sentAt: expect.any(Date) });
});

test("a critical alert never waits, and neither does anything for members without quiet hours", async () => {
  const { id: caseId } = await aCase();
  const { email: quiet } = await aQuietMember(caseId);
  const { email: other } = await aMember({ caseId });
  await anOverdueSnitch(caseId, { severity: "critical" });
  await anOverdueSnitch(caseId, { severity: "info" });

  await sweep(tuesday);
  await sendDue();

  expect(await capturedBy(quiet)).toHaveLength(1);
  expect(await capturedBy(other)).toHaveLength(2);
});

test("one alert alone is sent as it would have been, and a reminder on its own", async () => {
  const { id: caseId } = await aCase();
  const { email } = await aQuietMember(caseId);
  await anOverdueSnitch(caseId, { name: "Backup" });
  await aSnitch({ caseId, name: "New", createdAt: tuesday });

  await sweep(tuesday);
  await sendReminders(after(3 * DAY_MS));
  await sendDue();
  expect(await capturedBy(email)).toEqual([]);

  await sendSummaries(tomorrow());
  await db.email.updateMany({ where: { address: email }, data: { dueAt: tuesday } });
  await sendDue();

  expect((await capturedBy(email)).map(({ subject }) => subject).toSorted()).toEqual([
    "▲ Missing: Backup",
    "○ Still waiting: New",
  ]);
});

test("two workers at once send one email, and a worker that dies in between loses none", async () => {
  const { id: caseId } = await aCase();
  const { email } = await aQuietMember(caseId);
  for (const name of ["a", "b", "c", "d"]) await anOverdueSnitch(caseId, { name });
  await sweep(tuesday);

  await Promise.all(Array.from({ length: 4 }, () => sendSummaries(tomorrow())));
  // The process dies here: the row is in the outbox, and the next worker sends it.
  await Promise.all([sendDue(), sendDue()]);
  await sendSummaries(tomorrow());
  await sendDue();

  expect((await emailsTo(email)).filter(({ kind }) => kind === "alert_summary")).toHaveLength(1);
  expect(await capturedBy(email)).toHaveLength(1);
});

test("the alerts of a member who is removed meanwhile go to those who are left", async () => {
  const { id: caseId } = await aCase();
  const { email: owner } = await aMember({ caseId });
  const { userId, email } = await aQuietMember(caseId);
  await db.case.update({ where: { id: caseId }, data: { alertEmail: email } });
  await anOverdueSnitch(caseId, { name: "a" });
  await anOverdueSnitch(caseId, { name: "b" });
  await sweep(tuesday);

  await db.member.delete({ where: { caseId_userId: { caseId, userId } } });
  await sendSummaries(tomorrow());
  await sendDue();

  expect(await capturedBy(email)).toEqual([]);
  expect(await capturedBy(owner)).toHaveLength(2);
});

test("the eleventh alert to an address within a minute and all further ones are one email", async () => {
  const { id: caseId } = await aCase();
  const { email } = await aMember({ caseId });
  for (let i = 1; i <= 13; i += 1) await anOverdueSnitch(caseId, { name: `Job ${i}`, severity: "critical" });

  await sweep(tuesday);
  await sendDue();
  expect(await capturedBy(email)).toHaveLength(10);
  await sendSummaries(new Date(Date.now() + 2 * MINUTE_MS));
  await sendDue();

  const captured = await capturedBy(email);
  expect(captured).toHaveLength(11);
  expect(captured.at(-1)?.text).toContain("You had more than ten alerts within a minute");
});

test("a case that wants each alert in an email of its own gets that", async () => {
  const { id: caseId } = await aCase({ limitsEmails: false });
  const { email } = await aMember({ caseId });
  for (let i = 1; i <= 12; i += 1) await anOverdueSnitch(caseId, { severity: "critical" });

  await sweep(tuesday);
  await sendDue();

  expect(await capturedBy(email)).toHaveLength(12);
});

test("a summary to someone who leaves before it is sent goes to those who stand in, alert by alert", async () => {
  const { id: caseId } = await aCase({ alertEmail: "ops@acme.test" });
  const { email: member } = await aMember({ caseId });
  const { id } = await aRecipient({ caseId, address: "ops@acme.test", confirmedAt: tuesday });
  for (let i = 1; i <= 12; i += 1) await anOverdueSnitch(caseId, { name: `Job ${i}` });
  await sweep(tuesday);
  await sendDue();
  await sendSummaries(new Date(Date.now() + 2 * MINUTE_MS));

  await leave(recipientUrl(id).split("/").at(-1) ?? "", tuesday);
  await sendDue();

  expect(await capturedBy("ops@acme.test")).toHaveLength(10);
  expect(await capturedBy(member)).toHaveLength(2);
  expect((await emailsTo("ops@acme.test")).filter(({ skipReason }) => skipReason === "left")).toHaveLength(3);
});

test("a summary that was given up notified no one of a miss: the next one is emailed", async () => {
  const { id: caseId } = await aCase({ emailFrequency: "first" });
  const { email } = await aQuietMember(caseId);
  await anOverdueSnitch(caseId, { name: "a" });
  await anOverdueSnitch(caseId, { name: "b" });
  await sweep(tuesday);
  await sendSummaries(tomorrow());
  await sweep(after(DAY_MS));
  expect((await emailsTo(email)).filter(({ kind }) => kind === "alert")).toHaveLength(2);

  await db.email.updateMany({
    where: { kind: "alert_summary" },
    data: { gaveUpAt: after(DAY_MS + HOUR_MS) },
  });
  await sweep(after(2 * DAY_MS));

  expect((await emailsTo(email)).filter(({ kind }) => kind === "alert")).toHaveLength(4);
});
