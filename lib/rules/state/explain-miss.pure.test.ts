import fc from "fast-check";
import { expect, test } from "vitest";
import { aDailySnitch } from "@/testing/snitch-state";
import { applyTime } from "./apply-time";
import { explainMiss } from "./explain-miss";
import { nextDeadline } from "./next-deadline";
import type { DeadlineBasis } from "./snitch-state";

const monday = new Date("2026-03-09T02:10Z");
const wednesday = new Date("2026-03-11T00:00Z");

test("a deadline of cron is the grace after the run, whose window begins before it", () => {
  const snitch = aDailySnitch({
    schedule: "0 2 * * *",
    timezone: "Europe/Riga",
    grace: 1_800,
    early: 300,
    checkedInAt: new Date("2026-03-09T00:03Z"),
  });
  expect(explainMiss(snitch, new Date("2026-03-10T00:30Z"))).toEqual({
    by: "report",
    since: "2026-03-09T00:03:00.000Z",
    runAt: "2026-03-10T00:00:00.000Z",
    periodEndsAt: null,
    countsFrom: "2026-03-09T23:55:00.000Z",
    graceMs: 1_800_000,
    smart: null,
  });
});

test("a smart deadline is explained by the usual time and a tenth of the gap", () => {
  const snitch = aDailySnitch({
    alertType: "smart",
    checkedInAt: monday,
    arrivalsMs: [600_000, 7_800_000, 7_200_000],
    status: "healthy",
  });
  const deadline = nextDeadline(snitch, monday);
  expect(explainMiss(snitch, deadline)).toMatchObject({
    runAt: "2026-03-10T00:00:00.000Z",
    periodEndsAt: "2026-03-11T00:00:00.000Z",
    smart: { latestMs: 7_800_000, marginMs: 8_640_000 },
  });
  expect(deadline.toISOString()).toBe("2026-03-10T04:34:00.000Z");
});

test("the run of a smart deadline is found although the grace of its cron is longer than a gap", () => {
  const snitch = aDailySnitch({
    interval: "hourly",
    schedule: "0 * * * *",
    grace: 7_200,
    alertType: "smart",
    status: "healthy",
    checkedInAt: monday,
    arrivalsMs: [54_000_000, 54_000_000, 54_000_000],
  });
  expect(explainMiss(snitch, nextDeadline(snitch, monday)).runAt).toBe("2026-03-09T03:00:00.000Z");
});

test.each<[DeadlineBasis, string]>([
  ["unpaused", "2026-03-07T10:00Z"],
  ["missed", "2026-03-12T00:00Z"],
  ["silence", "2026-03-09T01:00Z"],
])("what the version before left behind is not believed: %s at %s", (deadlineBy, since) => {
  const stale = { deadlineBy, deadlineSince: new Date(since) };
  const reported = aDailySnitch({ checkedInAt: monday, ...stale });
  const isOlder = stale.deadlineSince < monday;
  expect(explainMiss(reported, wednesday)).toMatchObject(
    isOlder ? { by: "report", since: monday.toISOString() } : { by: null, since: null },
  );
});

test("a deadline that nothing known leads to has an unknown origin, but still its run", () => {
  const unpausedByTheVersionBefore = aDailySnitch({ checkedInAt: new Date("2026-03-01T10:00Z") });
  expect(explainMiss(unpausedByTheVersionBefore, wednesday)).toMatchObject({
    by: null,
    since: null,
    runAt: "2026-03-10T00:00:00.000Z",
    periodEndsAt: wednesday.toISOString(),
    smart: null,
  });
});

test("whatever a row says, an explanation leads to the deadline or names no origin", () => {
  const times = fc.date({
    min: new Date("2026-03-01T00:00Z"),
    max: new Date("2026-03-10T00:00Z"),
    noInvalidDate: true,
  });
  const bases = fc.constantFrom<DeadlineBasis | null>(null, "error", "unpaused", "silence", "rescheduled");
  fc.assert(
    fc.property(times, times, times, bases, (checkedInAt, deadlineSince, seen, deadlineBy) => {
      const deadline = nextDeadline(aDailySnitch(), seen);
      const snitch = aDailySnitch({
        status: "healthy",
        checkedInAt,
        deadline,
        deadlineBy,
        deadlineSince: deadlineBy && deadlineSince,
      });
      const later = new Date(deadline.getTime() + 60_000);
      const [alert] = applyTime(snitch, later, []).alerts;
      const missed = alert?.facts.missed;
      expect(missed).toBeDefined();
      if (missed?.since) expect(nextDeadline(snitch, new Date(missed.since))).toEqual(deadline);
    }),
  );
});
