import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NO_RATE_COUNTS } from "@/lib/rules/reports/rate-limit";
import { NO_FACTS } from "@/lib/rules/runs/run";
import type { SnitchState } from "@/lib/rules/state/snitch-state";
import type { LockedSnitch } from "@/lib/snitches/store";
import { aDailySnitch } from "@/testing/snitch-state";
import type { CheckIn } from "./check-in";
import { decideCheckIn, type Facts, inBatch } from "./decide-check-in";
import type { Past } from "./past";

const tuesday = new Date("2026-03-10T12:00Z");
const after = (minutes: number) => new Date(tuesday.getTime() + minutes * MINUTE_MS);

const aLocked = (overrides: Partial<SnitchState & LockedSnitch> = {}): LockedSnitch => ({
  ...aDailySnitch({ status: "healthy", deadline: after(60 * 24), checkedInAt: after(-60) }),
  ...NO_RATE_COUNTS,
  id: "0195a000-0000-7000-8000-000000000001",
  caseId: "0195a000-0000-7000-8000-000000000002",
  token: "c0ffee",
  alertEmail: [],
  plan: "unlimited",
  filters: null,
  checkInCount: 0,
  deferredSince: null,
  storedRuns: [],
  ...overrides,
});

const aCheckIn = (overrides: Partial<CheckIn> = {}): CheckIn => ({
  id: "0195a000-0000-7000-8000-000000000003",
  token: "c0ffee",
  at: tuesday,
  method: "GET",
  address: "192.0.2.1",
  userAgent: "curl",
  exitStatus: "",
  message: "",
  ...overrides,
});

const FACTS: Facts = {
  order: "arrival",
  isOnlyRoutine: false,
  isRush: false,
  isIncomplete: false,
  recordedIds: new Set(),
  listeningGaps: [],
};

const aPast = (overrides: Partial<Past> = {}): Facts => ({
  ...FACTS,
  past: new Map([
    [
      aCheckIn().id,
      { counted: [], isStateNewer: false, acceptsLateReports: true, hasSameSignal: false, ...overrides },
    ],
  ]),
});

const start = { ...NO_FACTS, kind: "start", rid: null, isInPath: true } as const;
const overdue = aLocked({ deadline: after(-10) });
const limited = aLocked({ countedHour: tuesday, hourCount: 10, countedMinute: tuesday });
const lateReport = aCheckIn({ at: after(-60), receivedAt: tuesday });

describe("a check-in", () => {
  test.each<[what: string, snitch: LockedSnitch, checkIn: CheckIn, facts: Facts, decision: string]>([
    ["of a healthy snitch", aLocked(), aCheckIn(), FACTS, "apply in place: routine"],
    [
      "in a routine batch",
      aLocked(),
      aCheckIn(),
      { ...FACTS, isOnlyRoutine: true },
      "apply in place: routine",
    ],
    ["that starts a run", aLocked(), aCheckIn({ signal: start }), FACTS, "apply in place: routine"],
    ["with an error", aLocked(), aCheckIn({ exitStatus: "1" }), FACTS, "apply: change"],
    [
      "with an error in a routine batch",
      aLocked(),
      aCheckIn({ exitStatus: "1" }),
      { ...FACTS, isOnlyRoutine: true },
      "to changes: change",
    ],
    [
      "with a start before the latest check-in",
      aLocked({ countedMinute: after(1) }),
      aCheckIn({ signal: start }),
      FACTS,
      "apply: out of order",
    ],
    [
      "out of order in a routine batch",
      aLocked({ countedMinute: after(1) }),
      aCheckIn({ signal: start }),
      { ...FACTS, isOnlyRoutine: true },
      "to changes: out of order",
    ],
    ["after a deadline", overdue, aCheckIn(), FACTS, "apply: change"],
    [
      "after a deadline while others may be missing",
      overdue,
      aCheckIn(),
      { ...FACTS, isIncomplete: true },
      "to workers: others may be missing",
    ],
    [
      "after one that waits",
      aLocked({ deferredSince: after(-1) }),
      aCheckIn(),
      FACTS,
      "to workers: earlier one waits",
    ],
    [
      "with an error in a rush",
      aLocked(),
      aCheckIn({ exitStatus: "1" }),
      { ...FACTS, isRush: true },
      "to workers: rush",
    ],
    [
      "by hand in a rush",
      aLocked(),
      aCheckIn({ method: "" }),
      { ...FACTS, isRush: true },
      "apply in place: routine",
    ],
    [
      "that is recorded",
      aLocked(),
      aCheckIn(),
      { ...FACTS, recordedIds: new Set([aCheckIn().id]) },
      "repeat: recorded",
    ],
    ["beyond the rate", limited, aCheckIn(), FACTS, "refuse: rate"],
    [
      "of a journal beyond the rate",
      limited,
      aCheckIn(),
      { ...FACTS, order: "journal" },
      "apply in place: routine",
    ],
    ["of the past", aLocked(), lateReport, aPast(), "apply in place: routine"],
    [
      "that the state already knows more than",
      aLocked(),
      lateReport,
      aPast({ isStateNewer: true }),
      "to late reports: newer state",
    ],
    [
      "of the past of a paused snitch",
      aLocked({ status: "paused", deadline: null }),
      lateReport,
      aPast(),
      "to late reports: pause",
    ],
    [
      "that another signal repeats",
      aLocked(),
      lateReport,
      aPast({ hasSameSignal: true }),
      "repeat: same signal",
    ],
    [
      "of a case without late reports",
      aLocked(),
      lateReport,
      aPast({ acceptsLateReports: false }),
      "refuse: no late reports",
    ],
  ])("%s", (_, snitch, checkIn, facts, expected) => {
    const { kind, because } = decideCheckIn(inBatch(snitch, null), checkIn, facts);
    expect(`${kind}: ${because}`).toBe(expected);
  });

  test("of an unknown token is refused", () => {
    expect(decideCheckIn(undefined, aCheckIn(), FACTS).kind).toBe("refuse");
  });

  test("repeats one of the same batch only if its sender may repeat it", () => {
    const first = decideCheckIn(inBatch(aLocked(), null), aCheckIn(), FACTS);
    if (!("after" in first && first.after && first.applied)) throw new Error("nothing is written");
    first.after.rows.set(first.applied.row.checkIn.id, first.applied.row);
    expect(decideCheckIn(first.after, aCheckIn({ mayRepeat: true }), FACTS).kind).toBe("repeat");
    expect(decideCheckIn(first.after, aCheckIn(), FACTS).kind).toBe("apply in place");
  });
});

test("a decision changes neither the snitch nor the check-in, and is the same again", () => {
  const states = fc.constantFrom<Partial<LockedSnitch>>(
    {},
    { status: "errored", erroredAt: after(-5) },
    { status: "failed", deadline: after(5), missingSince: after(-5) },
    { status: "paused", deadline: null, pausedAt: after(-5), pauseUntil: "healthy" },
    { status: "pending", deadline: null },
    { deadline: after(-5) },
    { deferredSince: after(-1) },
  );
  const checkIns = fc.record({
    exitStatus: fc.constantFrom("", "1"),
    method: fc.constantFrom("GET", ""),
    signal: fc.constantFrom(undefined, start, { ...start, kind: "finish" as const, rid: "a" }),
  });
  const facts = fc.record({
    isOnlyRoutine: fc.boolean(),
    isRush: fc.boolean(),
    isIncomplete: fc.boolean(),
    order: fc.constantFrom("arrival" as const, "journal" as const),
  });
  fc.assert(
    fc.property(states, checkIns, facts, (state, { signal, ...said }, known) => {
      const target = inBatch(aLocked(state), null);
      const checkIn = aCheckIn({ ...said, ...(signal && { signal }) });
      const before = structuredClone({ target, checkIn });
      const { kind, because } = decideCheckIn(target, checkIn, { ...FACTS, ...known });
      expect({ target, checkIn }).toEqual(before);
      expect(decideCheckIn(target, checkIn, { ...FACTS, ...known })).toMatchObject({ kind, because });
      if (known.isOnlyRoutine && target.snitch.status !== "healthy") expect(kind).toBe("to changes");
    }),
  );
});
