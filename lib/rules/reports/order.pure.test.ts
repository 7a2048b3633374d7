import { expect, test } from "vitest";
import { ARRIVAL, aCheckedInSnitch, aCheckIn } from "@/testing/reported-snitch";
import { aRunningRun } from "@/testing/snitch-state";
import { NOTHING_SAID, type Signal } from "../runs/signal";
import {
  earlier,
  findOutOfOrder,
  findRunByRid,
  isKept,
  isOpenAndExclusive,
  isOutOfOrder,
  isPlain,
  later,
} from "./order";

const at = (second: number) => new Date(Date.UTC(2026, 2, 10, 12, 0, second));
const signal = (given: Partial<Signal> = {}): Signal => ({ ...NOTHING_SAID, ...given });
const run = (second: number, rid: string | null, given = {}) => aRunningRun(at(second), { rid, ...given });

test("the earlier and the later of two times, of which one may not be known", () => {
  expect([earlier(at(1), at(2)), earlier(at(2), at(1)), earlier(null, at(1))]).toEqual([at(1), at(1), at(1)]);
  expect([later(at(1), at(2)), later(at(2), at(1)), later(null, at(1))]).toEqual([at(2), at(2), at(1)]);
  const same = at(1);
  expect([earlier(at(1), same), later(at(1), same)].every((one) => one === same)).toBe(true);
});

test("a check-in can belong to the latest run of its name, or without a name to the latest without one", () => {
  const runs = [run(1, "a"), run(3, "a"), run(2, "a"), run(5, null), run(4, null), run(9, "b")];
  const find = (rid: string | null) =>
    findRunByRid({ ...aCheckedInSnitch(), runs }, { signal: signal({ rid }) });
  expect([find("a"), find(null), find("c")]).toEqual([runs[1], runs[3], null]);
  expect(findRunByRid({ ...aCheckedInSnitch(), runs }, {})).toBe(runs[3]);
  // Of two that began at one instant, the one that was stored later.
  const [first, second] = [run(1, "a"), run(1, "a")];
  expect(
    findRunByRid({ ...aCheckedInSnitch(), runs: [first, second] }, { signal: signal({ rid: "a" }) }),
  ).toBe(second);
});

test("only a running run with one at a time counts as that", () => {
  expect(isOpenAndExclusive(run(1, null, { exclusive: true }))).toBe(true);
  expect(isOpenAndExclusive(run(1, null))).toBe(false);
  expect(isOpenAndExclusive(run(1, null, { exclusive: true, outcome: "succeeded" }))).toBe(false);
});

test("a check-in is plain by hand, and if it says nothing about a run and ends none", () => {
  expect(isPlain(aCheckIn(), null)).toBe(true);
  expect(isPlain(aCheckIn(), run(1, null))).toBe(false);
  expect(isPlain(aCheckIn({ signal: signal() }), null)).toBe(false);
  expect(isPlain(aCheckIn({ method: "", signal: signal() }), run(1, null))).toBe(true);
});

test("what is ignored, a log, and a keep-alive that came after a later one are only kept", () => {
  const alive = run(0, "a", { aliveAt: at(30) });
  const start = (second: number, given: Partial<Signal> = {}) =>
    aCheckIn({ at: at(second), signal: signal({ kind: "start", rid: "a", ...given }) });
  expect(isKept(aCheckIn({ signal: signal({ kind: "log" }) }), null)).toBe(true);
  expect(isKept(aCheckIn({ signal: signal({ kind: "ignored" }) }), alive)).toBe(true);
  expect(isKept(aCheckIn(), null)).toBe(false);
  expect([0, 20, 30].map((second) => isKept(start(second), alive))).toEqual([true, true, true]);
  expect([-1, 31].map((second) => isKept(start(second), alive))).toEqual([false, false]);
  expect(isKept(start(20), null)).toBe(false);
  expect(isKept(start(20, { kind: "finish" }), alive)).toBe(false);
  for (const given of [{ rid: null }, { outcome: "succeeded" }, { startedAt: null }, { aliveAt: null }])
    expect(isKept(start(20), { ...alive, ...given } as typeof alive)).toBe(false);
});

test("a signal is out of order unless it is after the latest of its run; a start without a name, after what was counted", () => {
  const snitch = aCheckedInSnitch();
  const finish = (second: number) => ({ ...signal({ rid: "a" }), at: at(second) });
  const start = (second: number, given: Partial<Signal> = {}) => ({
    ...signal({ kind: "start", ...given }),
    at: at(second),
  });
  const latest = run(10, "a");
  expect([9, 10, 11].map((second) => isOutOfOrder(latest, finish(second), snitch, "arrival"))).toEqual([
    true,
    true,
    false,
  ]);
  expect(isOutOfOrder(latest, finish(9), snitch, "time")).toBe(false);
  expect(isOutOfOrder(null, finish(9), snitch, "journal")).toBe(false);
  expect(isOutOfOrder(null, start(9), snitch, "journal")).toBe(true);
  expect(isOutOfOrder(null, start(9, { rid: "a" }), snitch, "journal")).toBe(false);
  expect(isOutOfOrder(null, signalAt(9), snitch, "journal")).toBe(false);
  expect(isOutOfOrder(null, start(9), snitch, "arrival")).toBe(false);
  const counted = aCheckedInSnitch({ countedMinute: at(0) });
  expect([59, 60].map((second) => isOutOfOrder(null, start(second), counted, "arrival"))).toEqual([
    true,
    false,
  ]);
});

const signalAt = (second: number) => ({ ...signal(), at: at(second) });

test("what may be out of order is found by the name of its run, with the time of the first", () => {
  const find = (...some: [second: number, given?: Partial<Signal> | null, receivedAt?: Date][]) =>
    Object.fromEntries(
      findOutOfOrder(
        aCheckedInSnitch(),
        some.map(([second, given, receivedAt]) =>
          aCheckIn({
            at: at(second),
            ...(given && { signal: signal(given) }),
            ...(receivedAt && { receivedAt }),
          }),
        ),
        ARRIVAL.order,
      ),
    );
  expect(find([1], [0])).toEqual({});
  expect(find([1, { rid: "a" }], [2, { rid: "b" }])).toEqual({});
  expect(find([5, { rid: "a" }], [5, { rid: "b" }], [4, { rid: "b" }], [3, { rid: "a" }])).toEqual({
    a: at(3),
    b: at(4),
  });
  expect(find([5, { rid: "a" }], [6, { kind: "log", rid: "a" }], [7, { rid: "a" }])).toEqual({});
  // Plain check-ins have no run that knows their time: a start without a name may belong before one of the last minute.
  expect(find([0, { rid: "a" }], [59, { kind: "start" }])).toEqual({ null: at(59) });
  expect(find([0, { rid: "a" }], [61, { kind: "start" }])).toEqual({});
  expect(find([0, { rid: "a" }], [59, { kind: "start", rid: "b" }])).toEqual({});
  // After one that came late, all.
  expect(find([1, { rid: "a" }], [2, { rid: "b" }, at(90)], [3, { rid: "c" }])).toEqual({
    b: at(2),
    c: at(3),
  });
  expect(find([1, null, at(90)], [2, { rid: "c" }])).toEqual({ null: at(1), c: at(2) });
});

test("with runs, plain check-ins may be out of order, too", () => {
  const snitch = aCheckedInSnitch({ runs: [run(10, null)] });
  const find = (second: number, order: "arrival" | "time" = "arrival") => [
    ...findOutOfOrder(snitch, [aCheckIn({ at: at(second) })], order),
  ];
  expect([find(9), find(11), find(9, "time")]).toEqual([[[null, at(9)]], [], []]);
});
