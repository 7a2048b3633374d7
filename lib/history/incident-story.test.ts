import { expect, test } from "vitest";
import { writeMessage } from "@/lib/channel-kinds/kind";
import { webhook } from "@/lib/channel-kinds/webhook";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { loadDeliveries } from "@/lib/delivery/load";
import { renderEmails } from "@/lib/emails/render";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { findIncident, findOpenIncidents } from "@/lib/incidents/list";
import { addNote } from "@/lib/incidents/notes";
import { unsnoozeIncident } from "@/lib/incidents/snooze";
import { snoozeSnitch } from "@/lib/monitoring/snooze";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { notificationFor } from "@/lib/outbox/notification-for";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Prisma } from "@/lib/platform/generated/client";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, anIncident, aSnitch, aWebhook, PLAIN_CHECK_IN } from "@/testing/factories";
import { listNotified, listStory } from "./incident-story";

// Events have the time of the database, so this is the current time and not a literal one.
const start = Math.floor(Date.now() / (10 * MINUTE_MS)) * 10 * MINUTE_MS;
const at = (minute: number) => new Date(start + minute * MINUTE_MS);
const sweep = (minute: number) => sweepDeadlines(at(minute), NEVER_LOST_MS);

/** A case with a member, and a healthy job that reports every ten minutes and was due an hour ago. */
async function aJob(given: Partial<Prisma.SnitchUncheckedCreateInput> = {}) {
  const caseId = given.caseId ?? (await aCase({ plan: "business" })).id;
  if (!given.caseId) await aMember({ caseId });
  return aSnitch({
    interval: "10_minute",
    status: "healthy",
    deadline: at(-60),
    checkedInAt: at(-75),
    ...given,
    caseId,
  });
}

const report = (token: string, at: Date, exitStatus = "0") =>
  recordCheckIn({ ...PLAIN_CHECK_IN, token, at, exitStatus });

async function openIncident(snitch: { id: string; caseId: string }) {
  const incident = (await findOpenIncidents(snitch.caseId, [snitch.id])).get(snitch.id);
  if (!incident) throw new Error("No incident is open.");
  return incident;
}

test("the story has each alert with those who were notified, and what people did, newest first", async () => {
  const snitch = await aJob({ alertAfter: 2, remindEvery: 3_600 });
  const { caseId, token } = snitch;
  for (const minute of [-59, -49]) await sweep(minute);
  // Without further misses.
  await db.snitch.update({ where: { id: snitch.id }, data: { deadline: at(100) } });
  const { id } = await openIncident(snitch);
  await acknowledgeIncident(caseId, id, at(0), ACTOR);
  await snoozeSnitch(caseId, token, at(60), at(0), ACTOR);
  await unsnoozeIncident(caseId, id, at(0), ACTOR);
  await addNote(caseId, id, { state: "monitoring", text: "Restarted." }, at(1), ACTOR);

  const incident = await findIncident(caseId, id);
  if (!incident) throw new Error("The incident is gone.");
  const { entries, leftOut } = await listStory(caseId, incident);

  expect(leftOut).toBe(0);
  expect(entries).toMatchObject([
    { kind: "note", state: "monitoring", text: "Restarted.", writtenBy: ACTOR.name },
    { action: "snitch.unsnoozed", actorName: ACTOR.name },
    { action: "snitch.snoozed", until: at(60).toISOString() },
    { action: "snitch.acknowledged" },
    {
      alert: "missing",
      isNotified: true,
      hold: null,
      whyNotNotified: null,
      notifications: [{ outcome: "pending" }],
    },
    {
      alert: "missing",
      isNotified: false,
      hold: "threshold",
      whyNotNotified: { reason: "threshold" },
      notifications: [],
    },
  ]);
  expect((await listNotified([id])).get(id)).toHaveLength(1);
});

test("a story of very many alerts has the first and the latest, and says how many are left out", async () => {
  const snitch = await aSnitch({ status: "failed" });
  const { id } = await anIncident({ snitch });
  await db.alert.createMany({
    data: Array.from({ length: 70 }, (_, i) => ({
      caseId: snitch.caseId,
      snitchId: snitch.id,
      incidentId: id,
      kind: "missing" as const,
      from: "failed" as const,
      to: "failed" as const,
      at: at(i),
    })),
  });
  const incident = await findIncident(snitch.caseId, id);
  if (!incident) throw new Error("The incident is gone.");

  const { entries, leftOut } = await listStory(snitch.caseId, { ...incident, openedAt: at(0) });

  expect([entries.length, leftOut]).toEqual([50, 20]);
  expect([entries[0]?.at, entries.at(-1)?.at]).toEqual([at(69), at(0)]);
});

test("while an incident is open, a snooze keeps its alerts back and pauses nothing; otherwise it is refused", async () => {
  const bad = await aJob();
  await sweep(-59);
  const good = await aJob({ deadline: at(10) });
  await snoozeSnitch(bad.caseId, bad.token, at(60), at(0), ACTOR);
  await expect(snoozeSnitch(good.caseId, good.token, at(60), at(0), ACTOR)).rejects.toThrow(
    "There is no open incident whose alerts could be snoozed.",
  );

  expect(await db.snitch.findUniqueOrThrow({ where: { id: bad.id } })).toMatchObject({ status: "failed" });
  expect(await openIncident(bad)).toMatchObject({ snoozedUntil: at(60), hold: "snooze" });
  expect(await db.snitch.findUniqueOrThrow({ where: { id: good.id } })).toMatchObject({
    status: "healthy",
  });
});

/** The text of the latest email about a snitch. */
async function mailedAbout(snitchId: string): Promise<string> {
  const { id } = await db.email.findFirstOrThrow({ where: { snitchId }, orderBy: { id: "desc" } });
  return (await renderEmails([id]))[0]?.text ?? "";
}

test("an alert’s email and webhook name its incident, and a reminder says since when", async () => {
  const snitch = await aJob({ severity: "warning", remindEvery: 3_600 });
  await aWebhook({ caseId: snitch.caseId, url: "https://example.com/hook" });
  await sweep(-59);
  const { id } = await openIncident(snitch);
  const first = await mailedAbout(snitch.id);
  const delivery = await db.delivery.findFirstOrThrow({ where: { alert: { snitchId: snitch.id } } });

  expect(first).toContain(`Acknowledge…: ${env.APP_URL}/i/`);
  expect(first).toMatch(/^Severity +Warning$/m);
  const [loaded] = await loadDeliveries([delivery.id]);
  if (!loaded) throw new Error("The delivery was deleted.");
  const body = writeMessage(webhook, notificationFor({ ...loaded, isPast: false }, loaded.row));
  expect(JSON.parse(body).data.incident).toEqual({
    id,
    opened_at: at(-60).toISOString(),
    severity: "warning",
    cause: "missed",
  });

  await sweep(2);
  expect(await mailedAbout(snitch.id)).toMatch(
    /^▲ Still missing: .*This is a reminder: it has been missing since /s,
  );
});

test("the email about a parent names those that depend on it and are held", async () => {
  const parent = await aJob({ name: "Postgres" });
  const { caseId } = parent;
  for (const name of ["Shop", "Billing"]) {
    const child = await aJob({ caseId, name });
    await db.dependency.create({ data: { snitchId: child.id, parentId: parent.id } });
  }
  await sweep(-59);

  expect(await mailedAbout(parent.id)).toMatch(/^Also affected +2 dependent snitches: Billing, Shop$/m);
  expect(await db.email.count({ where: { caseId } })).toBe(1);
});

test("a notification after maintenance says that it has ended", async () => {
  const snitch = await aJob({ deadline: at(-40) });
  await db.maintenance.create({
    data: { caseId: snitch.caseId, name: "Move", coversAll: true, startsAt: at(-58), endsAt: at(-45) },
  });
  await report(snitch.token, at(-55), "1");
  expect(await db.email.count({ where: { snitchId: snitch.id } })).toBe(0);
  await sweep(-44);

  expect(await mailedAbout(snitch.id)).toContain("Maintenance has ended, but it has not recovered.");
});
