import fc from "fast-check";
import { expect, test } from "vitest";
import { missedTogether } from "./missed-together";
import {
  findMachineRecovery,
  findUnreachableMachine,
  lastHeardAt,
  type MachineJob,
  missedSince,
  reportsFrom,
} from "./unreachable";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 3, minute));

/** A reliable job, heard at 3:12, which missed at 4:05. */
const aJob = (changes: Partial<MachineJob> = {}): MachineJob => ({
  id: "a",
  isReliable: true,
  seenAt: at(12),
  missedAt: at(65),
  reportedAt: at(12),
  ...changes,
});

const four = (...changes: Partial<MachineJob>[]) =>
  [0, 1, 2, 3].map((i) => aJob({ id: `${i}`, ...changes[i] }));

test("a machine is not reporting from the third reliable job on that missed since it was last seen", () => {
  const waiting = { missedAt: null };
  expect(findUnreachableMachine(four(waiting), at(60))).toMatchObject({
    lastHeardAt: at(12),
    missed: [{}, {}, {}],
  });
  expect(findUnreachableMachine(four(waiting, waiting), at(60))).toBeNull();
  expect(findUnreachableMachine(four(waiting, { isReliable: false }), at(60))).toBeNull();
});

test("a miss before the machine was last seen is not its silence", () => {
  const earlier = { missedAt: at(11) };
  expect(findUnreachableMachine(four(earlier), at(60))?.missed).toHaveLength(3);
  expect(findUnreachableMachine(four(earlier, earlier), at(60))).toBeNull();
});

test("a machine whose job reports from elsewhere is not silent", () => {
  expect(findUnreachableMachine(four({ missedAt: null, reportedAt: at(60) }), at(60))).toBeNull();
});

test("nothing is said of a machine while no other reports", () => {
  expect(findUnreachableMachine(four(), null)).toBeNull();
  expect(findUnreachableMachine(four(), at(12))).toBeNull();
  expect(findUnreachableMachine(four(), at(13))).not.toBeNull();
  expect(findUnreachableMachine([], at(13))).toBeNull();
});

test("the job that was notified of last decides since when, also if it has missed nothing", () => {
  const monthly = aJob({ id: "monthly", seenAt: at(70), reportedAt: at(70), missedAt: null });
  expect(findUnreachableMachine([...four(), monthly], at(80))).toBeNull();
  expect(lastHeardAt([...four(), monthly])).toEqual(at(70));
  expect(missedSince(four(), at(65))).toHaveLength(4);
  expect(missedSince(four(), at(66))).toEqual([]);
});

test("a job is reliable if all of its latest reports came from the machine, three at least", () => {
  expect(reportsFrom("db7", ["db7", "db7", "db7"])).toBe(true);
  expect(reportsFrom("db7", ["db7", "db7"])).toBe(false);
  expect(reportsFrom("db7", ["db7", "db7", "db7", "db8"])).toBe(false);
  // A report that names no machine.
  expect(reportsFrom("db7", ["db7", "db7", "db7", ""])).toBe(false);
});

test("a silence ends with the first report of the machine, or when none of its jobs is missing", () => {
  const unreachable = { lastHeardAt: at(12) };
  expect(findMachineRecovery(unreachable, at(12), 3)).toBeNull();
  expect(findMachineRecovery(unreachable, null, 3)).toBeNull();
  expect(findMachineRecovery(unreachable, at(13), 3)).toBe("heard");
  expect(findMachineRecovery(unreachable, at(12), 0)).toBe("nothing is missing");
});

const minute = fc.integer({ min: 0, max: 59 }).map(at);
const job = fc.record({
  id: fc.uuid(),
  isReliable: fc.boolean(),
  seenAt: minute,
  missedAt: fc.option(minute, { nil: null }),
  reportedAt: fc.option(minute, { nil: null }),
});

test("an unreachable machine was notified from before each of its misses, and stays missing if further jobs miss", () => {
  fc.assert(
    fc.property(fc.array(job, { maxLength: 8 }), minute, job, (jobs, othersAt, other) => {
      const unreachable = findUnreachableMachine(jobs, othersAt);
      if (!unreachable) return;
      expect(unreachable.missed.filter(({ isReliable }) => isReliable).length).toBeGreaterThanOrEqual(3);
      for (const { missedAt } of unreachable.missed)
        expect(missedAt && missedAt >= unreachable.lastHeardAt).toBe(true);
      const further = { ...other, seenAt: unreachable.lastHeardAt, reportedAt: null, missedAt: othersAt };
      expect(findUnreachableMachine([...jobs, further], othersAt)?.missed).toHaveLength(
        unreachable.missed.length + 1,
      );
    }),
  );
});

test("jobs say something of their source only if enough of them are reliable and were expected after it was notified of", () => {
  const jobs = [5, 6, 7].map((n) => ({ isReliable: true, expectedAt: at(n) }));
  expect(missedTogether(jobs, at(5), 3)).toEqual(jobs);
  expect(missedTogether(jobs, at(6), 3)).toEqual([]);
  expect(missedTogether(jobs, at(6), 2)).toEqual(jobs.slice(1));
  expect(missedTogether([...jobs.slice(1), { isReliable: false, expectedAt: at(9) }], at(5), 3)).toEqual([]);
});
