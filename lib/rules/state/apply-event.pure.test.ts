import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { toAlertRun } from "@/lib/rules/runs/alert-run";
import type { Run } from "@/lib/rules/runs/run";
import { calendarTerms, type ScheduleTerms, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { aDailySnitch, aRunningRun } from "@/testing/snitch-state";
import { applyEvent } from "./apply-event";
import { applyTime } from "./apply-time";
import { deadlineAfter } from "./match-tick";
import type { SnitchEvent } from "./snitch-event";
import type { SnitchState } from "./snitch-state";
import type { Transition } from "./transition";

const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");
const thursday = new Date("2026-03-12T00:00Z");
const friday = new Date("2026-03-13T00:00Z");
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

const checkIn = (at: Date): SnitchEvent => ({ kind: "checked_in", at, exitStatus: "", message: "" });
const error = (at: Date): SnitchEvent => ({
  kind: "reported_error",
  at,
  exitStatus: "3",
  message: "disk full",
});
const pause = (
  at: Date,
  until: SnitchState["pauseUntil"] = "healthy",
  endsAt: Date | null = null,
): SnitchEvent => ({
  kind: "paused",
  at,
  until: until ?? "healthy",
  endsAt,
});

const healthy = aDailySnitch({ status: "healthy", deadline: wednesday, checkedInAt: after(tuesday, -60) });
const failed = aDailySnitch({ status: "failed", deadline: wednesday, missingSince: tuesday });
const errored = aDailySnitch({ status: "errored", deadline: wednesday, erroredAt: after(tuesday, -60) });
const paused = (overrides: Partial<SnitchState> = {}) =>
  aDailySnitch({
    status: "paused",
    pausedAt: tuesday,
    pauseUntil: "healthy",
    statusBeforePause: "healthy",
    ...overrides,
  });

const summarize = ({ alerts }: Transition) =>
  alerts.map(
    ({ kind, from, to, meantFor }) =>
      `${kind}: ${from} → ${to}${meantFor === "everybody" ? ", by email" : ""}`,
  );

describe("the table of states", () => {
  const noon = after(tuesday, 720);

  test.each<[string, SnitchState, SnitchEvent, SnitchState["status"], string[]]>([
    ["a first check-in", aDailySnitch(), checkIn(noon), "healthy", ["reporting: pending → healthy"]],
    ["a first error", aDailySnitch(), error(noon), "errored", ["errored: pending → errored, by email"]],
    ["another check-in", healthy, checkIn(noon), "healthy", []],
    ["an error", healthy, error(noon), "errored", ["errored: healthy → errored, by email"]],
    ["an error while missing", failed, error(noon), "errored", ["errored: failed → errored, by email"]],
    ["an error in another period", errored, error(noon), "errored", ["errored: errored → errored, by email"]],
    ["a recovery from missing", failed, checkIn(noon), "healthy", ["reporting: failed → healthy, by email"]],
    [
      "a recovery from an error",
      errored,
      checkIn(noon),
      "healthy",
      ["reporting: errored → healthy, by email"],
    ],
    ["a pause", healthy, pause(noon), "paused", ["paused: healthy → paused"]],
    ["a pause while missing", failed, pause(noon), "paused", ["paused: failed → paused"]],
    ["a pause while pending", aDailySnitch(), pause(noon), "pending", []],
    ["a pause while paused", paused(), pause(noon, "unpaused"), "paused", []],
    ["a check-in that ends a pause", paused(), checkIn(noon), "healthy", ["reporting: paused → healthy"]],
    [
      "a check-in that ends a pause of a missing snitch",
      paused({ statusBeforePause: "failed" }),
      checkIn(noon),
      "healthy",
      ["reporting: paused → healthy, by email"],
    ],
    ["a check-in during a manual pause", paused({ pauseUntil: "unpaused" }), checkIn(noon), "paused", []],
    ["an error during a pause", paused(), error(noon), "paused", []],
    ["an unpause", paused({ statusBeforePause: "errored" }), { kind: "unpaused", at: noon }, "errored", []],
    ["an unpause while not paused", failed, { kind: "unpaused", at: noon }, "failed", []],
  ])("%s", (_, before, event, status, alerts) => {
    const transition = applyEvent(before, event, []);
    expect(transition.snitch.status).toBe(status);
    expect(summarize(transition)).toEqual(alerts);
  });
});

describe("errors", () => {
  test("are alerted at most once in each period", () => {
    const first = applyEvent(healthy, error(after(tuesday, 60)), []);
    const second = applyEvent(first.snitch, error(after(tuesday, 120)), []);
    const third = applyEvent(second.snitch, error(after(wednesday, 10)), []);
    const listMeantFor = ({ alerts }: Transition) => alerts.map(({ meantFor }) => meantFor);
    expect([first, second, third].map(listMeantFor)).toEqual([["everybody"], ["nobody"], ["everybody"]]);
  });

  test("move the deadline like a healthy check-in, because the job ran", () => {
    expect(applyEvent(healthy, error(after(tuesday, 60)), []).snitch.deadline).toEqual(thursday);
  });
});

describe("a pause", () => {
  test("until a time ends at that time and grants a fresh period", () => {
    const muted = applyEvent(healthy, pause(after(tuesday, 60), "time", thursday), []).snitch;
    expect(applyTime(muted, new Date(thursday.getTime() - 1), []).snitch.status).toBe("paused");
    expect(applyTime(muted, thursday, []).snitch).toMatchObject({
      status: "healthy",
      deadline: deadlineAfter(calendarTerms("daily"), thursday),
      pausedAt: null,
      pauseUntil: null,
      pauseEndsAt: null,
      statusBeforePause: null,
    });
  });

  test("that is ended by hand returns to the status of the latest report during it", () => {
    const muted = applyEvent(healthy, pause(after(tuesday, 60), "unpaused"), []).snitch;
    const afterError = applyEvent(muted, error(after(wednesday, 60)), []).snitch;
    const unpaused = applyEvent(afterError, { kind: "unpaused", at: after(friday, 60) }, []);
    expect(unpaused.snitch).toMatchObject({ status: "errored", deadline: new Date("2026-03-15T00:00Z") });
    expect(unpaused.alerts).toEqual([]);
  });

  test("causes no alert for the time that it lasted", () => {
    const muted = applyEvent(healthy, pause(after(tuesday, 60), "unpaused"), []).snitch;
    const unpaused = applyEvent(muted, { kind: "unpaused", at: after(friday, 60) }, []).snitch;
    expect(applyTime(unpaused, new Date("2026-03-15T00:00:59.999Z"), []).alerts).toEqual([]);
    expect(applyTime(unpaused, new Date("2026-03-15T00:01:00Z"), []).alerts).toHaveLength(1);
  });
});

describe("a report that arrives late", () => {
  test("changes no status after a later period was alerted as missed", () => {
    const hourly = { ...healthy, interval: "hourly" as const, deadline: after(tuesday, 9 * 60) };
    const missed = applyTime(hourly, after(tuesday, 9 * 60 + 1), []).snitch;
    const at = after(tuesday, 7 * 60 + 59);
    expect(applyEvent(missed, checkIn(at), [])).toEqual({
      snitch: { ...missed, checkedInAt: at },
      alerts: [],
      pauses: [],
      unknownMisses: [],
    });
  });

  test("ends the miss if it was sent in the missed period", () => {
    const missed = applyTime(healthy, after(wednesday, 1), []).snitch;
    const transition = applyEvent(missed, checkIn(after(wednesday, -10)), []);
    expect(summarize(transition)).toEqual(["reporting: failed → healthy, by email"]);
    expect(transition.snitch.deadline).toEqual(missed.deadline);
  });

  test("does not end a pause that began later", () => {
    const muted = applyEvent(healthy, pause(after(tuesday, 60)), []).snitch;
    const at = after(tuesday, 59);
    expect(applyEvent(muted, checkIn(at), []).snitch).toEqual({ ...muted, checkedInAt: at });
  });

  test("does not contradict a later report", () => {
    const [first, second] = [after(tuesday, 60), after(tuesday, 61)];
    const healthyAgain = applyEvent(healthy, checkIn(second), []).snitch;
    expect(applyEvent(healthyAgain, error(first), [])).toEqual({
      snitch: healthyAgain,
      alerts: [],
      pauses: [],
      unknownMisses: [],
    });
    const afterError = applyEvent(healthy, error(second), []).snitch;
    expect(applyEvent(afterError, checkIn(first), [])).toEqual({
      snitch: { ...afterError, checkedInAt: first },
      alerts: [],
      pauses: [],
      unknownMisses: [],
    });
  });

  test("prevents a miss that was not alerted yet", () => {
    const late = applyEvent(healthy, checkIn(after(wednesday, -1)), []).snitch;
    expect(applyTime(late, after(wednesday, 30), []).alerts).toEqual([]);
  });
});

test("a new interval grants a fresh period and clears the arrivals", () => {
  const learned = {
    ...healthy,
    alertType: "smart" as const,
    arrivalsMs: [1, 2, 3],
    lastArrivalPeriod: tuesday,
  };
  const at = after(tuesday, 90);
  expect(
    applyEvent(learned, { kind: "rescheduled", at, terms: calendarTerms("hourly"), alertType: "smart" }, [])
      .snitch,
  ).toMatchObject({
    interval: "hourly",
    deadline: deadlineAfter(calendarTerms("hourly"), at),
    arrivalsMs: [],
    lastArrivalPeriod: null,
  });
});

describe("the first start of a pending snitch", () => {
  const start = (at: Date): SnitchEvent => ({ kind: "started", at, abandons: false });
  const nightly = aDailySnitch({ schedule: "0 3 * * *", grace: 1_800, early: 300 });
  const at = (time: string) => new Date(`2026-03-10T${time}Z`);

  test.each<[string, SnitchState, Date, Date]>([
    [
      "of an interval has until the end of the next whole period",
      aDailySnitch(calendarTerms("15_minute")),
      at("10:03"),
      at("10:30"),
    ],
    [
      "of “every …” has the period and the grace",
      aDailySnitch({ schedule: "every 45 minutes", grace: 300 }),
      at("10:03"),
      at("10:53"),
    ],
    ["of a schedule has its grace", nightly, at("03:01"), at("03:30")],
    ["of a schedule, a little early, has its grace", nightly, at("02:58"), at("03:30")],
    ["at another time waits for the next run", nightly, at("14:00"), new Date("2026-03-11T03:30Z")],
    [
      "with a limit of its own leaves the deadline to the next run",
      { ...nightly, maxRuntime: 600 },
      at("03:01"),
      new Date("2026-03-11T03:30Z"),
    ],
  ])("%s", (_, snitch, startedAt, deadline) => {
    const { snitch: armed, alerts } = applyEvent(snitch, start(startedAt), []);
    expect([armed.status, armed.deadline, alerts]).toEqual(["pending", deadline, []]);

    const missed = applyTime(armed, after(deadline, 1), []);
    expect([missed.snitch.status, missed.snitch.missingSince]).toEqual(["failed", deadline]);
    expect(summarize(missed)).toEqual(["missing: pending → failed, by email"]);
    expect(applyTime(armed, new Date(after(deadline, 1).getTime() - 1), []).alerts).toEqual([]);
  });

  test("a job that starts again and again and never ends is missing after the first of its deadlines", () => {
    let snitch = aDailySnitch({ ...calendarTerms("15_minute") });
    for (const time of ["10:03", "10:10", "10:20", "10:29"])
      snitch = applyEvent(snitch, start(at(time)), []).snitch;
    expect(snitch.deadline).toEqual(at("10:30"));
  });

  test("a finish ends the wait as any first check-in does", () => {
    const { snitch } = applyEvent(aDailySnitch(calendarTerms("15_minute")), start(at("10:03")), []);
    const finished = applyEvent(snitch, checkIn(at("10:12")), []);
    expect(summarize(finished)).toEqual(["reporting: pending → healthy"]);
    expect(finished.snitch.deadline).toEqual(at("10:30"));
  });

  test("another schedule moves the deadline and keeps the snitch armed", () => {
    const { snitch } = applyEvent(aDailySnitch(calendarTerms("15_minute")), start(at("10:03")), []);
    const terms = calendarTerms("hourly");
    const changed = applyEvent(
      snitch,
      { kind: "rescheduled", at: at("10:05"), terms, alertType: "basic" },
      [],
    );
    expect(changed.snitch).toMatchObject({ status: "pending", deadline: at("12:00") });
  });
});

const noon = after(tuesday, 720);
const aMomentBefore = (at: Date) => new Date(at.getTime() - 1);
const report = { exitStatus: "0", message: "done" };
const nothingElse = { alerts: [], pauses: [], unknownMisses: [] };
const start = (at: Date, abandons = false): SnitchEvent => ({ kind: "started", at, abandons });

const aRun = (overrides: Partial<Run> = {}) => aRunningRun(tuesday, overrides);

describe("what a report changes", () => {
  test("a check-in ends what was missing, and says so with its message and its run", () => {
    const run = aRun({ rid: "nightly" });
    const { snitch, alerts, ...rest } = applyEvent(
      failed,
      { kind: "checked_in", at: noon, ...report, run },
      [],
    );
    expect(snitch).toEqual({
      ...failed,
      status: "healthy",
      checkedInAt: noon,
      missingSince: null,
      deadline: thursday,
      arrivalsMs: [720 * MINUTE_MS],
      lastArrivalPeriod: tuesday,
    });
    expect(alerts).toMatchObject([
      {
        ...report,
        kind: "reporting",
        at: noon,
        meantFor: "everybody",
        silentSince: tuesday,
        run: toAlertRun(run),
      },
    ]);
    expect(rest).toEqual({ pauses: [], unknownMisses: [] });
  });

  test.each<[string, Partial<SnitchState>, string[]]>([
    ["a healthy snitch nobody hears of", {}, []],
    ["a snitch that recovers, its rules hear of", { recovering: true }, ["nobody"]],
    ["a pending snitch, channels hear of", { status: "pending", deadline: null }, ["channels"]],
    ["an errored snitch, everybody hears of", { status: "errored" }, ["everybody"]],
  ])("of a check-in of %s", (_, given, expected) => {
    const { alerts } = applyEvent({ ...healthy, ...given }, checkIn(noon), []);
    expect(alerts.map(({ meantFor }) => meantFor)).toEqual(expected);
  });

  test("a check-in that ends a pause is the end of it, and of the runs whose limit has passed", () => {
    const before = paused({
      runs: [aRun({ limitAt: after(tuesday, 10) })],
      running: 1,
      missingSince: tuesday,
    });
    const { snitch, alerts, ...rest } = applyEvent(
      before,
      { kind: "checked_in", at: noon, ...report, run: aRun() },
      [],
    );
    expect(snitch).toMatchObject({
      status: "healthy",
      checkedInAt: noon,
      missingSince: null,
      deadline: thursday,
      pausedAt: null,
      pauseUntil: null,
      statusBeforePause: null,
      running: 0,
      runs: [{ outcome: "abandoned" }],
      arrivalsMs: [720 * MINUTE_MS],
    });
    expect(alerts).toMatchObject([
      { ...report, kind: "reporting", at: noon, meantFor: "channels", run: toAlertRun(aRun()) },
    ]);
    expect(rest).toEqual({ pauses: [{ startsAt: tuesday, endsAt: noon }], unknownMisses: [] });
  });

  test("a report during a pause until another end is remembered for that end", () => {
    const before = paused({ pauseUntil: "unpaused", statusBeforePause: "failed", missingSince: tuesday });
    expect(applyEvent(before, { kind: "checked_in", at: noon, ...report, matchAt: tuesday }, [])).toEqual({
      snitch: {
        ...before,
        statusBeforePause: "healthy",
        missingSince: null,
        checkedInAt: noon,
        matchedTick: tuesday,
        arrivalsMs: [720 * MINUTE_MS],
        lastArrivalPeriod: tuesday,
      },
      ...nothingElse,
    });
    expect(applyEvent(before, error(noon), [])).toEqual({
      snitch: { ...before, statusBeforePause: "errored", missingSince: null },
      ...nothingElse,
    });
  });

  test("an error has its cause, its message and its run; another one of the period counts from the first", () => {
    const before = { ...failed, maxRuntime: 600 };
    const first = applyEvent(before, { ...error(noon), run: aRun() } as SnitchEvent, []);
    expect(first.snitch).toMatchObject({
      status: "errored",
      erroredAt: noon,
      missingSince: null,
      deadline: thursday,
      deadlineBy: "error",
      deadlineSince: noon,
    });
    expect(first.alerts).toMatchObject([
      {
        kind: "errored",
        at: noon,
        exitStatus: "3",
        message: "disk full",
        cause: "error",
        run: toAlertRun(aRun()),
      },
    ]);
    const event: SnitchEvent = { kind: "reported_error", at: after(noon, 1), cause: "too_short", ...report };
    const second = applyEvent(first.snitch, event, []);
    expect(second.snitch.erroredAt).toEqual(noon);
    expect(second.alerts).toMatchObject([{ cause: "too_short", meantFor: "nobody", run: null }]);
  });

  test("an error after a recovery is alerted, although the period had one before", () => {
    const recovered = applyEvent(applyEvent(healthy, error(noon), []).snitch, checkIn(after(noon, 1)), []);
    const again = applyEvent(recovered.snitch, error(after(noon, 2)), []);
    expect(again.alerts).toMatchObject([{ meantFor: "everybody" }]);
    expect(again.snitch.erroredAt).toEqual(after(noon, 2));
  });
});

describe("a report from the same millisecond is not late", () => {
  test.each<[string, SnitchState, SnitchEvent, SnitchState["status"]]>([
    ["as a pause", paused({ pausedAt: noon }), checkIn(noon), "healthy"],
    ["as a check-in", { ...healthy, checkedInAt: noon }, error(noon), "errored"],
    ["as an error", { ...errored, erroredAt: noon }, checkIn(noon), "healthy"],
  ])("%s", (_, before, event, status) => expect(applyEvent(before, event, []).snitch.status).toBe(status));
});

describe("a report from a moment before", () => {
  test.each<[string, SnitchState, (at: Date) => SnitchEvent]>([
    ["an error before the pause", paused({ pausedAt: noon }), error],
    ["a start before the pause", paused({ pausedAt: noon }), start],
    ["an error before the check-in", { ...healthy, checkedInAt: noon }, error],
  ])("changes nothing: %s", (_, before, event) => {
    expect(applyEvent(before, event(aMomentBefore(noon)), [])).toEqual({ snitch: before, ...nothingElse });
  });

  test.each<[string, SnitchState, SnitchEvent, Partial<SnitchState>]>([
    [
      "a pause until another end",
      paused({ pausedAt: noon, pauseUntil: "unpaused", statusBeforePause: "errored" }),
      checkIn(aMomentBefore(noon)),
      { statusBeforePause: "healthy" },
    ],
    [
      "an error that has been mended since",
      { ...healthy, erroredAt: noon },
      checkIn(aMomentBefore(noon)),
      { lastArrivalPeriod: tuesday },
    ],
    [
      "an error, if it is one, too",
      { ...errored, erroredAt: noon },
      error(aMomentBefore(noon)),
      { status: "errored" },
    ],
  ])("counts after %s", (_, before, event, changed) => {
    expect(applyEvent(before, event, []).snitch).toMatchObject(changed);
  });

  test("a start of a period that was alerted as missed since then changes nothing", () => {
    const before = { ...healthy, expects: "start" as const, deadline: friday };
    expect(applyEvent(before, start(noon), []).snitch).toEqual(before);
  });
});

describe("the deadline after a report of a run", () => {
  const finish = (at: Date, matchAt: Date): SnitchEvent => ({ kind: "checked_in", at, matchAt, ...report });
  const late = after(wednesday, -1);

  test("is that of the time for which the run began", () => {
    const before = { ...healthy, deadline: wednesday };
    expect(applyEvent(before, finish(noon, tuesday), []).snitch).toMatchObject({
      deadline: thursday,
      matchedTick: tuesday,
      deadlineBy: null,
      deadlineSince: null,
    });
  });

  test("does not move back, and keeps its origin", () => {
    const by = { deadlineBy: "unpaused", deadlineSince: noon } as const;
    const before = { ...healthy, deadline: friday, matchedTick: wednesday, ...by };
    const event = finish(after(wednesday, 60), wednesday);
    expect(
      applyEvent({ ...before, deadline: new Date("2026-03-13T00:00:01Z") }, event, []).snitch,
    ).toMatchObject({
      deadline: new Date("2026-03-13T00:00:01Z"),
      matchedTick: wednesday,
      ...by,
    });
    expect(applyEvent(before, event, []).snitch).toMatchObject({
      deadline: friday,
      deadlineBy: null,
      deadlineSince: null,
    });
  });

  test.each<[string, SnitchEvent, string]>([
    ["report", finish(friday, tuesday), "report"],
    ["error", { kind: "reported_error", at: friday, matchAt: tuesday, ...report }, "error"],
  ])("is a new period if the first %s comes after it", (_, event, deadlineBy) => {
    expect(applyEvent(aDailySnitch(), event, []).snitch).toMatchObject({
      deadline: new Date("2026-03-15T00:00Z"),
      matchedTick: tuesday,
      deadlineBy,
      deadlineSince: friday,
    });
  });

  test("of a check-in that is overtaken by another counts from the later one", () => {
    const before = applyEvent(healthy, checkIn(late), []).snitch;
    const { snitch } = applyEvent(before, checkIn(noon), []);
    expect([snitch.checkedInAt, snitch.deadline]).toEqual([late, thursday]);
  });

  test.each<[string, Partial<SnitchState>, number]>([
    ["its finish", {}, 720],
    ["its start, if that is expected", { expects: "start" }, 60],
    ["its start, if the run has a limit", { maxRuntime: 60_000 }, 60],
  ])("learns when the job comes: %s", (_, given, minutes) => {
    const { snitch } = applyEvent({ ...healthy, ...given }, finish(noon, after(tuesday, 60)), []);
    expect(snitch.arrivalsMs).toEqual([minutes * MINUTE_MS]);
  });
});

describe("the start of a run", () => {
  const limited = { ...healthy, maxRuntime: 600 };
  const moved = { deadline: thursday, matchedTick: noon, deadlineBy: null };

  test.each<[string, SnitchState, SnitchEvent]>([
    ["where its finish is expected", healthy, start(noon)],
    ["while its snitch is paused", paused({ expects: "start" }), start(noon)],
    [
      "that abandons one, if nothing was ever reported",
      { ...limited, status: "pending", checkedInAt: null },
      start(noon, true),
    ],
  ])("changes nothing %s", (_, before, event) => {
    expect(applyEvent(before, event, [])).toEqual({ snitch: before, ...nothingElse });
  });

  test.each<[string, SnitchState, SnitchEvent]>([
    ["where it is expected", { ...healthy, expects: "start" }, start(noon, true)],
    ["if the run has a limit", { ...limited, checkedInAt: null }, start(noon)],
    ["that abandons one, if a report came lately", limited, start(noon, true)],
    [
      "that abandons one, if an error came lately",
      { ...limited, checkedInAt: null, erroredAt: tuesday },
      start(noon, true),
    ],
  ])("is enough %s", (_, before, event) => {
    expect(applyEvent(before, event, []).snitch).toMatchObject(moved);
  });

  test.each<[string, Date, Date, Date]>([
    ["two periods", after(wednesday, 720), thursday, friday],
    ["three periods", after(thursday, 720), friday, friday],
  ])("that abandons one, %s after the last report", (_, at, deadline, expected) => {
    expect(applyEvent({ ...limited, deadline }, start(at, true), []).snitch.deadline).toEqual(expected);
  });

  test("of a job that never reported waits for it, and for the next one where runs have a limit", () => {
    expect(applyEvent(aDailySnitch(), start(noon), []).snitch).toMatchObject({
      matchedTick: null,
      deadlineBy: "started",
      deadlineSince: noon,
    });
    expect(applyEvent(aDailySnitch({ maxRuntime: 600 }), start(noon), []).snitch.matchedTick).toEqual(noon);
    const waiting = aDailySnitch({ status: "pending", deadline: thursday });
    expect(applyEvent(waiting, start(noon), []).snitch).toEqual(waiting);
  });
});

describe("other terms", () => {
  const nightly = aDailySnitch({
    status: "healthy",
    schedule: "0 3 * * *",
    grace: 1_800,
    deadline: new Date("2026-03-11T03:30Z"),
    deadlineBy: "unpaused",
    deadlineSince: tuesday,
    arrivalsMs: [1, 2],
  });
  const reschedule = (
    before: SnitchState,
    terms: Partial<ScheduleTerms>,
    at = noon,
    alertType = before.alertType,
  ) =>
    applyEvent(
      before,
      { kind: "rescheduled", at, terms: { ...toScheduleTerms(before), ...terms }, alertType },
      [],
    );

  test("with another grace move the deadline by the difference, and nothing else", () => {
    expect(reschedule(nightly, { grace: 600 })).toEqual({
      snitch: { ...nightly, grace: 600, deadline: new Date("2026-03-11T03:10Z") },
      ...nothingElse,
    });
    const pending = { ...nightly, status: "pending", deadline: null } as const;
    expect(reschedule(pending, { grace: 600 }).snitch).toEqual({ ...pending, grace: 600 });
  });

  test("never move the deadline into the past", () => {
    const at = new Date("2026-03-11T03:25Z");
    expect(reschedule(nightly, { grace: 600 }, at).snitch.deadline).toEqual(at);
  });

  test("of alerting grant a fresh period", () => {
    const { snitch } = reschedule(nightly, {}, noon, "smart");
    expect(snitch).toMatchObject({
      alertType: "smart",
      arrivalsMs: [],
      deadlineBy: "rescheduled",
      deadlineSince: noon,
    });
    const pending = { ...nightly, status: "pending", deadline: null } as const;
    expect(reschedule(pending, {}, noon, "smart").snitch.deadline).toBeNull();
  });
});

test("in whatever order reports arrive, the latest check-in stays, and the deadline never moves back", () => {
  const aReport = fc.record({ minute: fc.integer({ min: 0, max: 4_000 }), isError: fc.boolean() });
  fc.assert(
    fc.property(fc.array(aReport, { maxLength: 12 }), (reports) => {
      let snitch: SnitchState = { ...healthy, checkedInAt: tuesday };
      for (const { minute, isError } of reports) {
        const at = after(tuesday, minute);
        const { deadline } = snitch;
        ({ snitch } = applyEvent(snitch, isError ? error(at) : checkIn(at), []));
        expect(Number(snitch.deadline)).toBeGreaterThanOrEqual(Number(deadline));
      }
      const checkIns = reports.flatMap(({ minute, isError }) => (isError ? [] : [minute]));
      expect(snitch.checkedInAt).toEqual(after(tuesday, Math.max(0, ...checkIns)));
    }),
  );
});
