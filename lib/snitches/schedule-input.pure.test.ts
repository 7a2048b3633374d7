import { expect, test } from "vitest";
import type { Refusal } from "@/lib/platform/refusal";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { type ScheduleInput, scheduleProblems, usableTerms } from "./schedule-input";

const attributesOf = (problems: { attribute: string }[]) => problems.map(({ attribute }) => attribute).sort();

test.each<[ScheduleInput, string[]]>([
  [{ schedule: "0 3 * * *", timezone: "Europe/Riga", active: "Mon..Fri 00:00-12:00" }, []],
  [{ schedule: "61 3 * * *" }, ["schedule"]],
  [
    { schedule: "61 3 * * *", timezone: "Middle-earth", active: "Noneday" },
    ["active", "schedule", "timezone"],
  ],
  // The hours are not refused because the schedule that is none has no run in them.
  [{ schedule: "61 3 * * *", active: "Mon..Fri 08:00-18:00" }, ["schedule"]],
  [{ schedule: "", timezone: "Middle-earth" }, ["schedule", "timezone"]],
  [{ interval: "daily", grace: 60, early: 5 }, ["early", "grace"]],
  [{ interval: "daily", schedule: "0 3 * * *", timezone: "Middle-earth" }, ["schedule", "timezone"]],
])("%j has these problems, each once: %j", (input, attributes) => {
  expect(attributesOf(scheduleProblems(input))).toEqual(attributes);
});

test("a change of a schedule is notified of all its problems, and what it leaves as it is has none", () => {
  const current = { ...calendarTerms("daily"), schedule: "0 3 * * *" };
  const refusal = catchRefusal(() => usableTerms({ timezone: "Middle-earth", active: "Noneday" }, current));
  expect(attributesOf(refusal?.validations ?? [])).toEqual(["active", "timezone"]);
});

function catchRefusal(work: () => unknown): Refusal | undefined {
  try {
    work();
  } catch (error) {
    return error as Refusal;
  }
  return undefined;
}
