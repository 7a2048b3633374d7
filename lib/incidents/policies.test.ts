import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { MATCHES_ALL, type Policy, type PolicyStep } from "@/lib/rules/incidents/policy";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMark, aMember, aSnitch, aWebhook, PLAIN_CHECK_IN } from "@/testing/factories";
import { saveSteps } from "./escalation-steps";
import { findEscalation, listPolicies, savePolicies } from "./policies";

const tuesday = new Date("2026-03-10T00:00Z");
// The sweep notices the miss a minute later, and then people are notified of it.
const after = (minutes: number) => new Date(tuesday.getTime() + (1 + minutes) * MINUTE_MS);
const sweepAt = (minutes: number) => sweepDeadlines(after(minutes), NEVER_LOST_MS);

const policy = (name: string, tags_any: string[], steps: PolicyStep[], repeat = 0): Policy => ({
  name,
  match: { ...MATCHES_ALL, tags_any },
  steps,
  repeat,
});
const step = (after_minutes: number, ...notify: PolicyStep["notify"]): PolicyStep => ({
  after_minutes,
  notify,
});

/** A case with an owner, two members, a webhook for all alerts and one that no route meets, and a job with the tag db that is due. */
async function aCaseWithPolicies() {
  const { id: caseId } = await aCase();
  const owner = (await aMember({ caseId })).email;
  const dba = (await aMember({ caseId, role: "member" })).email;
  const boss = (await aMember({ caseId, role: "viewer" })).email;
  const all = (await aWebhook({ caseId, url: "https://all.example" })).id;
  const pager = (await aWebhook({ caseId, url: "https://pager.example" })).id;
  await db.channel.update({ where: { id: pager }, data: { tagsAny: ["never"] } });
  const snitch = await aSnitch({ caseId, tags: ["db"], status: "healthy", deadline: tuesday });
  return { caseId, owner, dba, boss, all, pager, snitch };
}

const emailsTo = (address: string) => db.email.count({ where: { address, kind: "alert" } });
const deliveriesTo = (channelId: string) => db.delivery.count({ where: { channelId, event: null } });
const counts = (...addresses: string[]) => Promise.all(addresses.map(emailsTo));

test("the first policy that matches says who hears further, and each step and repetition comes once", async () => {
  const { caseId, owner, dba, boss, pager } = await aCaseWithPolicies();
  const web = await aSnitch({ caseId, tags: ["web"], status: "healthy", deadline: tuesday });
  await savePolicies(
    caseId,
    [
      policy("Databases", ["db"], [step(10, { member: dba }), step(20, { channel: pager })], 1),
      policy("Others", [], []),
    ],
    ACTOR,
  );
  for (const minute of [0, 9]) await sweepAt(minute);
  const first = await counts(owner, dba, boss);
  expect(first).toEqual([2, 2, 2]);

  for (const [minute, emails, deliveries] of [
    [10, 3, 0],
    [11, 3, 0],
    [20, 3, 1],
    [30, 4, 1],
    [40, 4, 2],
    [500, 4, 2],
  ] as const) {
    await sweepAt(minute);
    expect([minute, await emailsTo(dba), await deliveriesTo(pager)]).toEqual([minute, emails, deliveries]);
  }
  expect(await counts(owner, boss)).toEqual([2, 2]);
  expect(await db.incident.findFirst({ where: { snitchId: web.id } })).toMatchObject({
    step: 0,
    policy: { name: "Others", because: "matches all snitches", steps: [] },
  });
});

test("a step at 0 is notified in place of everyone, of the end, too, and reminders", async () => {
  const { caseId, owner, dba, boss, all, pager, snitch } = await aCaseWithPolicies();
  await db.snitch.update({ where: { id: snitch.id }, data: { remindEvery: 300 } });
  await savePolicies(
    caseId,
    [policy("All", [], [step(0, { member: dba }, { channel: pager }), step(30, { member: boss })])],
    ACTOR,
  );
  await sweepAt(0);
  expect(await counts(owner, dba, boss)).toEqual([0, 1, 0]);
  expect([await deliveriesTo(all), await deliveriesTo(pager)]).toEqual([1, 1]);
  await sweepAt(6);
  expect(await counts(owner, dba, boss)).toEqual([0, 2, 0]);
  await sweepAt(30);
  const before = await counts(owner, dba, boss);
  expect(before[2]).toBe(1);

  await recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at: after(40) });

  expect(await counts(owner, dba, boss)).toEqual([0, (before[1] ?? 0) + 1, 2]);
});

test.each([
  ["the case’s address", { caseAddress: "ops" }],
  ["the snitch’s alert_email", { own: "ops" }],
])("a step at 0 comes besides %s", async (_, given: { caseAddress?: string; own?: string }) => {
  const { caseId, owner, dba, boss, snitch } = await aCaseWithPolicies();
  if (given.caseAddress) await db.case.update({ where: { id: caseId }, data: { alertEmail: boss } });
  if (given.own) await db.snitch.update({ where: { id: snitch.id }, data: { alertEmail: [boss] } });
  await savePolicies(caseId, [policy("All", [], [step(0, { member: dba })])], ACTOR);
  await sweepAt(0);
  expect(await counts(owner, dba, boss)).toEqual([0, 1, 1]);
});

test("a step at 0 replaces the fallback channel, but no route", async () => {
  const { caseId, dba, all, pager, snitch } = await aCaseWithPolicies();
  await db.channel.update({ where: { id: all }, data: { tagsAny: ["web"], isDefault: true } });
  const routed = (await aWebhook({ caseId, url: "https://routed.example" })).id;
  await db.channel.update({ where: { id: routed }, data: { minSeverity: "critical" } });
  await savePolicies(caseId, [policy("All", [], [step(0, { member: dba })])], ACTOR);
  await sweepAt(0);
  expect(await Promise.all([all, pager, routed].map(deliveriesTo))).toEqual([0, 0, 1]);
  await db.channel.delete({ where: { id: routed } });
  await db.snitch.update({ where: { id: snitch.id }, data: { remindEvery: 300 } });
  const other = await aSnitch({ caseId, status: "healthy", deadline: after(5) });
  await sweepAt(6);
  expect(await db.incident.count({ where: { snitchId: other.id } })).toBe(1);
  expect(await Promise.all([all, pager].map(deliveriesTo))).toEqual([0, 0]);
});

test("a step at 0 that can notify no one leaves the default audience, so that no alert is lost", async () => {
  const { caseId, owner, dba, boss, pager } = await aCaseWithPolicies();
  await savePolicies(caseId, [policy("All", [], [step(0, { member: dba }, { channel: pager })])], ACTOR);
  await aMark({ caseId, address: dba });
  await db.channel.update({ where: { id: pager }, data: { disabledAt: tuesday } });
  await sweepAt(0);
  expect(await counts(owner, boss)).toEqual([1, 1]);
});

test("an open incident keeps its policy and its step when policies change, and new ones have the new policy", async () => {
  const { caseId, owner, dba, boss, snitch } = await aCaseWithPolicies();
  await savePolicies(
    caseId,
    [policy("Old", [], [step(10, { member: dba }), step(20, { member: dba })])],
    ACTOR,
  );
  for (const minute of [0, 10]) await sweepAt(minute);
  expect(await counts(owner, dba, boss)).toEqual([1, 2, 1]);

  await savePolicies(caseId, [policy("New", [], [step(5, { member: boss })])], ACTOR);
  const other = await aSnitch({ caseId, status: "healthy", deadline: after(10) });
  await sweepAt(11);
  await sweepAt(20);
  expect(await counts(owner, dba, boss)).toEqual([2, 4, 3]);
  await savePolicies(caseId, [], ACTOR);
  await sweepAt(60);
  expect(await counts(owner, dba, boss)).toEqual([2, 4, 3]);
  const names = await db.incident.findMany({ where: { caseId }, orderBy: { id: "asc" } });
  expect(names.map(({ snitchId, policy }) => [snitchId, (policy as { name: string }).name])).toEqual([
    [snitch.id, "Old"],
    [other.id, "New"],
  ]);
});

test("an incident that began under the escalation of the case keeps that", async () => {
  const { caseId, dba, boss } = await aCaseWithPolicies();
  const { id } = await db.user.findUniqueOrThrow({ where: { email: boss } });
  await saveSteps(caseId, [{ place: 0, afterMinutes: 15, channelIds: [], userIds: [id] }], ACTOR);
  await sweepAt(0);
  await savePolicies(caseId, [policy("All", [], [step(1, { member: dba })])], ACTOR);
  await sweepAt(15);
  expect(await counts(dba, boss)).toEqual([1, 2]);
});

test("a snitch is escalated by its policy, or by the steps of its case, or not", async () => {
  const { caseId, pager, snitch } = await aCaseWithPolicies();
  expect(await findEscalation(snitch)).toBeNull();

  await saveSteps(caseId, [{ afterMinutes: 10, channelIds: [pager], userIds: [], place: 1 }], ACTOR);
  expect(await findEscalation(snitch)).toMatchObject({ afterMinutes: 10 });
  const databases = policy("Databases", ["db"], [step(5, { channel: pager })]);
  await savePolicies(caseId, [databases, policy("Others", [], [])], ACTOR);
  expect(await findEscalation(snitch)).toEqual({ policy: "Databases" });
  expect(await findEscalation({ ...snitch, tags: [] })).toBeNull();
});

test("several workers at once send each step of a policy once between them", async () => {
  const { caseId, dba } = await aCaseWithPolicies();
  await savePolicies(caseId, [policy("All", [], [step(10, { member: dba })], 2)], ACTOR);
  await sweepAt(0);
  await Promise.all([10, 10, 10].map(sweepAt));
  expect(await emailsTo(dba)).toBe(2);
  await Promise.all([1_000, 1_000].map(sweepAt));
  expect(await emailsTo(dba)).toBe(3);
});

test("who has left and channels that were deleted are not listed, and a step without anybody notifies the owners", async () => {
  const { caseId, owner, dba, boss, pager } = await aCaseWithPolicies();
  const steps = [step(10, { channel: pager }, { member: dba }), step(20, { member: boss })];
  await savePolicies(caseId, [policy("All", [], steps, 1)], ACTOR);
  expect(await listPolicies(caseId)).toEqual([policy("All", [], steps, 1)]);

  await db.user.delete({ where: { email: dba } });
  await db.channel.delete({ where: { id: pager } });

  expect(await listPolicies(caseId)).toEqual([policy("All", [], [step(20, { member: boss })], 1)]);
  await sweepAt(0);
  await sweepAt(10);
  expect(await emailsTo(owner)).toBe(2);
});

test("the audit log says what the policies were and are, and nothing if they stay", async () => {
  const { caseId, dba, pager } = await aCaseWithPolicies();
  const policies = [
    policy("Databases", ["db"], [step(10, { member: dba }, { channel: pager })], 2),
    policy("Rest", [], []),
  ];
  await savePolicies(caseId, policies, ACTOR);
  await savePolicies(caseId, policies, ACTOR);
  const events = await db.auditEvent.findMany({ where: { caseId, action: "case.changed" } });
  expect(events).toMatchObject([
    {
      facts: {
        policies: {
          from: [],
          to: [
            `Databases (tag db): after 10 minutes: ${dba}, 1 webhook; repeated 2 times`,
            "Rest (all snitches): no further notifications",
          ],
        },
      },
    },
  ]);
});
