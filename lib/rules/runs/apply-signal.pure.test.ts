import { expect, test } from "vitest";
import { calendarTerms } from "../schedule/schedule-terms";
import { applySignal, type RunSignal } from "./apply-signal";
import { buildRunId, NO_FACTS, type Run, timeOfRunId } from "./run";
import { NO_RUN_TERMS } from "./terms";

const TERMS = { ...calendarTerms("daily"), ...NO_RUN_TERMS };
const at = (time: string) => new Date(`2026-03-10T${time}Z`);

let count = 0;
const aSignal = (kind: "start" | "finish", time: string, given: Partial<RunSignal> = {}): RunSignal => ({
  ...NO_FACTS,
  id: `019e677c-0c80-7a41-8c02-${String(count++).padStart(12, "0")}`,
  at: at(time),
  kind,
  rid: null,
  exclusive: false,
  exitStatus: "",
  outputId: null,
  isRun: false,
  ...given,
});

/** Applies signals in order. Returns every run, as it is at the end, and what each signal meant. */
function apply(signals: RunSignal[], terms: typeof TERMS = TERMS) {
  const runs = new Map<string, Run>();
  let latest: Run | null = null;
  const effects = signals.map((signal) => {
    const step = applySignal(latest, signal, terms);
    for (const run of step.changed) runs.set(run.id, run);
    latest = step.latest;
    return step.effect;
  });
  return { runs: [...runs.values()], effects };
}

test("a start and a finish are a run with a duration", () => {
  const { runs, effects } = apply([aSignal("start", "03:00:00"), aSignal("finish", "03:04:12")]);

  expect(runs).toMatchObject([
    { outcome: "succeeded", startedAt: at("03:00:00"), endedAt: at("03:04:12"), durationMs: 252_000 },
  ]);
  expect(effects).toMatchObject([
    { kind: "started", abandons: false },
    { kind: "finished", fault: null, isRepeat: false },
  ]);
});

test("without a name, a start abandons the run before, and a finish without a run is a plain check-in", () => {
  const { runs, effects } = apply([
    aSignal("start", "03:00"),
    aSignal("start", "03:10"),
    aSignal("finish", "03:11"),
    aSignal("finish", "03:12"),
  ]);

  expect(runs.map(({ outcome }) => outcome)).toEqual(["abandoned", "succeeded"]);
  expect(effects[1]).toMatchObject({ kind: "started", abandons: true });
  expect(effects[3]).toMatchObject({ kind: "finished", run: null });
});

test("a finish that says more than that the job ran is a run of its own", () => {
  const { runs } = apply([aSignal("finish", "03:00", { isRun: true, reportedMs: 4_000 })]);
  expect(runs).toMatchObject([{ startedAt: null, durationMs: null, reportedMs: 4_000 }]);
});

test("with a name, a repeated start is a keep-alive that moves the limit", () => {
  const terms = { ...TERMS, maxRuntime: 600 };
  const { runs, effects } = apply(
    [aSignal("start", "03:00", { rid: "a" }), aSignal("start", "03:08", { rid: "a" })],
    terms,
  );

  expect(runs).toMatchObject([{ outcome: "running", startedAt: at("03:00"), limitAt: at("03:18") }]);
  expect(effects[1]).toMatchObject({ kind: "none" });
});

test("with a name, a repeated request of a run that has ended changes nothing but the time of the repeat", () => {
  const signals = [
    aSignal("start", "03:00", { rid: "a" }),
    aSignal("finish", "03:01", { rid: "a" }),
    aSignal("start", "03:02", { rid: "a" }),
    aSignal("finish", "03:03", { rid: "a" }),
  ];
  const { runs, effects } = apply(signals);

  expect(runs).toMatchObject([{ endedAt: at("03:01"), durationMs: 60_000, outcome: "succeeded" }]);
  expect(effects.slice(2)).toMatchObject([{ kind: "none" }, { kind: "finished", isRepeat: true }]);
});

test("a finish that says something else than the first one corrects the run", () => {
  const { runs, effects } = apply([
    aSignal("finish", "03:01", { rid: "a", exitStatus: "1" }),
    aSignal("finish", "03:05", { rid: "a" }),
  ]);
  expect(runs).toMatchObject([{ outcome: "succeeded", exitStatus: "", endedAt: at("03:05") }]);
  expect(effects[1]).toMatchObject({ isRepeat: false, fault: null });
});

test("a name may be used again an hour after its run ended", () => {
  const { runs } = apply([
    aSignal("start", "03:00", { rid: "nightly" }),
    aSignal("finish", "03:01", { rid: "nightly" }),
    aSignal("start", "04:01:01", { rid: "nightly" }),
  ]);
  expect(runs.map(({ outcome }) => outcome)).toEqual(["succeeded", "running"]);
});

test.each([
  ["03:10:59", "succeeded", null],
  ["03:11:00", "overran", "overran"],
])("with a limit of ten minutes, a run that finishes at %s has %s", (time, outcome, cause) => {
  const { runs } = apply([aSignal("start", "03:00"), aSignal("finish", time)], {
    ...TERMS,
    maxRuntime: 600,
  });
  expect(runs).toMatchObject([{ outcome, cause, endedAt: at(time) }]);
});

test.each([
  ["an exit status", { exitStatus: "3" }, {}, { cause: "error", failedCheck: null }],
  ["less than the shortest runtime", {}, { minRuntime: 61 }, { cause: "too_short", failedCheck: null }],
  ["a reported duration", { reportedMs: 59_999 }, { minRuntime: 60 }, { cause: "too_short" }],
  ["the duration", {}, { checks: ["duration < 1 min"] }, { cause: "check", failedCheck: "duration < 1 min" }],
  ["a metric", { metrics: { rows: 0 } }, { checks: ["metric.rows > 0"] }, { failedCheck: "metric.rows > 0" }],
  ["a metric that is not sent", {}, { checks: ["metric.rows > 0"] }, { failedCheck: "metric.rows > 0" }],
])("a run fails because of %s", (_, facts, terms, fault) => {
  const { runs, effects } = apply([aSignal("start", "03:00"), aSignal("finish", "03:01", facts)], {
    ...TERMS,
    ...terms,
  });
  expect(runs).toMatchObject([{ outcome: "failed", ...fault }]);
  expect(effects[1]).toMatchObject({ fault });
});

test("what signals say about a run is kept together", () => {
  const { runs } = apply([
    aSignal("start", "03:00", { host: "db1", metrics: { rows: 1, files: 2 } }),
    aSignal("finish", "03:01", { env: "production", metrics: { rows: 3 }, outputId: "output" }),
  ]);
  expect(runs).toMatchObject([
    { host: "db1", env: "production", metrics: { rows: 3, files: 2 }, outputId: "output" },
  ]);
});

test("the id of a run contains its time, to the millisecond", () => {
  const instant = new Date("2026-03-10T03:00:00.123Z");
  const id = buildRunId("019e677c-0c80-7a41-8c02-5f0d8a3b9e11", instant);

  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7a41-8c02-5f0d8a3b9e11$/);
  expect(timeOfRunId(id)).toEqual(instant);
});
