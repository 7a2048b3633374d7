import { expect, test } from "vitest";
import { ARRIVAL, aCheckedInSnitch, aCheckIn, aReportedSnitch } from "@/testing/reported-snitch";
import { aRunningRun } from "@/testing/snitch-state";
import { NOTHING_SAID, type Signal } from "../runs/signal";
import { applyCheckIn } from "./apply-check-in";
import type { CheckIn } from "./check-in";
import type { ApplyContext, CheckedInSnitch } from "./reported-snitch";

const START = new Date("2026-03-10T12:00Z");
const at = (ms: number) => new Date(START.getTime() + ms);
const signal = (facts: Partial<Signal> = {}): Signal => ({ ...NOTHING_SAID, isInPath: true, ...facts });

/** The row of a check-in, and the snitch after it. */
function apply(
  checkIn: Partial<CheckIn>,
  state: Partial<CheckedInSnitch> = {},
  order: ApplyContext["order"] = "arrival",
) {
  const target = aReportedSnitch(aCheckedInSnitch(state));
  target.history = {
    since: new Map([[null, at(-60_000)]]),
    runs: [],
    signals: new Map(),
    dropped: [],
    moved: new Set(),
  };
  const { checkIn: applied, ...row } = applyCheckIn(target, aCheckIn(checkIn), { ...ARRIVAL, order });
  return { row, at: applied.at, target, snitch: target.snitch };
}
const running = (overrides = {}) => aRunningRun(START, overrides);
const withRuns = (...runs: ReturnType<typeof running>[]) => ({ runs, running: runs.length });

test("a plain check-in makes a row without a run, and the snitch healthy or errored", () => {
  const { row, snitch } = apply({ at: at(1_000) });
  expect(row).toEqual({ snitchId: snitch.id, accepted: true });
  expect(snitch).toMatchObject({ status: "healthy", checkedInAt: at(1_000), runs: [] });
  const failed = apply({ at: at(1_000), exitStatus: "1" });
  expect(failed.snitch).toMatchObject({ status: "errored", runs: [] });
  expect(failed.target.alerts).toMatchObject([{ kind: "errored" }]);
});

test("a log belongs to its run while that is open; what is ignored belongs to none; neither changes the snitch", () => {
  const open = running({ rid: "a" });
  const log = (runs: CheckedInSnitch["runs"], kind: "log" | "ignored" = "log", rid = "a") => {
    const { row, snitch } = apply(
      { at: at(1_000), exitStatus: "1", signal: signal({ kind, rid }) },
      { runs },
    );
    expect(snitch).toEqual(aCheckedInSnitch({ runs }));
    return row;
  };
  expect(log([open])).toMatchObject({ kind: "log", runId: open.id });
  expect(log([open], "log", "b")).toMatchObject({ kind: "log", runId: null });
  expect(log([running({ rid: "a", endedAt: at(500) })])).toMatchObject({ kind: "log", runId: null });
  expect(log([open], "ignored")).toMatchObject({ kind: "ignored", runId: null });
});

test("a keep-alive that came after a later one is a start of its run, and changes nothing", () => {
  const open = running({ rid: "a", aliveAt: at(9_000) });
  const { row, snitch } = apply(
    { at: at(5_000), signal: signal({ kind: "start", rid: "a" }) },
    withRuns(open),
  );
  expect(row).toMatchObject({ kind: "start", runId: open.id });
  expect(snitch.runs).toEqual([open]);
});

test("a start opens a run, and a finish ends it, with what they say about it", () => {
  const begun = apply({ at: START, signal: signal({ kind: "start", rid: "a", host: "db1" }) });
  const [run] = begun.snitch.runs;
  expect(begun.row).toMatchObject({ kind: "start", runId: run?.id });
  expect(run).toMatchObject({
    rid: "a",
    host: "db1",
    startedAt: START,
    outcome: "running",
    exclusive: false,
  });
  const ended = apply(
    { at: at(5_000), exitStatus: "3", signal: signal({ rid: "a" }), output: OUTPUT, outputId: "out" },
    begun.snitch,
  );
  expect(ended.row).toMatchObject({ kind: "finish", runId: run?.id });
  expect(ended.snitch).toMatchObject({ status: "errored", running: 0 });
  expect(ended.snitch.runs).toMatchObject([
    { id: run?.id, outcome: "failed", exitStatus: "3", durationMs: 5_000, outputId: "out" },
  ]);
});

const OUTPUT = { bytes: 1, keptBytes: 1, data: "" };

test("a finish without a name and a start is a run if it says more than that the job ran", () => {
  const countRuns = (facts: Partial<Signal>, more: Partial<CheckIn> = {}) =>
    apply({ at: at(1_000), signal: signal(facts), ...more }).snitch.runs.length;
  expect(countRuns({})).toBe(0);
  for (const facts of [{ reportedMs: 5 }, { host: "db1" }, { env: "night" }, { metrics: { rows: 1 } }])
    expect(countRuns({ isInPath: false, ...facts })).toBe(1);
  expect(countRuns({}, { output: OUTPUT })).toBe(1);
  expect(countRuns({ isInPath: false }, { output: OUTPUT })).toBe(0);
});

test("an output is that of the finish, not of the start", () => {
  const { snitch } = apply({ signal: signal({ kind: "start", rid: "a" }), output: OUTPUT, outputId: "out" });
  expect(snitch.runs).toMatchObject([{ outputId: null }]);
});

test("a finish that is at most two seconds behind its start comes after it, if it arrived after it", () => {
  const after = (ms: number, overrides = {}, more: Partial<CheckIn> = {}) =>
    apply({ at: at(ms), signal: signal(), ...more }, withRuns(running(overrides))).at;
  expect([-2_000, -1, 0].map((ms) => after(ms))).toEqual([at(1), at(1), at(1)]);
  expect([-2_001, 1].map((ms) => after(ms))).toEqual([at(-2_001), at(1)]);
  expect(after(-5, { outcome: "abandoned" })).toEqual(at(-5));
  expect(after(-5, {}, { signal: signal({ kind: "start" }) })).toEqual(at(-5));
  expect(apply({ at: at(-5), signal: signal() }, withRuns(running()), "time").at).toEqual(at(-5));
  const named = apply(
    { at: at(5), signal: signal({ rid: "a" }) },
    withRuns(running({ rid: "a", startedAt: at(6), at: at(1), aliveAt: at(1) })),
  );
  expect(named.at).toEqual(at(5));
});

test("a plain check-in abandons the open run of a job that has one at a time, unless it is by hand", () => {
  const open = withRuns(running({ rid: "a", exclusive: true }));
  expect(apply({ at: at(5_000) }, open).snitch).toMatchObject({
    running: 0,
    runs: [{ outcome: "abandoned" }],
  });
  expect(apply({ at: at(5_000), method: "" }, open).snitch).toMatchObject({ running: 1 });
  expect(apply({ at: at(5_000) }, withRuns(running({ rid: "a" }))).snitch).toMatchObject({ running: 1 });
});

test("a miss before it is applied first, and a check-in that is deferred means nothing yet", () => {
  const missed = apply({ at: at(1_000), signal: signal({ kind: "start" }) }, { deadline: at(-3_600_000) });
  expect(missed.target.alerts).toMatchObject([{ kind: "missing" }]);
  const deferred = apply({ at: at(1_000), exitStatus: "1" }, { deferredSince: START });
  expect(deferred.snitch).toEqual(aCheckedInSnitch({ deferredSince: START }));
  expect(deferred.target.alerts).toEqual([]);
});

test("after a late check-in, a signal needs the runs of the history; before it, only if it is out of order", () => {
  const start = aCheckIn({ at: at(1_000), signal: signal({ kind: "start", rid: "a" }) });
  const late = { since: at(-1), appliedUntil: at(-1) };
  expect(() => applyCheckIn({ ...aReportedSnitch(), late }, start, ARRIVAL)).toThrow("were not loaded");
  expect(applyCheckIn(aReportedSnitch(), start, ARRIVAL).kind).toBe("start");
  const ended = aCheckedInSnitch({
    runs: [running({ rid: "a", endedAt: at(9_000), lastFinishAt: at(9_000), outcome: "succeeded" })],
  });
  expect(() => applyCheckIn(aReportedSnitch(ended), start, ARRIVAL)).toThrow("were not loaded");
  expect(applyCheckIn(aReportedSnitch(ended), start, { ...ARRIVAL, order: "time" }).kind).toBe("start");
});
