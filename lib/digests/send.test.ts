import { afterEach, expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sendEmails } from "@/lib/emails/send";
import { addNote } from "@/lib/incidents/notes";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db, pool } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMark, aMember, anIncident, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { nextDigestDueAt, sendDigests } from "./send";

afterEach(() => db.case.deleteMany());

// A week from Monday to Monday.
const monday = new Date("2026-03-09T00:00Z");
const after = (ms: number) => new Date(monday.getTime() + ms);
const nextMonday = after(7 * DAY_MS + 8 * HOUR_MS);
const checkIn = (token: string, at: Date) => recordCheckIn({ ...PLAIN_CHECK_IN, token, at });

/** A case with a member who wants a weekly digest, and a job that is not reporting on Wednesday and Thursday. */
async function aWeek(given: Parameters<typeof db.member.updateMany>[0]["data"] = {}) {
  const { id: caseId } = await aCase();
  const { email } = await aMember({ caseId });
  await db.member.updateMany({
    where: { caseId },
    data: { digest: "weekly", digestAt: nextMonday, ...given },
  });
  const { token } = await aSnitch({ caseId, name: "Backup" });
  for (let day = -1; day < 7; day += 1) {
    if (day >= 1) await sweepDeadlines(after(day * DAY_MS + MINUTE_MS), NEVER_LOST_MS);
    if (day !== 2 && day !== 3) await checkIn(token, after(day * DAY_MS + HOUR_MS));
  }
  return { caseId, email };
}

const digestsTo = (address: string) => db.email.findMany({ where: { address, kind: "digest" } });

test("a digest says what is open, and what each job was like in its week", async () => {
  const { caseId, email } = await aWeek();
  await aSnitch({ caseId, name: "Import", status: "healthy", deadline: after(5 * DAY_MS) });
  await sweepDeadlines(after(5 * DAY_MS + MINUTE_MS), NEVER_LOST_MS);

  await sendDigests(after(7 * DAY_MS + 7 * HOUR_MS));
  expect(await digestsTo(email)).toEqual([]);
  await sendDigests(nextMonday);
  await sendEmails((await digestsTo(email)).map(({ id }) => id));

  const captured = await db.capturedEmail.findFirstOrThrow({
    where: { to: email, subject: { contains: "Acme: 9 Mar 2026 – 15 Mar 2026" } },
  });
  expect(captured.subject).toMatch(/^▲/);
  expect(captured.text).toContain("Open incidents:\n\n> Import: missing since Sat 14 Mar 2026, 00:00 UTC");
  expect(captured.text).toContain("> Backup\n> 71.4% healthy · 2 missed · longest incident 25 hours");
  expect(captured.text).toContain("/account/notifications?case=");
});

test("a digest has the notes of its time, with who wrote them, and none without any", async () => {
  const { caseId, email } = await aWeek();
  const snitch = await aSnitch({ caseId, name: "Import" });
  const incident = await anIncident({
    snitch,
    openedAt: after(0),
    closedAt: after(HOUR_MS),
    closedBy: "reported",
  });
  const other = await anIncident({ snitch: await aSnitch({ caseId: (await aCase()).id }) });
  const write = (text: string, at: Date, { id } = incident, of = caseId) =>
    addNote(of, id, { state: "identified", text }, at, { ...ACTOR, name: "bob@acme.test" });
  const sendAll = async () => {
    await sendDigests(nextMonday);
    await sendEmails((await digestsTo(email)).map(({ id }) => id));
  };
  await sendAll();
  await write("before", after(-1));
  await write("The disk of db7\nis full.", after(0));
  await write("Deleted old dumps.", after(6 * DAY_MS));
  await write("after", after(7 * DAY_MS));
  await write("not ours", after(DAY_MS), other, other.caseId);
  await db.member.updateMany({ where: { caseId }, data: { digestAt: nextMonday } });
  await sendAll();

  const [first, second] = await db.capturedEmail.findMany({ where: { to: email }, orderBy: { at: "asc" } });
  expect(first?.text).not.toContain("Notes");
  expect(second?.text).toContain(
    "Notes:\n\n> Import: identified, The disk of db7 is full. (bob@acme.test)\n> Import: identified, Deleted old dumps. (bob@acme.test)\n\n",
  );
});

test("a member whom emails do not reach gets no digest, and the next one when they do again", async () => {
  const { caseId, email } = await aWeek();
  const { id } = await aMark({ caseId, address: email });
  await sendDigests(nextMonday);
  expect(await digestsTo(email)).toEqual([]);

  await db.addressMark.delete({ where: { id } });
  await sendDigests(nextMonday);
  expect(await digestsTo(email)).toEqual([]);
  await sendDigests(new Date(nextMonday.getTime() + 7 * DAY_MS));
  expect(await digestsTo(email)).toHaveLength(1);
});

test("each week has one digest: for two workers at once, after a restart, and late", async () => {
  const { email } = await aWeek();

  await Promise.all([sendDigests(nextMonday), sendDigests(nextMonday)]);
  await sendDigests(after(10 * DAY_MS));
  expect(await digestsTo(email)).toHaveLength(1);

  // Three weeks later only the last of them is worth reading.
  await sendDigests(after(28 * DAY_MS + 9 * HOUR_MS));
  await sendDigests(after(28 * DAY_MS + 9 * HOUR_MS));

  const digests = await digestsTo(email);
  expect(digests).toHaveLength(2);
  expect(digests.map(({ facts }) => (facts as { start: string }).start).toSorted()).toEqual([
    monday.toISOString(),
    after(21 * DAY_MS).toISOString(),
  ]);
});

test("a digest waits for the end of quiet hours", async () => {
  const { email } = await aWeek({ quietFrom: 22 * 60, quietTo: 9 * 60 });

  await sendDigests(nextMonday);

  expect(await digestsTo(email)).toMatchObject([{ dueAt: after(7 * DAY_MS + 9 * HOUR_MS) }]);
});

/** A daily digest, sent at 18:00. */
const DAILY = { digest: "daily", digestHour: 18, digestAt: after(3 * DAY_MS + 18 * HOUR_MS) } as const;

test("a daily digest has what its reader was not sent on that day, or later, and why", async () => {
  const { caseId, email } = await aWeek(DAILY);
  const other = await aMember({ caseId });
  const { id: snitchId } = await aSnitch({ caseId, name: "Import" });
  const anAlert = (hours: number, given: object) =>
    db.alert.create({
      data: {
        kind: "missing",
        from: "healthy",
        to: "failed",
        at: after(3 * DAY_MS + hours * HOUR_MS),
        caseId,
        snitchId,
        ...given,
      },
    });
  const everyone = (reason: string) => ({
    decisions: [
      { to: { kind: "everybody" }, when: "later", because: { reason: "threshold" } },
      { to: { kind: "everybody" }, when: "never", because: { reason } },
    ],
  });
  const toEmail = (address: string) => ({
    decisions: [
      {
        to: { kind: "email", address, as: "recipient" },
        when: "never",
        because: { reason: "frequency", frequency: "first" },
      },
    ],
  });
  await anAlert(1, { isNotified: false, hold: "snooze" });
  await anAlert(2, { isNotified: false, hold: "snooze", facts: everyone("acknowledged") });
  await anAlert(3, { isNotified: false, isExcused: true, hold: "maintenance" });
  await anAlert(4, { hold: "parent", facts: { toldLater: { at: "", badCount: 1, goodCount: 0 } } });
  await anAlert(5, { facts: toEmail(email.toUpperCase()) });
  await anAlert(6, { facts: toEmail(other.email) });
  // These are sent as usual, of another day, and disproved.
  await anAlert(7, {});
  await anAlert(18, { isNotified: false, hold: "snooze" });
  await anAlert(8, { isNotified: false, hold: "snooze", disprovedAt: monday });
  const { id: alertId } = await anAlert(9, {});
  const waited = { caseId, snitchId, alertId, heldFor: "quiet_hours", sentAt: monday } as const;
  await db.email.createMany({ data: [email, other.email].map((address) => ({ ...waited, address })) });

  await sendDigests(after(3 * DAY_MS + 18 * HOUR_MS));
  const [digest] = await digestsTo(email);
  await sendEmails([digest?.id ?? ""]);

  const { subject, text } = await db.capturedEmail.findFirstOrThrow({ where: { to: email } });
  expect(subject).toContain("Acme: 24 hours until Thu 12 Mar 2026, 18:00 UTC");
  const unsent = text.slice(text.indexOf("Not sent, or sent later:")).split("\n\n")[1];
  expect(unsent?.split("\n").toSorted()).toEqual([
    "> Import: 1 alert not sent, because it happened during maintenance",
    "> Import: 1 alert not sent, because the incident was acknowledged",
    "> Import: 1 alert not sent, because the incident was snoozed",
    "> Import: 1 alert not sent, because you get only the first email about a missing job",
    "> Import: 1 alert sent later, because it depends on another snitch that had to recover first",
    "> Import: 1 alert sent later, because they came in your quiet hours",
  ]);
  expect(await db.member.findFirst({ where: { caseId, digest: "daily" } })).toMatchObject({
    digestAt: after(4 * DAY_MS + 18 * HOUR_MS),
  });
});

test.each([
  ["nothing happened", 6, []],
  ["something happened", 4, ["digest"]],
])("for one who wants none without news, a day on which %s", async (_, day, expected) => {
  const at = after(day * DAY_MS);
  const { email } = await aWeek({ ...DAILY, digestHour: 0, digestSkipsQuiet: true, digestAt: at });
  await sendDigests(at);
  expect((await digestsTo(email)).map(({ kind }) => kind)).toEqual(expected);

  const { email: reader } = await aWeek({ ...DAILY, digestHour: 0, digestAt: at });
  await sendDigests(at);
  expect(await digestsTo(reader)).toHaveLength(1);
});

test("a member who wants none gets none", async () => {
  const { email } = await aWeek({ digest: null, digestAt: null });

  await sendDigests(nextMonday);

  expect(await digestsTo(email)).toEqual([]);
});

test("the next digest is due when the earliest one of all members is", async () => {
  await pool.query("DELETE FROM members");
  expect(await nextDigestDueAt()).toBeNull();
  const { id: caseId } = await aCase();
  for (const [email, hours] of [
    ["a@acme.test", 5],
    ["b@acme.test", 3],
  ] as const) {
    await aMember({ caseId, email });
    await pool.query(
      "UPDATE members SET digest = 'weekly', digest_at = $2 FROM users u WHERE u.id = user_id AND u.email = $1",
      [email, new Date(Date.UTC(2026, 2, 16, hours))],
    );
  }
  expect(await nextDigestDueAt()).toEqual(new Date(Date.UTC(2026, 2, 16, 3)));
});
