import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { addMaintenance } from "@/lib/maintenance/add";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMark, aMember, aSnitch, aWebhook, PLAIN_CHECK_IN } from "@/testing/factories";
import { escalateIncidents } from "./escalate";
import { listSteps, saveSteps } from "./escalation-steps";

const tuesday = new Date("2026-03-10T00:00Z");
// The sweep notices the miss a minute later, and then people are notified of it.
const notified = new Date(tuesday.getTime() + MINUTE_MS);
const after = (minutes: number) => new Date(notified.getTime() + minutes * MINUTE_MS);
const checkIn = (token: string, at: Date) => recordCheckIn({ ...PLAIN_CHECK_IN, token, at });

type Step = { afterMinutes: number; channelIds?: string[]; userIds?: string[] };

const escalateBy = (caseId: string, ...steps: Step[]) =>
  saveSteps(
    caseId,
    steps.map((step, place) => ({ channelIds: [], userIds: [], ...step, place })),
    ACTOR,
  );

/** A missing snitch in a case whose alerts go to one address, with a boss and a webhook that only its steps notify. */
async function aMissingSnitch() {
  const { id: caseId } = await aCase();
  const ops = await aMember({ caseId });
  const boss = await aMember({ caseId, role: "viewer" });
  const pager = await aWebhook({ caseId, url: "https://pager.example" });
  await db.channel.update({ where: { id: pager.id }, data: { tagsAny: ["never"] } });
  const other = await aWebhook({ caseId, url: "https://other.example" });
  await db.case.update({ where: { id: caseId }, data: { alertEmail: ops.email } });
  const snitch = await aSnitch({ caseId, status: "healthy", deadline: tuesday });
  await escalateBy(
    caseId,
    { afterMinutes: 15, userIds: [boss.id] },
    { afterMinutes: 30, channelIds: [pager.id], userIds: [boss.id] },
  );
  await sweepDeadlines(notified, NEVER_LOST_MS);
  return { caseId, ops: ops.email, boss: boss.email, pager: pager.id, other: other.id, snitch };
}

const alertsTo = async (address: string) =>
  (await db.email.findMany({ where: { address }, include: { alert: true }, orderBy: { id: "asc" } })).map(
    ({ alert, isEscalation }) => [alert?.kind, isEscalation],
  );
const deliveriesTo = async (channelId: string) =>
  (
    await db.delivery.findMany({ where: { channelId }, include: { alert: true }, orderBy: { id: "asc" } })
  ).map(({ alert }) => alert?.kind);
const readStep = async (snitchId: string) =>
  (await db.incident.findFirstOrThrow({ where: { snitchId } })).step;

test("each step notifies its people once, when it is due", async () => {
  const { ops, boss, pager, snitch } = await aMissingSnitch();

  await escalateIncidents(after(14));
  expect(await alertsTo(boss)).toEqual([]);
  await escalateIncidents(after(15));
  await escalateIncidents(after(16));
  expect(await alertsTo(boss)).toEqual([["missing", true]]);
  expect(await deliveriesTo(pager)).toEqual([]);

  await escalateIncidents(after(30));
  await escalateIncidents(after(1_000));

  expect(await alertsTo(boss)).toEqual([
    ["missing", true],
    ["missing", true],
  ]);
  expect(await deliveriesTo(pager)).toEqual(["missing"]);
  expect(await alertsTo(ops)).toEqual([["missing", false]]);
  expect(await readStep(snitch.id)).toBe(2);
});

test("after an outage of the worker the steps that were due are one notification, and several workers send it once", async () => {
  const { boss, pager } = await aMissingSnitch();

  await Promise.all(Array.from({ length: 4 }, () => escalateIncidents(after(60))));
  await escalateIncidents(after(61));

  expect(await alertsTo(boss)).toEqual([["missing", true]]);
  expect(await deliveriesTo(pager)).toEqual(["missing"]);
});

test("the end of an incident goes to all who were notified, and a step after it to no one", async () => {
  const { ops, boss, pager, other, snitch } = await aMissingSnitch();
  await escalateIncidents(after(30));

  await checkIn(snitch.token, after(40));
  await escalateIncidents(after(60));

  expect(await alertsTo(ops)).toEqual([
    ["missing", false],
    ["reporting", false],
  ]);
  expect(await alertsTo(boss)).toEqual([
    ["missing", true],
    ["reporting", false],
  ]);
  for (const channelId of [pager, other])
    expect(await deliveriesTo(channelId)).toEqual(["missing", "reporting"]);
});

test("a step whose people and webhooks are gone notifies the owners and the default webhook", async () => {
  const { caseId, ops, boss, other } = await aMissingSnitch();
  await db.user.delete({ where: { email: boss } });

  await escalateIncidents(after(15));

  expect(await alertsTo(ops)).toEqual([
    ["missing", false],
    ["missing", true],
  ]);
  expect(await db.delivery.count({ where: { channel: { caseId } } })).toBe(2);
  expect(await deliveriesTo(other)).toEqual(["missing"]);
});

test("the sweep escalates, as long as nothing holds it up", async () => {
  const { boss } = await aMissingSnitch();

  await sweepDeadlines(after(20), 1_000);
  expect(await alertsTo(boss)).toEqual([]);
  await sweepDeadlines(after(20), NEVER_LOST_MS);

  expect(await alertsTo(boss)).toEqual([["missing", true]]);
});

test("steps are kept in the order of their times, and the audit log says what changed", async () => {
  const { caseId } = await aMissingSnitch();
  const { id, email } = await aMember({ caseId });
  await escalateBy(caseId, { afterMinutes: 60, userIds: [id] }, { afterMinutes: 5, userIds: [id] });

  expect((await listSteps(caseId)).map(({ afterMinutes }) => afterMinutes)).toEqual([5, 60]);
  const [event] = await db.auditEvent.findMany({ where: { caseId }, orderBy: { id: "desc" }, take: 1 });
  expect(event).toMatchObject({
    action: "case.changed",
    facts: { escalation: { to: [`after 5 minutes: ${email}`, `after 1 hour: ${email}`] } },
  });
});

test.each<[string, Step[], string]>([
  ["without anybody", [{ afterMinutes: 5 }], "must notify someone"],
  [
    "with a member of another case",
    [{ afterMinutes: 5, userIds: [crypto.randomUUID()] }],
    "must notify someone",
  ],
  [
    "of the same time",
    [
      { afterMinutes: 5, userIds: ["x"] },
      { afterMinutes: 5, userIds: ["y"] },
    ],
    "is the same as in another step",
  ],
  ["after more than a week", [{ afterMinutes: 10_081, userIds: ["x"] }], "between 1 minute and 7 days"],
])("a step %s is refused", async (_, steps, message) => {
  const { id: caseId } = await aCase();
  await expect(escalateBy(caseId, ...steps)).rejects.toMatchObject({
    validations: [{ message: expect.stringContaining(message) }],
  });
});

test("a step that is due together with a reminder replaces it, and no one gets both", async () => {
  const { boss, ops, pager, snitch } = await aMissingSnitch();
  await db.snitch.update({ where: { id: snitch.id }, data: { remindEvery: 15 * 60 } });
  await db.incident.updateMany({ where: { snitchId: snitch.id }, data: { nextAt: notified } });
  await sweepDeadlines(after(1), NEVER_LOST_MS);

  await sweepDeadlines(after(15), NEVER_LOST_MS);
  await sweepDeadlines(after(30), NEVER_LOST_MS);

  expect(await alertsTo(ops)).toHaveLength(3);
  expect(await alertsTo(boss)).toHaveLength(2);
  expect(await deliveriesTo(pager)).toEqual(["missing"]);
});

test("a step whose people emails do not reach notifies the owners, and the history says why", async () => {
  const { boss, ops, caseId } = await aMissingSnitch();
  await aMark({ caseId, address: boss });

  await escalateIncidents(after(15));

  expect(await db.email.findMany({ where: { address: boss } })).toMatchObject([
    { mark: "bounced", gaveUpAt: expect.any(Date), isEscalation: true },
  ]);
  expect(await alertsTo(ops)).toEqual([
    ["missing", false],
    ["missing", true],
  ]);
});

test("maintenance that begins after people were notified holds the steps until it ends", async () => {
  const { boss, caseId, snitch } = await aMissingSnitch();
  const times = { starts_at: after(10), ends_at: after(40) };
  await addMaintenance(caseId, { name: "Upgrade", note: "", all: true, ...times }, ACTOR);

  for (const minute of [15, 30]) await sweepDeadlines(after(minute), NEVER_LOST_MS);
  expect(await alertsTo(boss)).toEqual([]);
  expect(await db.incident.findFirst({ where: { snitchId: snitch.id } })).toMatchObject({
    hold: "maintenance",
    heldUntil: after(40),
  });

  for (const minute of [40, 41]) await sweepDeadlines(after(minute), NEVER_LOST_MS);
  expect(await alertsTo(boss)).toEqual([["missing", true]]);
});

test("a parent that turns bad after people were notified of its child holds the steps", async () => {
  const { boss, caseId, snitch } = await aMissingSnitch();
  const parent = await aSnitch({ caseId, status: "failed", deadline: after(10_000) });
  await db.dependency.create({ data: { snitchId: snitch.id, parentId: parent.id } });

  for (const minute of [15, 30]) await sweepDeadlines(after(minute), NEVER_LOST_MS);
  expect(await alertsTo(boss)).toEqual([]);
});
