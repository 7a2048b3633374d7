import { beforeEach, describe, expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { listTimeline } from "@/lib/history/timeline";
import { CANARY, maintainCanary } from "@/lib/metrics/canary";
import { reportListeningGaps } from "@/lib/outages/report-listening-gaps";
import { db, pool } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { pauseSnitch } from "./pause";
import { sweepDeadlines } from "./sweep";

const start = new Date("2026-03-10T10:02:05Z");
const end = new Date("2026-03-10T10:12:20Z");
const restarted = new Date("2026-03-10T10:12:25Z");

type Stretch = { since: string; seenAt: string; leftAt?: string };
const aListener = async ({ since, seenAt, leftAt }: Stretch): Promise<number> => {
  const { rows } = await pool.query(
    "INSERT INTO listeners (id, owner, since, seen_at, left_at) VALUES ((random() * 1000000000)::int, 'host 1', $1, $2, $3) RETURNING id",
    [since, seenAt, leftAt ?? null],
  );
  return rows[0].id;
};

beforeEach(async () => {
  await pool.query("TRUNCATE listeners, cases, users, alert_holds, silence_reports CASCADE");
});

/** Tattle was down between these stretches. */
async function anOutage() {
  await aListener({ since: "-infinity", seenAt: start.toISOString() });
  await aListener({ since: end.toISOString(), seenAt: "infinity" });
}

const aMinutelySnitch = (given: Parameters<typeof aSnitch>[0] = {}) =>
  aSnitch({
    interval: "1_minute",
    status: "healthy",
    checkedInAt: new Date("2026-03-10T10:01:10Z"),
    deadline: new Date("2026-03-10T10:03Z"),
    ...given,
  });

const checkInAt = (token: string, at: Date) => recordCheckIn({ ...PLAIN_CHECK_IN, token, at });

describe("after an outage of all check-in servers", () => {
  test("no snitch is called missing, and each gets a fresh period", async () => {
    await anOutage();
    const snitch = await aMinutelySnitch();

    expect(await sweepDeadlines(restarted, NEVER_LOST_MS)).toBe(1);

    expect(await db.alert.count()).toBe(0);
    expect(await db.snitch.findUniqueOrThrow({ where: { id: snitch.id } })).toMatchObject({
      status: "healthy",
      deadline: new Date("2026-03-10T10:14Z"),
    });
  });

  test("a job that has stopped meanwhile is called missing after that period", async () => {
    await anOutage();
    const snitch = await aMinutelySnitch();
    await sweepDeadlines(restarted, NEVER_LOST_MS);

    await sweepDeadlines(new Date("2026-03-10T10:15Z"), NEVER_LOST_MS);

    expect(await db.alert.findMany({ where: { snitchId: snitch.id } })).toMatchObject([
      { kind: "missing", at: new Date("2026-03-10T10:14Z") },
    ]);
  });

  test("the canary is missed at once, because no one reports for it", async () => {
    await anOutage();
    await maintainCanary(new Date("2026-03-10T10:01:10Z"));

    await sweepDeadlines(restarted, NEVER_LOST_MS);

    expect(await db.alert.findMany({ where: { snitchId: CANARY.snitchId } })).toMatchObject([
      { kind: "missing", at: new Date("2026-03-10T10:03Z") },
    ]);
    expect(await db.delivery.count({ where: { channelId: CANARY.channelId } })).toBe(1);
  });

  test("a check-in or a change before the sweep alerts no one", async () => {
    await anOutage();
    const [one, other] = [await aMinutelySnitch(), await aMinutelySnitch()];

    await checkInAt(one.token, restarted);
    await pauseSnitch(other.caseId, other.token, { until: "healthy", endsAt: null }, restarted, ACTOR);

    expect(await db.alert.count({ where: { kind: { not: "paused" } } })).toBe(0);
  });

  test("the timeline says that Tattle was not listening", async () => {
    await anOutage();
    const snitch = await aMinutelySnitch();
    await sweepDeadlines(restarted, NEVER_LOST_MS);

    const { entries } = await listTimeline(snitch.id, "changes", 10);
    expect(entries).toMatchObject([{ kind: "unknown_miss", gapStartsAt: start, gapEndsAt: end }]);
  });

  test("two stretches that overlap leave no gap", async () => {
    await aListener({ since: "-infinity", seenAt: end.toISOString() });
    await aListener({ since: start.toISOString(), seenAt: "infinity" });
    await aMinutelySnitch();

    await sweepDeadlines(restarted, NEVER_LOST_MS);

    expect(await db.alert.count({ where: { kind: "missing" } })).toBe(1);
  });
});

describe("while no process listens for check-ins", () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

  test.each([
    ["none ever did", () => Promise.resolve(0)],
    ["the last one hangs", () => aListener({ since: "-infinity", seenAt: ago(16) })],
    ["the last one has left", () => aListener({ since: "-infinity", seenAt: ago(0), leftAt: ago(0) })],
  ])("no one is called missing: %s", async (_, create) => {
    await create();
    await aMinutelySnitch();
    expect(await sweepDeadlines(restarted, NEVER_LOST_MS)).toBe(0);

    await aListener({ since: "-infinity", seenAt: "infinity" });
    expect(await sweepDeadlines(restarted, NEVER_LOST_MS)).toBe(1);
  });

  test("the snitches of a server that vanished less than a minute ago are left out", async () => {
    const vanished = await aListener({ since: "-infinity", seenAt: ago(40) });
    await aListener({ since: "-infinity", seenAt: "infinity" });
    const [its, another] = [await aMinutelySnitch(), await aMinutelySnitch()];
    for (const [{ id }, listenerId] of [[its, vanished] as const, [another, null] as const])
      await pool.query(
        `INSERT INTO check_ins (id, snitch_id, at, exit_status, listener_id) VALUES (new_id(), $1, '2026-03-10T10:01:10Z', '', $2)`,
        [id, listenerId],
      );

    await sweepDeadlines(restarted, NEVER_LOST_MS);
    expect(await db.alert.findMany()).toMatchObject([{ snitchId: another.id }]);

    await pool.query("UPDATE listeners SET seen_at = seen_at - interval '1 minute' WHERE id = $1", [
      vanished,
    ]);
    await sweepDeadlines(restarted, NEVER_LOST_MS);
    expect(await db.alert.count()).toBe(2);
  });
});

describe("the report of an outage", () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

  /** An outage that ended some minutes ago, and snitches that could not be evaluated because of it. */
  async function aRecentOutage(lastedMinutes: number, endedMinutesAgo: number) {
    const endsAt = minutesAgo(endedMinutesAgo);
    const startsAt = new Date(endsAt.getTime() - lastedMinutes * MINUTE_MS);
    await aListener({ since: "-infinity", seenAt: startsAt.toISOString() });
    await aListener({ since: endsAt.toISOString(), seenAt: "infinity" });
    return async (caseId: string) => {
      const snitch = await aSnitch({ caseId });
      await pool.query(
        `INSERT INTO unknown_misses (id, snitch_id, deadline, silence_starts_at, silence_ends_at, noticed_at)
         VALUES (new_id(), $1, $2, $2, $3, $3)`,
        [snitch.id, startsAt, endsAt],
      );
    };
  }

  test("is sent once to each case and once to the operator, with the number of snitches", async () => {
    const unknownMissIn = await aRecentOutage(29, 3);
    const [one, other, untouched] = [
      await aCase({ name: "One" }),
      await aCase({ name: "Other" }),
      await aCase(),
    ];
    const members = [];
    for (const { id } of [one, other, untouched]) members.push(await aMember({ caseId: id }));
    await db.user.update({ where: { id: members[2]?.id }, data: { operatorSince: new Date() } });
    for (const { id } of [one, one, other]) await unknownMissIn(id);

    await Promise.all([reportListeningGaps(), reportListeningGaps()]);
    await reportListeningGaps();

    const emails = await db.email.findMany({ where: { kind: "downtime" } });
    const notified = emails.map(({ address, facts }) => [address, (facts as { snitches: number }).snitches]);
    expect(notified.sort()).toEqual(
      [
        [members[0]?.email, 2],
        [members[1]?.email, 1],
        [members[2]?.email, 3],
      ].sort(),
    );
  });

  test("waits until snitches are evaluated, and is not sent about a restart", async () => {
    await aRecentOutage(29, 1);
    const member = await aMember({ caseId: (await aCase()).id });
    await db.user.update({ where: { id: member.id }, data: { operatorSince: new Date() } });
    await reportListeningGaps();
    expect(await db.email.count()).toBe(0);

    await pool.query("TRUNCATE listeners");
    await aRecentOutage(0.9, 3);
    await reportListeningGaps();
    expect(await db.email.count()).toBe(0);
  });
});
