import { expect, test } from "vitest";
import { CAST } from "./cast";
import { eventsOf, live, newborn } from "./live";

const since = new Date("2024-03-10T10:37Z");
const tuesday = new Date("2026-03-10T10:37Z");

const STATUS = { missing: "failed", errored: "errored", paused: "paused", pending: "pending" } as const;

test.each(CAST)("two years of “$name” end in the state that the demo wants to show", (job) => {
  const events = eventsOf(job, since, tuesday);
  const { snitch } = live(newborn(job.interval, job.alertType), events, tuesday);

  expect(snitch.status).toBe(job.today ? STATUS[job.today] : "healthy");
  expect(events.every(({ at }) => at >= since && at < tuesday)).toBe(true);
});

test("every period that a job leaves out is told of once", () => {
  const daily = {
    name: "Backup",
    interval: "daily",
    tags: [],
    comesAfterMs: 10_000_000,
    variesByMs: 0,
  } as const;
  const all = eventsOf({ ...daily, tags: [] }, since, tuesday);
  const { alerts } = live(newborn("daily"), [...all.slice(0, 10), ...all.slice(13)], tuesday);

  expect(alerts.map(({ kind }) => kind)).toEqual(["reporting", "missing", "missing", "missing", "reporting"]);
});
