import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { db } from "./db";
import { addJobs, expectJobs, listOverdueJobs, takeOverdueJob } from "./recurring-jobs";

const overdue = { name: "overdue", withinMs: -1 };
const later = { name: "later", withinMs: HOUR_MS };

test("a new job is given to one of the workers that ask at once, and is new only once", async () => {
  const jobs = Array.from({ length: 20 }, (_, i) => ({ name: `new-${i}`, withinMs: MINUTE_MS }));

  const added = await Promise.all([addJobs(jobs), addJobs(jobs), addJobs(jobs)]);

  expect(added.flat().toSorted()).toEqual(jobs.map(({ name }) => name).toSorted());
  expect(await addJobs(jobs)).toEqual([]);
});

test("only a job that was not begun in time is overdue, and one worker takes it", async () => {
  await expectJobs([overdue, later]);
  expect(await listOverdueJobs(["overdue", "later", "unknown"])).toEqual(["overdue"]);

  const take = ({ name }: { name: string }) => takeOverdueJob({ name, withinMs: MINUTE_MS });
  const taken = await Promise.all([take(overdue), take(overdue), take(overdue), take(later)]);

  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(taken[3]).toBe(false);
  expect(await listOverdueJobs(["overdue", "later"])).toEqual([]);
});

test("a job is overdue by the clock of the database, from the latest time at which it was expected", async () => {
  await expectJobs([{ name: "moved", withinMs: MINUTE_MS }]);
  const before = Date.now();
  await expectJobs([{ name: "moved", withinMs: HOUR_MS }]);

  const { dueAt } = await db.recurringJob.findUniqueOrThrow({ where: { name: "moved" } });

  expect(dueAt.getTime()).toBeGreaterThanOrEqual(before + HOUR_MS);
});
