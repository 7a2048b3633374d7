import { expect, test } from "vitest";
import { HOUR_MS } from "../durations";
import { describeMachineMessage, listJobNames } from "./describe-message";

const tuesday = new Date("2026-03-10T00:00Z");
const later = new Date(tuesday.getTime() + 2 * HOUR_MS);
const machine = { host: "db1", lastHeardAt: tuesday, jobs: 4, missed: 3, runs: 7 };

test("a message about an unreachable machine counts in its title and names the jobs below", () => {
  const named = [{ name: " Nightly\n\tbackup " }, { name: "Index" }];
  expect(describeMachineMessage("machine_silent", machine, named, later)).toEqual({
    title: "db1 is not reporting: 3 of 4 jobs missing",
    reason: "None of its jobs has reported since 2026-03-10 00:00 UTC.",
    jobs: "Nightly backup\nIndex",
  });
});

test("the end of a silence says how long it lasted, what it cost, and whether the machine was heard", () => {
  const recovered = describeMachineMessage("machine_heard", { ...machine, missed: 1, runs: 1 }, [], later);
  expect(recovered).toEqual({
    title: "db1 is reporting again",
    reason: "1 job missed 1 run in 2 hours. You’ll get a separate alert for any job that stays missing.",
    jobs: "",
  });
  expect(describeMachineMessage("machine_heard", { ...machine, isHeard: false }, [], later)).toEqual({
    title: "No jobs on db1 are missing now",
    reason: "3 jobs missed 7 runs in 2 hours.",
    jobs: "",
  });
});

test("of more than fifty jobs the others are counted", () => {
  const jobs = Array.from({ length: 52 }, (_, n) => ({ name: `Job ${n}` }));
  expect(listJobNames(jobs.slice(0, 50)).split("\n")).toHaveLength(50);
  expect(listJobNames(jobs).split("\n").slice(-2)).toEqual(["Job 49", "and 2 more"]);
});
