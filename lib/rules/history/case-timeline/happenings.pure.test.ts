import fc from "fast-check";
import { expect, test } from "vitest";
import { timelineAxis } from "./axis";
import { formatHappenings } from "./format-happenings";
import { type Happenings, inSlot, withMaintenance } from "./happenings";
import { findPeaks } from "./peaks";

const tuesday = new Date("2026-03-10T12:00Z");
const day = timelineAxis("24h", tuesday);
const at = (clock: string) => Date.parse(`2026-03-10T${clock}Z`);
const moment = (clock: string) => ({ fromMs: at(clock), toMs: at(clock) });
const run = (from: string, to: string) => ({ fromMs: at(from), toMs: at(to) });
const window = (from: string, to: string) => ({
  id: "m",
  name: "",
  startsAt: new Date(at(from)),
  endsAt: new Date(at(to)),
});
const clock = (when: Date) => when.toISOString().slice(11, 16);

test("maintenance excuses what failed or was missed within it, a deadline at its end included, and nothing before or after", () => {
  const given: Happenings = {
    failed: [run("01:50", "02:10"), run("03:50", "04:00")],
    missed: [moment("02:00"), moment("04:00")],
  };
  const { failed, missed, excused, maintenance } = withMaintenance(given, [window("02:00", "04:00")], day);
  expect(failed).toEqual([run("03:50", "04:00")]);
  expect(missed).toEqual([moment("02:00")]);
  expect(excused).toEqual([run("01:50", "02:10"), moment("04:00")]);
  expect(maintenance).toEqual([run("02:00", "04:00")]);
});

test("a row says in words what is drawn, with the times of what went wrong", () => {
  const expected = (given: Happenings, isDense = false) => formatHappenings(given, isDense, clock);
  expect(expected({})).toBe("No runs");
  expect(expected({ paused: [run("00:00", "12:00")] })).toBe("Paused");
  expect(expected({ ran: [moment("01:00")], failed: [run("02:00", "02:04")] })).toBe(
    "2 runs, 1 failed (02:04)",
  );
  expect(expected({ missed: ["01:00", "02:00", "03:00", "04:00"].map(moment) })).toBe(
    "4 missed (last 02:00, 03:00, 04:00)",
  );
  expect(expected({ ran: [moment("01:00")], excused: [moment("02:00")], lost: [moment("03:00")] })).toBe(
    "2 runs, 1 excused by maintenance, 1 unknown",
  );
  expect(expected({ ran: [moment("01:00")], running: [run("11:00", "12:00")] }, true)).toBe(
    "Many runs, running now",
  );
  expect(expected({ incident: [run("01:00", "12:00")] })).toBe("No runs, an incident is open");
});

const slot = run("03:00", "03:15");

test.each<[string, Happenings, ReturnType<typeof inSlot>]>([
  ["a run in it", { ran: [run("02:00", "03:01")] }, { isActive: true, isTrouble: false }],
  ["a run that is due in it", { due: [moment("03:00")] }, { isActive: true, isTrouble: false }],
  ["a run before it", { ran: [run("02:00", "02:59")] }, null],
  ["a run after it", { ran: [run("03:15", "03:20")] }, null],
  ["a run that failed in it", { failed: [run("02:00", "03:10")] }, { isActive: true, isTrouble: true }],
  ["a run that failed after it", { failed: [run("02:00", "03:20")] }, { isActive: true, isTrouble: false }],
  ["a miss in it", { missed: [moment("03:14")] }, { isActive: false, isTrouble: true }],
  [
    "an incident that began in it",
    { incident: [run("03:05", "12:00")] },
    { isActive: false, isTrouble: true },
  ],
  ["an incident that was open before", { incident: [run("02:05", "12:00")] }, null],
])("a slot has %s", (_, happenings, expected) => {
  expect(inSlot(happenings, slot)).toEqual(expected);
});

test("the times with most jobs and with most trouble are found", () => {
  const hourly = Array.from({ length: 12 }, (_, hour) => moment(`${String(hour).padStart(2, "0")}:05`));
  const nightly = { ran: [run("03:00", "03:40")] };
  const dead = { missed: [moment("04:30")], incident: [run("04:30", "12:00")] };
  const { busy, troubled } = findPeaks([{ ran: hourly }, nightly, nightly, nightly, dead, dead], day, "UTC");
  expect(busy).toEqual([{ from: new Date("2026-03-10T03:00Z"), count: 4 }]);
  expect(troubled).toEqual([{ from: new Date("2026-03-10T04:30Z"), count: 2 }]);
});

test("no peak counts more snitches than there are, and each is a slot in which so many did something", () => {
  const span = fc.tuple(fc.integer({ min: -100, max: 1_700 }), fc.nat(300)).map(([from, minutes]) => ({
    fromMs: day.fromMs + from * 60_000,
    toMs: day.fromMs + (from + minutes) * 60_000,
  }));
  const row = fc.record({
    ran: fc.array(span),
    missed: fc.array(span.map(({ fromMs }) => ({ fromMs, toMs: fromMs }))),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const { busy, troubled } = findPeaks(rows, day, "Asia/Kathmandu");
      const found = (from: Date) =>
        rows.flatMap(
          (one) => inSlot(one, { fromMs: from.getTime(), toMs: from.getTime() + 15 * 60_000 }) ?? [],
        );
      for (const { from, count } of busy)
        expect(found(from).filter(({ isActive }) => isActive).length).toBeGreaterThanOrEqual(count);
      for (const { from, count } of troubled)
        expect(found(from).filter(({ isTrouble }) => isTrouble).length).toBeGreaterThanOrEqual(count);
    }),
  );
});
