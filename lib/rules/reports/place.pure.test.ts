import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NO_FACTS } from "@/lib/rules/runs/run";
import {
  aCheckIn,
  aCheckedInSnitch as aSnitch,
  ARRIVAL as FACTS,
  aReportedSnitch as reported,
} from "@/testing/reported-snitch";
import { aRunningRun } from "@/testing/snitch-state";
import { applyCheckIn } from "./apply-check-in";
import type { CheckIn, CheckInRow } from "./check-in";
import { findOutOfOrder } from "./order";
import { defer, deferLate, isDeferred, isNeverApplied, place } from "./place";
import type { CheckedInSnitch, Facts, LateFacts, ReportedSnitch } from "./reported-snitch";

const tuesday = new Date("2026-03-10T12:00Z");
const after = (minutes: number) => new Date(tuesday.getTime() + minutes * MINUTE_MS);

const lateFacts = (overrides: Partial<LateFacts> = {}): LateFacts => ({
  counted: [],
  isStateNewer: false,
  acceptsLateReports: true,
  hasSameSignal: false,
  ...overrides,
});
const knowing = (facts: Partial<LateFacts> = {}): Facts => ({
  ...FACTS,
  late: new Map([[aCheckIn().id, lateFacts(facts)]]),
});

const TEN = Array.from({ length: 10 }, () => ({ at: after(-60), isSignal: false }));
const start = { ...NO_FACTS, kind: "start", rid: null, isInPath: true } as const;
const log = { ...start, kind: "log" } as const;
const overdue = aSnitch({ deadline: after(-10) });
const limited = aSnitch({ countedHour: tuesday, hourCount: 10, countedMinute: tuesday });
const late = aCheckIn({ at: after(-60), receivedAt: tuesday });
const ERROR = { exitStatus: "1" };
const RUSH = { ...FACTS, isRush: true };
const INCOMPLETE = { ...FACTS, isIncomplete: true };
const JOURNAL: Facts = { ...FACTS, order: "journal" };

describe("a check-in", () => {
  test.each<[what: string, snitch: CheckedInSnitch, checkIn: CheckIn, facts: Facts, expected: string]>([
    ["of a healthy snitch", aSnitch(), aCheckIn(), FACTS, "applied"],
    ["that starts a run", aSnitch(), aCheckIn({ signal: start }), FACTS, "applied"],
    ["with an error", aSnitch(), aCheckIn(ERROR), FACTS, "applied"],
    ["after a deadline", overdue, aCheckIn(), FACTS, "applied"],
    ["after a deadline, others missing", overdue, aCheckIn(), INCOMPLETE, "deferred: others may be missing"],
    ["that is a log, others missing", overdue, aCheckIn({ signal: log }), INCOMPLETE, "applied"],
    [
      "after one that is deferred",
      aSnitch({ deferredSince: after(-1) }),
      aCheckIn(),
      FACTS,
      "deferred: earlier one is deferred",
    ],
    ["before one that is deferred", aSnitch({ deferredSince: after(1) }), aCheckIn(), FACTS, "applied"],
    ["with an error in a rush", aSnitch(), aCheckIn(ERROR), RUSH, "deferred: rush"],
    ["by hand in a rush", aSnitch(), aCheckIn({ method: "" }), RUSH, "applied"],
    ["in a rush, before a report", aSnitch({ erroredAt: after(1) }), aCheckIn(), RUSH, "applied"],
    [
      "that is recorded",
      aSnitch(),
      aCheckIn(),
      { ...FACTS, recordedIds: new Set([aCheckIn().id]) },
      "repeated: recorded",
    ],
    ["beyond the rate", limited, aCheckIn(), FACTS, "refused: rate"],
    ["of a journal beyond the rate", limited, aCheckIn(), JOURNAL, "applied"],
    ["that is late", aSnitch(), late, knowing(), "applied"],
    ["that is late, beyond the rate", aSnitch(), late, knowing({ counted: TEN }), "refused: late rate"],
    ["that is late, of a newer state", aSnitch(), late, knowing({ isStateNewer: true }), "late: newer state"],
    ["that is late, of a paused snitch", aSnitch({ status: "paused" }), late, knowing(), "late: pause"],
    ["that is a late log", aSnitch(), { ...late, signal: log }, knowing({ isStateNewer: true }), "applied"],
    ["that is late, again", aSnitch(), late, knowing({ hasSameSignal: true }), "repeated: same signal"],
    [
      "that is late, and its case takes none",
      aSnitch(),
      late,
      knowing({ acceptsLateReports: false }),
      "refused: no late reports",
    ],
  ])("%s", (_, snitch, checkIn, facts, expected) => {
    const placement = place(reported(snitch), checkIn, facts);
    expect("because" in placement ? `${placement.kind}: ${placement.because}` : placement.kind).toBe(
      expected,
    );
  });

  const row = (checkIn: CheckIn, accepted = true) => ({ checkIn, snitchId: "", accepted });
  const among = (rows: CheckInRow[], checkIn: CheckIn, facts = FACTS) => {
    const placement = place({ ...reported(aSnitch()), rows }, checkIn, facts);
    return "because" in placement ? placement.because : placement.kind;
  };

  test("repeats one of the same batch that counted, if its sender may repeat it", () => {
    const again = aCheckIn({ mayRepeat: true });
    const other = row(aCheckIn({ id: "another" }));
    expect(among([other, row(aCheckIn())], again)).toBe("in this batch");
    expect(among([row(aCheckIn())], aCheckIn())).toBe("applied");
    expect(among([other], again)).toBe("applied");
    expect(among([row(aCheckIn(), false)], again)).toBe("applied");
  });

  test("that is late, after a later one of the same batch that counted, is left to the replay of the history", () => {
    const at = (minutes: number, accepted = true) =>
      row(aCheckIn({ id: "another", at: after(minutes) }), accepted);
    expect([-61, -60, 0].map((minutes) => among([at(minutes)], late, knowing()))).toEqual([
      "applied",
      "newer report",
      "newer report",
    ]);
    expect(among([at(0, false)], late, knowing())).toBe("applied");
  });

  test("beyond the rate of its past minute is refused permanently; beyond the present one, until there is room", () => {
    const facts = knowing({ counted: TEN });
    expect(among([], late, facts)).toBe("late rate");
    // Its minute is not over.
    expect(among([], aCheckIn({ at: after(-60), receivedAt: after(-60) }), facts)).toBe("rate");
  });

  test("in a rush waits unless a run is open, or a report of its time or later was applied", () => {
    const inRush = (given: Partial<CheckedInSnitch>) =>
      place(reported(aSnitch(given)), aCheckIn(), RUSH).kind;
    expect(inRush({ checkedInAt: null })).toBe("deferred");
    expect(inRush({ checkedInAt: tuesday })).toBe("applied");
    expect(inRush({ runs: [aRunningRun(after(-1))] })).toBe("applied");
  });
});

test("what is deferred begins with the earliest check-in that is, itself included", () => {
  const snitch = aSnitch();
  for (const minutes of [5, 3, 4]) defer(snitch, after(minutes));
  expect(snitch.deferredSince).toEqual(after(3));
  expect([after(2), after(3)].map((at) => isDeferred(snitch, at))).toEqual([false, true]);
  expect(isDeferred(aSnitch(), tuesday)).toBe(false);
});

test("late check-ins are applied from the earliest, to a state that has all else until the first came, or one was deferred", () => {
  const target = reported(aSnitch());
  deferLate(target, aCheckIn({ at: after(-60), receivedAt: after(1) }));
  expect(target).toMatchObject({ late: { since: after(-60), appliedUntil: after(1) } });
  expect(target.snitch.deferredSince).toEqual(after(-60));
  deferLate(target, aCheckIn({ at: after(-90), receivedAt: after(2) }));
  expect(target.late).toEqual({ since: after(-90), appliedUntil: after(1) });
  deferLate(target, aCheckIn({ at: after(-70) }));
  expect(target.late).toEqual({ since: after(-90), appliedUntil: after(-70) });
  const waiting = reported(aSnitch({ deferredSince: after(-5) }));
  deferLate(waiting, aCheckIn({ at: after(-60), receivedAt: after(1) }));
  expect(waiting.late).toEqual({ since: after(-60), appliedUntil: after(-5) });
});

const states = fc.constantFrom<Partial<CheckedInSnitch>>(
  {},
  { status: "errored", erroredAt: after(-5) },
  { status: "failed", deadline: after(5), missingSince: after(-5) },
  { status: "paused", deadline: null, pausedAt: after(-5), pauseUntil: "healthy" },
  { status: "pending", deadline: null },
  { deadline: after(-5) },
  { deferredSince: after(-1) },
  { maxRuntime: 60 },
);
const checkIn = fc.record({
  second: fc.integer({ min: 0, max: 240 }),
  exitStatus: fc.constantFrom("", "1"),
  method: fc.constantFrom("GET", "GET", "GET", ""),
  kind: fc.constantFrom(null, "start" as const, "finish" as const, "log" as const),
  rid: fc.constantFrom("a", "b", null, null),
  isLate: fc.constantFrom(false, false, false, true),
});
const checkIns = fc.array(checkIn, { minLength: 1, maxLength: 8 }).map((some) =>
  some.map(({ second, exitStatus, method, kind, rid, isLate }, i) => {
    const at = new Date(tuesday.getTime() + second * 1_000);
    return aCheckIn({
      id: `0195a000-0000-7000-8000-00000000000${i}`,
      at,
      exitStatus,
      method,
      output: { bytes: 1, keptBytes: 1, data: "" },
      outputId: `0195a000-0000-7000-8000-00000000001${i}`,
      ...(kind && { signal: { ...start, kind, rid } }),
      ...(isLate && { receivedAt: after(10) }),
    });
  }),
);
const circumstances = fc.record({
  isRush: fc.boolean(),
  isIncomplete: fc.boolean(),
  order: fc.constantFrom("arrival" as const, "journal" as const),
});

/** What becomes of a snitch by these check-ins, of whose runs is loaded what may be out of order. */
function applyAll(snitch: CheckedInSnitch, some: CheckIn[], facts: Facts): ReportedSnitch {
  const target = reported(snitch);
  const applied = some.filter((one) => !isNeverApplied(one, facts));
  const since = findOutOfOrder(snitch, applied, facts.order);
  target.history = { since, runs: [], signals: new Map(), dropped: [], moved: new Set() };
  for (const one of some) {
    const { kind } = place(target, one, facts);
    if (kind === "refused" || kind === "repeated") continue;
    if (kind === "late") deferLate(target, one);
    if (kind === "deferred") defer(target.snitch, one.at);
    target.rows.push(applyCheckIn(target, one, facts));
  }
  return target;
}

test("to place a check-in changes nothing, and to apply the same ones again leads to the same", () => {
  fc.assert(
    fc.property(states, checkIns, circumstances, (state, some, more) => {
      const facts = { ...FACTS, ...more };
      const target = reported(aSnitch(state));
      const before = structuredClone({ target, some });
      for (const one of some) place(target, one, facts);
      expect({ target, some }).toEqual(before);
      expect(applyAll(aSnitch(state), some, facts)).toEqual(applyAll(aSnitch(state), some, facts));
    }),
  );
});

const knownOfLate = fc.record({ acceptsLateReports: fc.boolean(), hasSameSignal: fc.boolean() });

test("whatever turns out to be out of order has been loaded before, and of what is never applied nothing", () => {
  fc.assert(
    fc.property(states, checkIns, circumstances, knownOfLate, (state, some, more, ofLate) => {
      const late = new Map(
        some.flatMap(({ id, receivedAt }) => (receivedAt ? [[id, lateFacts(ofLate)]] : [])),
      );
      const facts = { ...FACTS, ...more, late };
      const target = applyAll(aSnitch(state), some, facts);
      expect(target.rows).toHaveLength(some.filter((one) => !isNeverApplied(one, facts)).length);
    }),
  );
});
