import { expect, test } from "vitest";
import { aRun, aSnitch } from "@/testing/factories";
import { findRecentDurations } from "./durations";

const monday = new Date("2026-03-09T00:00Z");
const atMinute = (minute: number) => new Date(monday.getTime() + minute * 60_000);

test("the last duration is that of the latest run whose duration is known, as the job measured it or else from start to end", async () => {
  const { id: snitchId } = await aSnitch();
  await aRun({ snitchId, at: atMinute(0), durationMs: 1_000 });
  await aRun({ snitchId, at: atMinute(1), durationMs: 9_000, reportedMs: 2_000, outcome: "failed" });
  await aRun({ snitchId, at: atMinute(2), outcome: "running" });
  const { id: withoutRuns } = await aSnitch();

  const found = await findRecentDurations([snitchId, withoutRuns]);

  expect(found.get(snitchId)).toEqual({ lastMs: 2_000, p95Ms: 1_000 });
  expect(found.get(withoutRuns)).toEqual({ lastMs: null, p95Ms: null });
});

test("the p95 is that of the latest 100 runs, those that succeeded", async () => {
  const { id: snitchId } = await aSnitch();
  await aRun({ snitchId, at: atMinute(0), durationMs: 999_999 });
  for (let n = 1; n <= 99; n++) await aRun({ snitchId, at: atMinute(n), durationMs: n * 100 });
  await aRun({ snitchId, at: atMinute(100), durationMs: 500_000, outcome: "failed" });

  expect((await findRecentDurations([snitchId])).get(snitchId)).toEqual({ lastMs: 500_000, p95Ms: 9_410 });
});
