import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { toAlertRun } from "@/lib/rules/runs/alert-run";
import type { Run } from "@/lib/rules/runs/run";
import { withRun } from "@/lib/rules/runs/with-run";
import { aDailySnitch, aRunningRun } from "@/testing/snitch-state";
import { applyEvent } from "./apply-event";
import { applyTime, countedUntil, firstOverdue, isOverdue } from "./apply-time";
import { deadlineAfter } from "./match-tick";
import type { SnitchEvent } from "./snitch-event";
import type { SnitchState } from "./snitch-state";

const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");
const thursday = new Date("2026-03-12T00:00Z");
const friday = new Date("2026-03-13T00:00Z");
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

const checkIn = (at: Date): SnitchEvent => ({ kind: "checked_in", at, exitStatus: "", message: "" });
const healthy = aDailySnitch({ status: "healthy", deadline: wednesday, checkedInAt: after(tuesday, -60) });
const errored = aDailySnitch({ status: "errored", deadline: wednesday, erroredAt: after(tuesday, -60) });

describe("a missed period", () => {
  test("is alerted a minute after the deadline, with the time of the deadline", () => {
    expect(applyTime(healthy, new Date(after(wednesday, 1).getTime() - 1), []).alerts).toEqual([]);
    expect(applyTime(healthy, after(wednesday, 1), []).alerts).toMatchObject([
      { kind: "missing", at: wednesday },
    ]);
  });

  test("changes the status and the deadline, and what came before stays", () => {
    const { snitch, alerts, ...rest } = applyTime(healthy, after(wednesday, 1), []);
    expect(snitch).toEqual({
      ...healthy,
      status: "failed",
      deadline: thursday,
      deadlineBy: "missed",
      deadlineSince: wednesday,
      missingSince: wednesday,
    });
    expect(alerts).toMatchObject([{ cause: null, to: "failed", facts: { missed: expect.anything() } }]);
    expect(rest).toEqual({ pauses: [], unknownMisses: [] });
    expect(applyTime(snitch, after(thursday, 1), []).snitch.missingSince).toEqual(wednesday);
    const withRuns = applyTime({ ...healthy, maxRuntime: 600 }, after(wednesday, 1), []);
    expect(withRuns.alerts).toMatchObject([{ cause: "missed", run: null }]);
  });

  test("is alerted once for each silent period", () => {
    const first = applyTime(healthy, after(wednesday, 1), []);
    const again = applyTime(first.snitch, after(wednesday, 2), []);
    const second = applyTime(again.snitch, after(thursday, 1), []);
    expect(again.alerts).toEqual([]);
    expect(second.alerts).toMatchObject([
      { kind: "missing", from: "failed", to: "failed", at: thursday, meantFor: "everybody" },
    ]);
  });

  test("raises one alert after a long gap, however many periods passed", () => {
    const late = applyTime(healthy, after(friday, 30), []);
    expect(late.alerts).toMatchObject([{ kind: "missing", at: wednesday }]);
    expect(late.snitch.deadline).toEqual(new Date("2026-03-14T00:00Z"));
  });

  test("is alerted even if the next check-in comes before the sweep", () => {
    const { alerts } = applyEvent(healthy, checkIn(after(wednesday, 30)), []);
    expect(alerts).toMatchObject([
      { kind: "missing", from: "healthy", to: "failed", meantFor: "everybody" },
      { kind: "reporting", from: "failed", to: "healthy", meantFor: "everybody", silentSince: wednesday },
    ]);
  });

  test("is none if the check-in arrives within a minute after the deadline", () => {
    expect(applyEvent(healthy, checkIn(new Date(wednesday.getTime() + 59_999)), []).alerts).toEqual([]);
  });

  test("follows an error if the job then stays missing", () => {
    expect(applyTime(errored, after(wednesday, 1), []).alerts).toMatchObject([
      { kind: "missing", from: "errored", to: "failed", meantFor: "everybody" },
    ]);
  });
});

describe("what is received until a minute after the deadline decides whether it was missed", () => {
  const until = after(wednesday, 1);
  test.each<[string, Date, Date | null]>([
    ["a moment before, nothing is decided", new Date(until.getTime() - 1), null],
    ["then", until, until],
    ["and later, too, however many periods passed", after(friday, 30), until],
  ])("%s", (_, now, expected) => expect(countedUntil(healthy, now)).toEqual(expected));
});

/** The start of a run that may take ten minutes, its limit, and when the limit has been exceeded. */
const start = after(tuesday, 60);
const limit = after(start, 10);
const noticed = after(limit, 1);
const aMomentBefore = (at: Date) => new Date(at.getTime() - 1);

const aRun = (overrides: Partial<Run> = {}) => aRunningRun(start, { limitAt: limit, ...overrides });
const withOneRun = (given: Partial<SnitchState> = {}, run = aRun()): SnitchState => {
  const snitch = { ...healthy, maxRuntime: 600, ...given };
  return { ...snitch, ...withRun(snitch, run) };
};

describe("a run that exceeds its limit", () => {
  const running = withOneRun();

  test("is awaited for a minute more", () => {
    expect(applyTime(running, aMomentBefore(noticed), [])).toEqual({
      snitch: running,
      alerts: [],
      pauses: [],
      unknownMisses: [],
    });
  });

  test("makes its snitch missing since the limit, and alerts about it", () => {
    const { snitch, alerts, ...rest } = applyTime(running, noticed, []);
    expect(snitch).toEqual({
      ...running,
      status: "failed",
      missingSince: limit,
      running: 0,
      runs: [{ ...aRun(), outcome: "overran", cause: "overran", limitAt: null }],
    });
    expect(alerts).toMatchObject([
      {
        kind: "missing",
        from: "healthy",
        to: "failed",
        at: limit,
        meantFor: "everybody",
        cause: "overran",
        run: toAlertRun(aRun()),
      },
    ]);
    expect(rest).toEqual({ pauses: [], unknownMisses: [] });
    const alreadyMissing = withOneRun({ status: "failed", missingSince: tuesday });
    expect(applyTime(alreadyMissing, noticed, []).snitch.missingSince).toEqual(tuesday);
  });

  test("gives its snitch a deadline if it had none", () => {
    const pending = { ...withOneRun({ status: "pending", deadline: null }) };
    expect(applyTime(pending, noticed, []).snitch).toMatchObject({
      deadline: deadlineAfter(pending, limit),
      deadlineBy: "overran",
      deadlineSince: limit,
    });
  });

  test.each<[string, Partial<SnitchState>, "abandoned" | "overran", number]>([
    ["by nobody while its snitch is paused", { status: "paused", deadline: null }, "abandoned", 0],
    ["by nobody if its history says so", { dropped: [aRun()] }, "abandoned", 0],
    ["again after a keep-alive since then", { dropped: [aRun({ aliveAt: tuesday })] }, "overran", 1],
    ["whatever the history says of another run", { dropped: [aRun({ id: "another" })] }, "overran", 1],
    ["no longer after a report that came then", { checkedInAt: noticed }, "overran", 0],
    ["no longer after an error that came then", { erroredAt: noticed }, "overran", 0],
    ["after a report from a moment before", { checkedInAt: aMomentBefore(noticed) }, "overran", 1],
    ["if nothing was ever reported", { checkedInAt: null }, "overran", 1],
  ])("is awaited %s", (_, given, outcome, alertCount) => {
    const { snitch, alerts } = applyTime(withOneRun(given), noticed, []);
    expect([snitch.runs[0]?.outcome, alerts.length]).toEqual([outcome, alertCount]);
    if (alertCount === 0) expect(snitch.status).toBe(given.status ?? "healthy");
  });

  test("and whose start arrived late, is not alerted if a report came when it should have ended", () => {
    const late = aRun({ limitAt: after(start, 30) });
    const reported = withOneRun({ checkedInAt: after(start, 11) }, late);
    expect(applyTime(reported, after(start, 31), []).alerts).toEqual([]);
    const before = withOneRun({ checkedInAt: after(start, 10) }, late);
    expect(applyTime(before, after(start, 31), []).alerts).toMatchObject([{ at: after(start, 30) }]);
  });

  /** Minutes after the start; a keep-alive came at five. */
  test.each<[string, number, number, boolean]>([
    ["over the whole run", 0, 20, true],
    ["of a minute", 6, 7, true],
    ["that begins in the minute after the limit", 10.5, 12, true],
    ["that begins after that minute", 11, 12, false],
    ["that ends with the keep-alive", 3, 5, false],
    ["that ends after the keep-alive", 3, 5.1, true],
    ["without length", 6, 6, false],
  ])("may have ended in a listening gap %s: minute %f to %f", (_, from, to, isHidden) => {
    const listeningGap = { startsAt: after(start, from), endsAt: after(start, to) };
    const snitch = withOneRun({}, aRun({ aliveAt: after(start, 5) }));
    const { alerts, snitch: ended } = applyTime(snitch, noticed, [listeningGap]);
    expect([alerts.length, ended.runs[0]?.outcome]).toEqual(isHidden ? [0, "abandoned"] : [1, "overran"]);
  });

  test("and takes long did not end in a gap of half a minute; without a keep-alive the gap counts from its first signal", () => {
    const long = aRun({ aliveAt: null, limitAt: after(start, 60) });
    const snitch = withOneRun({ maxRuntime: 3_600 }, long);
    const listeningGap = (from: number, to: number) => [
      { startsAt: after(start, from), endsAt: after(start, to) },
    ];
    const countAlerts = (from: number, to: number) =>
      applyTime(snitch, after(start, 61), listeningGap(from, to)).alerts.length;
    expect([countAlerts(30, 30.5), countAlerts(30, 31), countAlerts(-5, 0), countAlerts(-5, 1)]).toEqual([
      1, 0, 1, 0,
    ]);
  });
});

describe("what is overdue is applied in turn", () => {
  const at = ({ alerts }: { alerts: { at: Date; cause: string | null }[] }) =>
    alerts.map(({ at, cause }) => [cause, at]);

  test.each<[string, Date, [string, Date][]]>([
    [
      "a limit before a deadline",
      wednesday,
      [
        ["overran", limit],
        ["missed", wednesday],
      ],
    ],
    [
      "a deadline before a limit",
      after(limit, -5),
      [
        ["missed", after(limit, -5)],
        ["overran", limit],
      ],
    ],
    [
      "a limit that is the deadline",
      limit,
      [
        ["overran", limit],
        ["missed", limit],
      ],
    ],
  ])("%s", (_, deadline, expected) => {
    expect(at(applyTime(withOneRun({ deadline }), after(wednesday, 1), []))).toEqual(expected);
  });

  const muted = (pauseEndsAt: Date) =>
    withOneRun({
      status: "paused",
      deadline: null,
      pausedAt: tuesday,
      pauseUntil: "time",
      pauseEndsAt,
      statusBeforePause: "healthy",
    });

  test.each<[string, Date, "abandoned" | "overran", Date[]]>([
    ["a limit in a pause", after(limit, 5), "abandoned", []],
    ["a limit that is the end of a pause", limit, "abandoned", []],
    ["a limit after a pause", after(limit, -5), "overran", [limit]],
  ])("%s", (_, pauseEndsAt, outcome, alerts) => {
    const after30 = applyTime(muted(pauseEndsAt), after(limit, 30), []);
    expect(after30.snitch.runs).toMatchObject([{ outcome }]);
    expect(after30.snitch.status).toBe(alerts.length > 0 ? "failed" : "healthy");
    expect(after30.alerts.map(({ at }) => at)).toEqual(alerts);
    expect(after30.pauses).toEqual([{ startsAt: tuesday, endsAt: pauseEndsAt }]);
  });

  test("the limits of runs, the earliest first", () => {
    const later = aRun({ id: "later", at: after(start, 5), limitAt: after(limit, 5) });
    const inTime = aRun({ id: "in time", limitAt: null });
    expect(firstOverdue([later, inTime, aRun()], after(limit, 6))).toEqual(aRun());
    expect(firstOverdue([aRun(), later], after(limit, 6))).toEqual(aRun());
    expect(firstOverdue([later, inTime], noticed)).toBeNull();
    const both = { ...withOneRun(), ...withRun(withOneRun(), later) };
    expect(at(applyTime(both, after(limit, 6), []))).toEqual([
      ["overran", limit],
      ["overran", after(limit, 5)],
    ]);
    expect(countedUntil(both, after(limit, 6))).toEqual(after(limit, 6));
    expect(countedUntil(both, noticed)).toEqual(noticed);
  });

  test("a run or a deadline makes a snitch overdue", () => {
    expect(isOverdue(withOneRun(), aMomentBefore(noticed))).toBe(false);
    expect(isOverdue(withOneRun(), noticed)).toBe(true);
    expect(isOverdue(withOneRun({ status: "paused", deadline: null }), noticed)).toBe(true);
    expect(isOverdue(healthy, aMomentBefore(after(wednesday, 1)))).toBe(false);
    expect(isOverdue(healthy, after(wednesday, 1))).toBe(true);
  });
});

describe("a deadline whose check-in may have been lost", () => {
  const listeningGap = { startsAt: after(tuesday, 720), endsAt: after(tuesday, 725) };

  test("is not a miss: the snitch gets a new period from the end of the gap", () => {
    expect(applyTime(healthy, after(wednesday, 1), [listeningGap])).toEqual({
      snitch: {
        ...healthy,
        deadline: thursday,
        deadlineBy: "silence",
        deadlineSince: listeningGap.endsAt,
      },
      alerts: [],
      pauses: [],
      unknownMisses: [{ deadline: wednesday, listeningGap }],
    });
  });

  test("excuses no later one", () => {
    const { alerts, unknownMisses } = applyTime(healthy, after(thursday, 1), [listeningGap]);
    expect(alerts.map(({ at }) => at)).toEqual([thursday]);
    expect(unknownMisses).toEqual([{ deadline: wednesday, listeningGap }]);
  });

  test("may be so until a minute after it", () => {
    const gapFrom = (startsAt: Date) => [{ startsAt, endsAt: after(startsAt, 2) }];
    const lateGap = aMomentBefore(after(wednesday, 1));
    expect(applyTime(healthy, after(wednesday, 3), gapFrom(lateGap)).alerts).toEqual([]);
    expect(applyTime(healthy, after(wednesday, 3), gapFrom(after(wednesday, 1))).alerts).toHaveLength(1);
  });
});

test("time that was applied changes nothing when it is applied again, whatever was overdue", () => {
  const minutes = fc.integer({ min: -600, max: 3_000 }).map((minute) => after(tuesday, minute));
  const aGap = fc.record({ startsAt: minutes, length: fc.integer({ min: 0, max: 600 }) });
  const aRunLimit = fc.record({ limitAt: fc.option(minutes), aliveAt: minutes });
  fc.assert(
    fc.property(
      fc.constantFrom<SnitchState["status"]>("pending", "healthy", "failed", "errored"),
      fc.option(minutes),
      fc.array(aRunLimit, { maxLength: 4 }),
      fc.array(aGap, { maxLength: 2 }),
      minutes,
      (status, deadline, runs, gaps, now) => {
        let snitch: SnitchState = { ...healthy, status, deadline, maxRuntime: 600 };
        for (const [index, run] of runs.entries())
          snitch = { ...snitch, ...withRun(snitch, aRun({ ...run, id: String(index), at: run.aliveAt })) };
        const listeningGaps = gaps.map(({ startsAt, length }) => ({
          startsAt,
          endsAt: after(startsAt, length),
        }));
        const applied = applyTime(snitch, now, listeningGaps);
        expect(applyTime(applied.snitch, now, listeningGaps)).toEqual({
          snitch: applied.snitch,
          alerts: [],
          pauses: [],
          unknownMisses: [],
        });
        expect(isOverdue(applied.snitch, now)).toBe(false);
      },
    ),
  );
});
