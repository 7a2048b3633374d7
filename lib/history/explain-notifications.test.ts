import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { escalateIncidents } from "@/lib/incidents/escalate";
import { saveSteps } from "@/lib/incidents/escalation-steps";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMark, aMember, aSnitch, aWebhook, PLAIN_CHECK_IN } from "@/testing/factories";
import { findAlert } from "./find-alert";

const tuesday = new Date("2026-03-10T00:00Z");
const after = (minutes: number) => new Date(tuesday.getTime() + minutes * MINUTE_MS);
const sweep = (now: Date) => sweepDeadlines(now, NEVER_LOST_MS);
const checkIn = (token: string, at: Date) => recordCheckIn({ ...PLAIN_CHECK_IN, token, at });

/** A snitch that is due on Tuesday, in a case with a member. */
async function aJob(given: Parameters<typeof aSnitch>[0] = {}) {
  const { id: caseId } = await aCase();
  const { email } = await aMember({ caseId, role: "owner" });
  const job = await aSnitch({ caseId, status: "healthy", deadline: tuesday, ...given });
  return { ...job, email };
}

async function aChannel(
  caseId: string,
  name: string,
  data: Parameters<typeof db.channel.update>[0]["data"] = {},
) {
  const { id } = await aWebhook({ caseId, url: "https://channel.example" });
  await db.channel.update({ where: { id }, data: { name, ...data } });
  return id;
}

/** The latest alert of a snitch: the reason of each message, and of each address and channel that gets none, by its name. */
async function explain(job: { id: string; caseId: string }) {
  const row = await db.alert.findFirstOrThrow({ where: { snitchId: job.id }, orderBy: { id: "desc" } });
  const alert = await findAlert(job.caseId, row.id);
  return {
    facts: alert?.facts,
    whyNotNotified: alert?.whyNotNotified,
    messages: Object.fromEntries(alert?.messages.map(({ to, because }) => [to, because]) ?? []),
    notNotified: Object.fromEntries(alert?.notNotified.map(({ name, because }) => [name, because]) ?? []),
  };
}

test("an alert of which everyone is notified keeps no decisions, and gives the reason of each message", async () => {
  const job = await aJob();
  await aChannel(job.caseId, "Ops");
  await sweep(after(1));

  const { facts, messages, notNotified } = await explain(job);
  expect(facts).not.toHaveProperty("decisions");
  expect(messages).toEqual({ [job.email]: { reason: "chosen" }, Ops: { reason: "route" } });
  expect(notNotified).toEqual({});
});

test("a channel that is off, or is meant for other alerts, is listed with the reason", async () => {
  const job = await aJob({ severity: "info", tags: ["web"] });
  await aChannel(job.caseId, "All");
  await aChannel(job.caseId, "Off", { disabledAt: tuesday });
  await aChannel(job.caseId, "Pager", { minSeverity: "critical" });
  await aChannel(job.caseId, "Databases", { tagsAny: ["db"] });
  const gone = await aChannel(job.caseId, "Gone", { causes: ["error"] });
  await sweep(after(1));
  await db.channel.delete({ where: { id: gone } });

  const { messages, notNotified } = await explain(job);
  expect(messages).toMatchObject({ All: { reason: "route" } });
  expect(notNotified).toEqual({
    Off: { reason: "off" },
    Pager: { reason: "severity", minSeverity: "critical" },
    Databases: { reason: "tags" },
    null: { reason: "cause", causes: ["error"] },
  });
});

test("the default channel, and the end of an incident for those that know its beginning, are explained", async () => {
  const job = await aJob();
  const errors = await aChannel(job.caseId, "Errors", { causes: ["error"] });
  await aChannel(job.caseId, "Databases", { tagsAny: ["db"] });
  await sweep(after(1));
  expect((await explain(job)).messages).toMatchObject({ Errors: { reason: "default channel" } });

  await db.channel.update({ where: { id: errors }, data: { tagsAny: ["web"] } });
  await checkIn(job.token, after(5));
  const { messages, notNotified } = await explain(job);
  expect(messages).toMatchObject({ Errors: { reason: "knows the beginning" } });
  expect(notNotified).toEqual({ Databases: { reason: "does not know the beginning" } });
});

test("an address is listed if it wants fewer emails, and if it cannot be emailed, with those who stand in", async () => {
  const job = await aJob();
  await db.member.updateMany({ where: { caseId: job.caseId }, data: { emailFrequency: "first" } });
  await sweep(after(1));
  await sweep(new Date(tuesday.getTime() + DAY_MS + MINUTE_MS));
  expect(await explain(job)).toMatchObject({
    messages: {},
    notNotified: { [job.email]: { reason: "frequency", frequency: "first" } },
  });

  const other = await aJob({ alertEmail: ["gone@example.com"] });
  await aMark({ caseId: other.caseId, address: "gone@example.com", mark: "bounced" });
  await sweep(after(2 * 1_440 + 2));
  expect((await explain(other)).messages).toEqual({
    "gone@example.com": { reason: "bounced" },
    [other.email]: { reason: "stands in" },
  });
});

test("a person whose email waits for the end of quiet hours sees until when", async () => {
  const job = await aJob({ severity: "info" });
  await db.member.updateMany({
    where: { caseId: job.caseId },
    data: { timezone: "UTC", quietFrom: 0, quietTo: 0 },
  });
  // All of today, by the clock of the database.
  await db.$executeRaw`UPDATE members SET quiet_days = ARRAY[extract(isodow FROM now() AT TIME ZONE 'UTC')::int] WHERE case_id = ${job.caseId}::uuid`;
  await sweep(after(1));

  const { messages } = await explain(job);
  const because = messages[job.email];
  expect(because?.reason).toBe("quiet hours");
  const until = because && "until" in because ? because.until : new Date(0);
  expect(until.getTime() % DAY_MS).toBe(0);
  expect(until > new Date()).toBe(true);
});

test("an alert that waits says why, and no longer once people are notified", async () => {
  const job = await aJob({ alertAfter: 9, alertAfterSeconds: 120 });
  await sweep(after(1));
  expect(await explain(job)).toMatchObject({ whyNotNotified: { reason: "threshold" }, messages: {} });

  await sweep(after(3));
  const { facts, whyNotNotified, messages } = await explain(job);
  expect(facts).not.toHaveProperty("decisions");
  expect(whyNotNotified).toBeNull();
  expect(messages).toEqual({ [job.email]: { reason: "chosen" } });
});

test("a check-in that has to be followed by more, and a first one, say why no one is emailed", async () => {
  const job = await aJob({ recoverAfter: 2 });
  await sweep(after(1));
  await checkIn(job.token, after(2));
  expect(await explain(job)).toMatchObject({ whyNotNotified: { reason: "recovering" } });

  const fresh = await aSnitch({ caseId: job.caseId });
  await aChannel(job.caseId, "Ops");
  await checkIn(fresh.token, after(3));
  expect(await explain(fresh)).toMatchObject({
    messages: { Ops: { reason: "route" } },
    notNotified: { null: { reason: "channels only" } },
  });
});

test("a step of the escalation names those whom it is for, and lists the others", async () => {
  const job = await aJob();
  const { id: userId, email } = await aMember({ caseId: job.caseId });
  const pager = await aChannel(job.caseId, "Pager");
  await aChannel(job.caseId, "Chat");
  const step = { afterMinutes: 15, channelIds: [pager], userIds: [userId], place: 0 };
  await saveSteps(job.caseId, [step], ACTOR);
  await sweep(after(1));
  await escalateIncidents(after(20));

  const { messages, notNotified } = await explain(job);
  expect(messages).toEqual({ [email]: { reason: "escalated" }, Pager: { reason: "escalated" } });
  expect(notNotified).toEqual({ [job.email]: { reason: "other step" }, Chat: { reason: "other step" } });
});

test("an alert keeps at most a hundred decisions", async () => {
  const job = await aJob();
  const { id } = await aWebhook({ caseId: job.caseId, url: "https://channel.example" });
  await db.$executeRaw`INSERT INTO channels SELECT (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'disabled_at', now()))).*
    FROM channels w, generate_series(1, 120) WHERE w.id = ${id}::uuid`;
  await sweep(after(1));

  expect((await explain(job)).facts?.decisions).toHaveLength(100);
});
