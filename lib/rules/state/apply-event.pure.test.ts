import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { aDailySnitch } from "@/testing/snitch-state";
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
      `${kind}: ${from} → ${to}${meantFor === "everybody" ? ", by e-mail" : ""}`,
  );

describe("the table of states", () => {
  const noon = after(tuesday, 720);

  test.each<[string, SnitchState, SnitchEvent, SnitchState["status"], string[]]>([
    ["a first check-in", aDailySnitch(), checkIn(noon), "healthy", ["reporting: pending → healthy"]],
    ["a first error", aDailySnitch(), error(noon), "errored", ["errored: pending → errored, by e-mail"]],
    ["another check-in", healthy, checkIn(noon), "healthy", []],
    ["an error", healthy, error(noon), "errored", ["errored: healthy → errored, by e-mail"]],
    ["an error while missing", failed, error(noon), "errored", ["errored: failed → errored, by e-mail"]],
    [
      "an error in another period",
      errored,
      error(noon),
      "errored",
      ["errored: errored → errored, by e-mail"],
    ],
    ["a recovery from missing", failed, checkIn(noon), "healthy", ["reporting: failed → healthy, by e-mail"]],
    [
      "a recovery from an error",
      errored,
      checkIn(noon),
      "healthy",
      ["reporting: errored → healthy, by e-mail"],
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
      ["reporting: paused → healthy, by e-mail"],
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
    expect(summarize(transition)).toEqual(["reporting: failed → healthy, by e-mail"]);
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
    expect(summarize(missed)).toEqual(["missing: pending → failed, by e-mail"]);
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
