import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { requestCheckIn } from "@/testing/check-in-request";
import { aSnitch } from "@/testing/factories";
import { previewChecks } from "./preview-checks";

const tuesday = new Date("2026-03-10T03:00Z").getTime();

test("a preview says what each check would have raised by itself, and what is usual or how much is known", async () => {
  const snitch = await aSnitch({ createdAt: new Date(tuesday - DAY_MS), interval: "daily" });
  for (const [day, rows] of [100, 110, 90, 100, 100, 10, 100, 0].entries())
    await requestCheckIn(
      `/${snitch.token}?metric.rows=${rows}&metric.file_count=1`,
      new Date(tuesday + day * DAY_MS),
    );
  const now = new Date(tuesday + 8 * DAY_MS);
  const checks = [
    "metric.rows > 50% of usual",
    "metric.rows > 5% of usual",
    "metric.file_count changes within 3 runs",
    "metric.files > 50% of usual",
  ];
  expect((await previewChecks(snitch.caseId, snitch.token, checks, now)).split("\n")).toEqual([
    "metric.rows > 50% of usual (usually about 100): In the last 90 days, this would have raised 2 alerts.",
    "metric.rows > 5% of usual (usually about 100): In the last 90 days, this would have raised 1 alert.",
    "metric.file_count changes within 3 runs: In the last 90 days, this would have raised 1 alert.",
    "metric.files > 50% of usual (learning, 0 of 5): In the last 90 days, this would have raised no alerts.",
  ]);
  expect(await db.alert.count({ where: { snitchId: snitch.id, kind: "errored" } })).toBe(0);
});
