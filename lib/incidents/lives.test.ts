import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/durations";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { ACTOR, aCase, aMember, aSnitch } from "@/lib/testing/factories";
import { seededRandom } from "@/lib/testing/random-history";
import { type LifeEvent, randomLife, SCHEDULES, WEEKS } from "@/lib/testing/schedule-lives";
import { acknowledgeIncident } from "./acknowledge";
import { snoozeIncident } from "./snooze";

const LIVES = Number(process.env.INCIDENT_LIVES ?? 1);

const cases = WEEKS.filter(([timezone]) => timezone !== "UTC").map(
  ([timezone, monday], i) => [timezone, monday, i] as const,
);

const instant = (minute: number) => new Date(minute * MINUTE_MS);

/**
 * Two snitches live the same life, in a week in which the clocks are turned. One of them has random rules, recurring maintenance
 * in its zone, a parent with a life of its own, and people who acknowledge and snooze.
 */
test.each(cases)(
  "in %s from %s, rules change what is told and nothing else",
  async (timezone, monday, index) => {
    for (let life = 0; life < LIVES; life += 1) await live(timezone, monday, index * 1_000 + life + 1);
  },
  60_000 + LIVES * 60_000,
);

async function live(timezone: string, monday: string, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const from = Date.parse(`${monday}T00:00Z`) / MINUTE_MS;
  const begins = from + (timezone === "Africa/Cairo" ? 3.5 : 5.5) * 1_440;
  const span = { begins, ends: from + 14 * 1_440, maxEvents: 50 };
  const model = pick(SCHEDULES);
  const own = randomLife(model, seed, span);
  const parents = randomLife(model, seed + 500, span);
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
      { ...event, token: plain.token },
      { ...event, token: child.token },
    ]),
    ...parents.events.map((event) => ({ ...event, token: parent.token })),
  ].sort((one, other) => one.at - other.at);
  for (const event of events) {
    await perform(event);
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

async function perform({ at: minute, does, token }: LifeEvent & { token: string }): Promise<void> {
  // Both snitches are judged at the same minutes: a sweep follows every event.
  if (does !== "sweep") {
    const report = {
      message: "",
      method: "GET",
      address: "",
      userAgent: "",
      exitStatus: does === "error" ? "1" : "0",
    };
    expect(await recordCheckIn({ ...report, token, at: instant(minute) })).toMatchObject({
      kind: "recorded",
    });
  }
  await sweepDeadlines(instant(minute), NEVER_LOST_MS);
}

async function decide(snitchId: string, caseId: string, minute: number, random: () => number): Promise<void> {
  const open = await db.incident.findFirst({ where: { snitchId, closedAt: null } });
  if (!open) return;
  const now = instant(minute);
  if (random() < 0.5) await acknowledgeIncident(caseId, open.id, now, ACTOR);
  else await snoozeIncident(caseId, open.id, instant(minute + 1 + Math.floor(random() * 600)), now, ACTOR);
}

/** What is known about a snitch, whoever was told. */
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

/** E-mails exist exactly for what is told, and an incident that was told of has one end that is told. */
async function expectEndsForBeginnings(snitchId: string, hint: string): Promise<void> {
  const alerts = await db.alert.findMany({
    where: { snitchId },
    include: { _count: { select: { emails: true } } },
  });
  for (const { isTold, kind, from, _count } of alerts) {
    if (kind === "reporting" && from === "pending") continue;
    expect(_count.emails > 0, hint).toBe(isTold);
  }
  const incidents = await db.incident.findMany({ where: { snitchId }, include: { alerts: true } });
  for (const { closedAt, toldAt, alerts } of incidents) {
    const ends = alerts.filter(({ kind, isTold }) => kind === "reporting" && isTold);
    const beginnings = alerts.filter(({ kind, isTold }) => kind !== "reporting" && isTold);
    expect(ends.length, hint).toBe(closedAt && toldAt ? 1 : 0);
    expect(beginnings.length > 0, hint).toBe(toldAt !== null);
  }
}
