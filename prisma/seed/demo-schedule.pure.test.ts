import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { deadlineAfter } from "@/lib/rules/state/match-tick";
import { buildScheduledReport, computeLatestRun, isScheduled } from "./demo-schedule";
import { EXAMPLE_JOBS } from "./example-jobs";

const tuesday = new Date("2026-03-10T00:00Z");
const WEEK_MS = 7 * 24 * HOUR_MS;

test("only the jobs that are missing or pending on purpose do not run", () => {
  const missing = EXAMPLE_JOBS.filter(({ name }) => !isScheduled(name)).map(({ name }) => name);

  expect(missing).toEqual(["Offsite copy of backups", "Quarterly archive", "Export to the old CRM"]);
  expect(isScheduled("Nightly backup of db6")).toBe(true);
  // One of those that stay missing.
  expect(isScheduled("Nightly sync of shop5")).toBe(false);
  expect(isScheduled("My own job")).toBe(false);
});

test("during a week, no job of the demo misses a deadline", () => {
  const jobs = [
    ...EXAMPLE_JOBS.filter(({ name }) => isScheduled(name)),
    { name: "Hourly import of web7", interval: "hourly" as const },
    { name: "Frequent sync of mail3", interval: "15_minute" as const },
  ];
  for (const job of jobs) {
    // No longer than the shortest time between a run and its deadline.
    const stepMs = job.interval === "15_minute" ? MINUTE_MS : 5 * MINUTE_MS;
    let last = computeLatestRun(job, tuesday);
    for (let ms = 0; ms < WEEK_MS; ms += stepMs) {
      const now = new Date(tuesday.getTime() + ms);
      expect(
        deadlineAfter(calendarTerms(job.interval), last) > now,
        `${job.name} at ${now.toISOString()}`,
      ).toBe(true);
      last = computeLatestRun(job, now);
      expect(last <= now).toBe(true);
    }
  }
});

test("the job that is errored on purpose reports its error, the others are healthy", () => {
  const failing = EXAMPLE_JOBS.filter(({ name }) => buildScheduledReport(name).exitStatus !== 0);

  expect(failing.map(({ name }) => name)).toEqual(["Card charges"]);
});
