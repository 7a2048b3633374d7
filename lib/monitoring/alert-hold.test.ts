import { beforeEach, describe, expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { record } from "@/lib/check-ins/record";
import { reportListeningGaps } from "@/lib/outages/report-listening-gaps";
import { db, pool } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NO_FACTS } from "@/lib/rules/runs/run";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember, aSnitch, aWebhook, PLAIN_CHECK_IN } from "@/testing/factories";
import { findAlertHold } from "./alert-hold";
import { sweepDeadlines } from "./sweep";

/** The last minute of which every job checked in, and the minute that was lost. */
const lastArrival = new Date("2026-03-10T10:00:30Z");
const deadline = new Date("2026-03-10T10:02Z");
const noticed = new Date("2026-03-10T10:03Z");
const minutesLater = (minutes: number) => new Date(noticed.getTime() + minutes * MINUTE_MS);

beforeEach(async () => {
  await pool.query("TRUNCATE listeners, cases, users, alert_holds, silence_reports CASCADE");
  await arriveAt(lastArrival);
});

async function arriveAt(at: Date) {
  await pool.query("DELETE FROM listeners");
  await pool.query(
    "INSERT INTO listeners (id, owner, since, seen_at, checked_in_at) VALUES ((random() * 1000000000)::int, 'host 1', '-infinity', 'infinity', $1)",
    [at],
  );
}

/** A case with minutely snitches that checked in during their last periods, from two networks. */
async function aCaseWith(count: number, { kept = 10, networks = 2 } = {}) {
  const theCase = await aCase();
  const member = await aMember({ caseId: theCase.id });
  await db.user.update({ where: { id: member.id }, data: { operatorSince: new Date() } });
  const snitches = [];
  for (let i = 0; i < count; i += 1) {
    const snitch = await aSnitch({
      caseId: theCase.id,
      name: `Job ${i}`,
      interval: "1_minute",
      status: "healthy",
      checkedInAt: lastArrival,
      deadline,
    });
    snitches.push(snitch);
    await pool.query(
      `INSERT INTO check_ins (id, snitch_id, at, exit_status, address)
       SELECT new_id(), $1, $2::timestamptz - n * interval '1 minute', '', $3 FROM generate_series(0, $4::int - 1) n`,
      [snitch.id, lastArrival, `198.51.${i % networks}.7`, kept],
    );
  }
  return { theCase, member, snitches };
}

const sweepAt = (now: Date) => sweepDeadlines(now, NEVER_LOST_MS);
const checkInAt = (token: string, at: Date) => recordCheckIn({ ...PLAIN_CHECK_IN, token, at });
const missing = () => db.alert.count({ where: { kind: "missing" } });

describe("when many reliable jobs are due and no check-in arrives", () => {
  test("their misses are held, and the operator is emailed once", async () => {
    const { member } = await aCaseWith(5);

    expect(await sweepAt(noticed)).toBe(0);
    expect(await sweepAt(minutesLater(14))).toBe(0);

    expect(await missing()).toBe(0);
    expect(await db.email.findMany()).toMatchObject([{ kind: "no_check_ins", address: member.email }]);
    expect(await findAlertHold()).toEqual({ startsAt: lastArrival, heldAt: noticed, expiredAt: null });
  });

  test("runs that exceed their limits are held, too", async () => {
    const { snitches } = await aCaseWith(5);
    for (const [i, { id, token }] of snitches.entries()) {
      const address = `198.51.${i % 2}.7`;
      await db.snitch.update({ where: { id }, data: { deadline: minutesLater(60), maxRuntime: 90 } });
      const signal = { ...NO_FACTS, kind: "start" as const, rid: null, isInPath: true };
      await record(
        [{ ...PLAIN_CHECK_IN, address, id: newId(), method: "GET", token, at: lastArrival, signal }],
        {
          replayed: true,
        },
      );
    }
    await arriveAt(lastArrival);

    expect(await sweepAt(minutesLater(1))).toBe(0);
    expect(await missing()).toBe(0);
    expect(await findAlertHold()).not.toBeNull();
  });

  test("no alerts are sent if check-ins arrive again in time", async () => {
    const { snitches } = await aCaseWith(5);
    await sweepAt(noticed);

    const again = minutesLater(4);
    for (const { token } of snitches) await checkInAt(token, again);
    await arriveAt(again);
    await sweepAt(minutesLater(5));

    expect(await findAlertHold()).toBeNull();
    expect(await db.alert.count()).toBe(0);
  });

  test("a job that has stopped is called missing after check-ins arrive again", async () => {
    const { snitches } = await aCaseWith(5);
    await sweepAt(noticed);

    await arriveAt(minutesLater(4));
    await sweepAt(minutesLater(4));
    expect(await missing()).toBe(0);
    await sweepAt(minutesLater(7));

    expect(await missing()).toBe(snitches.length);
  });

  test("after fifteen minutes each case gets one summary, and each webhook every event", async () => {
    const { theCase, member, snitches } = await aCaseWith(25);
    await aWebhook({ caseId: theCase.id, url: "https://hooks.acme.test/" });
    await sweepAt(noticed);

    await sweepAt(minutesLater(15));
    await Promise.all([reportListeningGaps(), reportListeningGaps()]);
    await sweepAt(minutesLater(17));
    await reportListeningGaps();

    expect(await missing()).toBe(2 * snitches.length);
    expect(await db.delivery.count()).toBe(2 * snitches.length);
    expect(await db.email.count({ where: { kind: "alert" } })).toBe(0);
    const summaries = await db.email.findMany({ where: { kind: "missing_summary" } });
    expect(summaries).toMatchObject([
      { address: member.email, facts: { count: 25, since: expect.any(String) } },
    ]);
    expect(summaries.map(({ facts }) => (facts as { names: string[] }).names.length)).toEqual([20]);
  });

  test("when they report again after that, each case gets one summary, too", async () => {
    const { snitches } = await aCaseWith(5);
    await sweepAt(noticed);
    await sweepAt(minutesLater(15));
    await reportListeningGaps();

    for (const { token } of snitches) await checkInAt(token, minutesLater(16));
    await reportListeningGaps();
    expect(await db.email.count({ where: { kind: { in: ["alert", "reporting_summary"] } } })).toBe(0);
    await arriveAt(minutesLater(16));
    await sweepAt(minutesLater(16));
    await reportListeningGaps();

    expect(await db.email.count({ where: { kind: "alert" } })).toBe(0);
    expect(await db.email.findMany({ where: { kind: "reporting_summary" } })).toMatchObject([
      { facts: { count: 5 } },
    ]);
  });
});

describe("misses are alerted at once", () => {
  test.each([
    ["if fewer than five are due", () => aCaseWith(4)],
    ["if all are in one network", () => aCaseWith(5, { networks: 1 })],
    ["if they missed two of their last ten periods", () => aCaseWith(5, { kept: 8 })],
  ])("%s", async (_, create) => {
    const { snitches } = await create();
    await sweepAt(noticed);
    expect(await missing()).toBe(snitches.length);
  });

  test("if a check-in of any other job arrived meanwhile", async () => {
    const { snitches } = await aCaseWith(5);
    await arriveAt(new Date("2026-03-10T10:01:01Z"));
    await sweepAt(noticed);
    expect(await missing()).toBe(snitches.length);
  });
});
