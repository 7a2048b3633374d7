import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { derivedInterval } from "@/lib/rules/schedule/derived-interval";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { buildHistory, settingsWith } from "@/testing/history-of";
import type { History } from "./history";
import { parentsFrom } from "./parents";
import { replay } from "./replay";

const tuesday = Date.UTC(2026, 2, 10);
const at = (hour: number, minute: number) => new Date(tuesday + (hour * 60 + minute) * MINUTE_MS);
const until = at(12, 0);

/** The history of a job that runs hourly. */
function hourly(times: Date[], graceMinutes: number): History {
  const terms: ScheduleTerms = {
    interval: "hourly",
    schedule: "0 * * * *",
    timezone: "UTC",
    grace: graceMinutes * 60,
    early: null,
    active: null,
  };
  return buildHistory(
    times,
    settingsWith({ ...terms, interval: derivedInterval(terms) }, { remindEvery: 0 }),
  );
}

const before = [at(0, 5), at(1, 5), at(2, 5)];

/** When people would have been notified of a child that is not reporting from three o'clock on. `parent`: when that reported then. */
function notificationFor({
  child,
  parent,
  graceOfParent,
}: {
  child: Date[];
  parent: Date[];
  graceOfParent: number;
}) {
  const parents = parentsFrom([hourly([...before, ...parent], graceOfParent)], { until });
  const alerts = replay({ ...hourly([...before, ...child], 10), ...parents }, { settings: null, until });
  return alerts.flatMap(({ kind, notifiedAt }) =>
    notifiedAt && notifiedAt > at(3, 0) ? [`${kind} ${notifiedAt.toISOString()}`] : [],
  );
}

describe("a child that is not reporting", () => {
  test.each([10, 20])(
    "with its parent, whose grace is %i minutes, notifies no one if it follows it",
    (graceOfParent) => {
      const parent = [at(6, 5), at(7, 5), at(8, 5), at(9, 5), at(10, 5), at(11, 5)];
      const child = [at(6, 7), at(7, 7), at(8, 7), at(9, 7), at(10, 7), at(11, 7)];
      expect(notificationFor({ child, parent, graceOfParent })).toEqual([]);
    },
  );

  test("notifies people one grace after its parent has recovered", () => {
    const parent = [at(6, 5), at(7, 5), at(8, 5), at(9, 5), at(10, 5), at(11, 5)];
    expect(notificationFor({ child: [], parent, graceOfParent: 10 })[0]).toBe(
      "missing 2026-03-10T06:15:00.000Z",
    );
  });

  test("notifies people once its parent has not missed", () => {
    const parent = [3, 4, 5, 6, 7, 8, 9, 10, 11].map((hour) => at(hour, 5));
    // The parent's next deadline is an hour away, and a child waits for a quarter of an hour at most.
    expect(notificationFor({ child: [], parent, graceOfParent: 10 })[0]).toBe(
      "missing 2026-03-10T03:26:00.000Z",
    );
  });
});
