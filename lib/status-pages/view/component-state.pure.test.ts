import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { type JobFacts, jobState, PUBLIC_STATES, worstState } from "./component-state";

const now = new Date("2026-03-10T02:30Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const nightly = { ...calendarTerms("daily"), schedule: "0 2 * * *", grace: 3_600 };

const aJob = (facts: Partial<JobFacts>): JobFacts => ({
  ...nightly,
  status: "healthy",
  deadline: new Date("2026-03-11T03:00Z"),
  running: 0,
  missingSince: null,
  hasError: false,
  maintenanceSince: null,
  isUnmonitored: false,
  ...facts,
});

const waiting = { deadline: new Date("2026-03-10T03:00Z") };
const missed = { status: "failed", missingSince: ago(MINUTE_MS) } as const;
const inMaintenance = { maintenanceSince: ago(HOUR_MS) };

test.each<[string, Partial<JobFacts>, (typeof PUBLIC_STATES)[number]]>([
  ["reported in time", {}, "ok"],
  ["its time has passed, its grace has not", waiting, "late"],
  ["its deadline has passed, and the miss is not decided", { deadline: ago(1) }, "late"],
  ["it is running within its grace", { ...waiting, running: 1 }, "running"],
  ["it runs beyond its deadline", { deadline: ago(1), running: 1 }, "late"],
  ["it is missing", missed, "failed"],
  ["it is missing and runs", { ...missed, running: 1 }, "failed"],
  ["it was missed in the maintenance of now", { ...missed, ...inMaintenance }, "maintenance"],
  ["it was missed before it", { ...missed, ...inMaintenance, missingSince: ago(2 * HOUR_MS) }, "failed"],
  ["it was missed in maintenance that is over", { ...missed, missingSince: ago(HOUR_MS) }, "failed"],
  ["an error in maintenance", { status: "errored", ...inMaintenance }, "failed"],
  ["an error, then a miss in maintenance", { ...missed, hasError: true, ...inMaintenance }, "failed"],
  ["it is healthy in maintenance", inMaintenance, "maintenance"],
  ["it is running in maintenance", { ...inMaintenance, running: 1 }, "running"],
  ["it is paused", { status: "paused", deadline: null }, "unknown"],
  ["it never reported", { status: "pending", deadline: null }, "unknown"],
  ["nobody listened", { isUnmonitored: true }, "unknown"],
  ["nobody listened at its time", { ...waiting, isUnmonitored: true }, "unknown"],
  ["nobody listened after it was missed", { ...missed, isUnmonitored: true }, "failed"],
])("%s", (_, facts, state) => {
  expect(jobState(aJob(facts), now)).toBe(state);
});

test("the time to start, which is shorter than the grace, makes nothing late early", () => {
  const job = aJob({ startGrace: 300, deadline: new Date("2026-03-10T02:05Z") });
  expect(jobState(job, new Date("2026-03-10T01:59Z"))).toBe("ok");
  expect(jobState(job, new Date("2026-03-10T02:01Z"))).toBe("late");
});

test("no maintenance hides an error, whatever else is true", () => {
  const anyJob = fc.record({
    running: fc.nat(2),
    isUnmonitored: fc.boolean(),
    maintenanceSince: fc.constantFrom(null, ago(HOUR_MS)),
    missingSince: fc.constantFrom(null, ago(MINUTE_MS)),
    deadline: fc.constantFrom(ago(1), new Date("2026-03-11T03:00Z")),
  });
  const anyError = fc.constantFrom<Partial<JobFacts>>(
    { status: "errored" },
    { status: "failed", hasError: true },
    { status: "errored", hasError: true },
  );
  fc.assert(
    fc.property(anyJob, anyError, (facts, error) => jobState(aJob({ ...facts, ...error }), now) === "failed"),
  );
});

test("a component has the worst state of its jobs, and none is better for one more", () => {
  const anyStates = fc.array(fc.constantFrom(...PUBLIC_STATES));
  fc.assert(
    fc.property(anyStates, fc.constantFrom(...PUBLIC_STATES), (states, more) => {
      const worst = worstState([...states, more]);
      return (
        PUBLIC_STATES.indexOf(worst) <= PUBLIC_STATES.indexOf(worstState(states)) &&
        [...states, more].every((state) => PUBLIC_STATES.indexOf(worst) <= PUBLIC_STATES.indexOf(state))
      );
    }),
  );
  expect(worstState([])).toBe("ok");
});
