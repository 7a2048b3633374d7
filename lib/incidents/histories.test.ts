import { expect, test } from "vitest";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aSnitch } from "@/testing/factories";
import { instant, perform } from "@/testing/live-through";
import { seededRandom } from "@/testing/random-history";
import { runsFor } from "@/testing/runs";
import { randomScheduleHistory, SCHEDULES, WEEKS } from "@/testing/schedule-histories";
import { acknowledgeIncident } from "./acknowledge";
import { snoozeIncident } from "./snooze";

const RUNS = runsFor("lib/incidents/histories.test.ts");

const cases = WEEKS.filter(([timezone]) => timezone !== "UTC")
  .map(([timezone, monday], i) => [timezone, monday, i] as const)
  .slice(0, RUNS);

const HISTORIES = Math.ceil(RUNS / cases.length);

/**
 * Two snitches have the same history, in a week in which the clocks change. One of them has random rules, recurring maintenance
 * in its zone, a parent with a history of its own, and people who acknowledge and snooze.
 */
test.each(cases)(
  "in %s from %s, rules change notifications and nothing else",
  async (timezone, monday, index) => {
    for (let history = 0; history < HISTORIES; history += 1)
      await live(timezone, monday, index * 1_000 + history + 1);
  },
  240_000 + HISTORIES * 60_000,
);

async function live(timezone: string, monday: string, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const from = Date.parse(`${monday}T00:00Z`) / MINUTE_MS;
  const begins = from + (timezone === "Africa/Cairo" ? 3.5 : 5.5) * 1_440;
  const span = { begins, ends: from + 14 * 1_440, maxEvents: 50 };
  const model = pick(SCHEDULES);
  const own = randomScheduleHistory(model, seed, span);
  const parents = randomScheduleHistory(model, seed + 500, span);
  const terms = { schedule: model.schedule, timezone, grace: own.grace * 60, early: own.early * 60 };

  const [plainCase, theCase] = [await aCase(), await aCase()];
  for (const { id } of [plainCase, theCase]) await aMember({ caseId: id });
  const plain = await aSnitch({ caseId: plainCase.id, ...terms });
  const parent = await aSnitch({ caseId: theCase.id, ...terms });
  const child = await aSnitch({
    caseId: theCase.id,
    ...terms,
    alertAfter: pick([1, 1, 2, 4]),
    alertAfterSeconds: pick([0, 0, 1_800]),
    recoverAfter: pick([1, 1, 3]),
    remindEvery: pick([null, null, 0, 3_600]),
  });
  await db.dependency.create({ data: { snitchId: child.id, parentId: parent.id } });
  await db.maintenance.create({
    data: {
      caseId: theCase.id,
      name: "Upgrade",
      coversAll: true,
      schedule: "0 1-4 * * *",
      timezone,
      duration: pick([900, 7_200]),
    },
  });

  const events = [
    ...own.events.flatMap((event) => [
      { ...event, snitch: plain },
      { ...event, snitch: child },
    ]),
    ...parents.events.map((event) => ({ ...event, snitch: parent })),
  ].sort((one, other) => one.at - other.at);
  for (const event of events) {
    // Both snitches are evaluated at the same minutes: a sweep follows every event.
    if (event.does !== "sweep") await perform(event.snitch, event);
    await sweepDeadlines(instant(event.at), NEVER_LOST_MS);
    if (random() < 0.1) await decide(child.id, theCase.id, event.at, random);
  }
  const end = span.ends + 1_440;
  await sweepDeadlines(instant(end), NEVER_LOST_MS);

  const hint = `seed ${seed}`;
  expect(await observed(child.id), hint).toEqual(await observed(plain.id));
  await expectEndsForBeginnings(child.id, hint);
  await db.user.deleteMany({
    where: { memberships: { some: { caseId: { in: [plainCase.id, theCase.id] } } } },
  });
  await db.case.deleteMany({ where: { id: { in: [plainCase.id, theCase.id] } } });
}

async function decide(snitchId: string, caseId: string, minute: number, random: () => number): Promise<void> {
  const open = await db.incident.findFirst({ where: { snitchId, closedAt: null } });
  if (!open) return;
  const now = instant(minute);
  if (random() < 0.5) await acknowledgeIncident(caseId, open.id, now, ACTOR);
  else await snoozeIncident(caseId, open.id, instant(minute + 1 + Math.floor(random() * 600)), now, ACTOR);
}

/** A snitch's facts that don't depend on who was notified. */
async function observed(snitchId: string) {
  const { status, deadline, missingSince, erroredAt, checkedInAt } = await db.snitch.findUniqueOrThrow({
    where: { id: snitchId },
  });
  const alerts = await db.alert.findMany({
    where: { snitchId, isReminder: false },
    select: { kind: true, from: true, to: true, at: true, exitStatus: true, silentSince: true },
    orderBy: [{ at: "asc" }, { kind: "asc" }],
  });
  return { status, deadline, missingSince, erroredAt, checkedInAt, alerts };
}

/** Emails exist exactly for alerts with a notification, and an incident with one has exactly one end with one. */
async function expectEndsForBeginnings(snitchId: string, hint: string): Promise<void> {
  const alerts = await db.alert.findMany({
    where: { snitchId },
    include: { _count: { select: { emails: true } } },
  });
  for (const { isNotified, kind, from, _count } of alerts) {
    if (kind === "reporting" && from === "pending") continue;
    expect(_count.emails > 0, hint).toBe(isNotified);
  }
  const incidents = await db.incident.findMany({ where: { snitchId }, include: { alerts: true } });
  for (const { closedAt, notifiedAt, alerts } of incidents) {
    const ends = alerts.filter(({ kind, isNotified }) => kind === "reporting" && isNotified);
    const beginnings = alerts.filter(({ kind, isNotified }) => kind !== "reporting" && isNotified);
    expect(ends.length, hint).toBe(closedAt && notifiedAt ? 1 : 0);
    expect(beginnings.length > 0, hint).toBe(notifiedAt !== null);
  }
}
