import { expect, test } from "vitest";
import { EXAMPLE_JOBS } from "./example-jobs";
import { newSnitchState, simulate, simulateEvents } from "./simulate";

const since = new Date("2024-03-10T10:37Z");
const tuesday = new Date("2026-03-10T10:37Z");

const STATUS = { missing: "failed", errored: "errored", paused: "paused", pending: "pending" } as const;

test.each(EXAMPLE_JOBS)("after two years, “$name” is in the state that the example shows", (job) => {
  const events = simulateEvents(job, since, tuesday);
  const { snitch } = simulate(newSnitchState(job.interval, job.alertType), events, tuesday);

  expect(snitch.status).toBe(job.state ? STATUS[job.state] : "healthy");
  expect(events.every(({ at }) => at >= since && at < tuesday)).toBe(true);
});

test("the example jobs are in every state", () => {
  const states = new Set(EXAMPLE_JOBS.map(({ state = "healthy" }) => state));
  expect([...states].sort()).toEqual(["errored", "healthy", "missing", "paused", "pending"]);
});

test("each period that a job skips raises one alert", () => {
  const job = {
    name: "Backup",
    interval: "daily",
    tags: [],
    runsAfterMs: 10_000_000,
    variesByMs: 0,
  } as const;
  const all = simulateEvents({ ...job, tags: [] }, since, tuesday);
  const { alerts } = simulate(newSnitchState("daily"), [...all.slice(0, 10), ...all.slice(13)], tuesday);

  expect(alerts.map(({ kind }) => kind)).toEqual(["reporting", "missing", "missing", "missing", "reporting"]);
});
