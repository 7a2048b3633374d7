import { expect, test } from "vitest";
import { aDailySnitch } from "@/testing/snitch-state";
import { applyEvent } from "../state/apply-event";
import { smartDeadlineAfter } from "../state/smart-deadline";
import { compileSchedule } from "./compile";
import { calendarTerms, type ScheduleTerms } from "./schedule-terms";
import { latestWindows } from "./windows";

const terms = (schedule: string, more: Partial<ScheduleTerms> = {}): ScheduleTerms => ({
  ...calendarTerms("daily"),
  schedule,
  ...more,
});

const NEW_YORK = { timezone: "America/New_York" };
const SECONDLY = ["*-*-1..10 *:*:*", "*-*-5..15 *:*:*", "*-*-8..20 *:*:*", "*-*-18..31 *:*:*"].join("\n");
const SPANS = Array.from({ length: 10 }, (_, i) => `0${i}:01-23:59`).join(",");

test.each([
  ["cron only in the hour that is left out in spring", terms("* 2 8-14 3 */7", NEW_YORK), "never happens"],
  [
    "OnCalendar at a time that is left out in spring",
    terms("Sun *-03-08..14 02:30", NEW_YORK),
    "never happens",
  ],
  [
    "several lines for every second",
    terms(SECONDLY, { active: SPANS }),
    "must leave at least 30 seconds between two runs",
  ],
])("%s is refused, without a walk through years of seconds", (_, schedule, sentence) => {
  expect(() => compileSchedule(schedule)).toThrow(sentence);
});

test("hours that open in the repeated hour of autumn open again in it", () => {
  const { nextTick } = compileSchedule(
    terms("*/10 * * * *", { timezone: "Europe/Riga", active: "03:30-12:00" }),
  );
  // 03:50 for the first time. At 01:00 UTC it is 03:00 for the second time.
  expect(new Date(nextTick(Date.parse("2026-10-25T00:50Z"))).toISOString()).toBe("2026-10-25T01:30:00.000Z");
});

test("a history of a job that runs in one minute of the week is found without a walk through its minutes", () => {
  const minutely = terms("* * * * *", { timezone: "Europe/Riga", active: "Mon 08:00-08:02" });
  expect(latestWindows(minutely, 60, new Date("2026-05-08T12:00Z"))).toHaveLength(60);
});

test("equal lines are one line", () => {
  const once = compileSchedule(terms("0 * * * *\n0 * * * *"));
  expect(once.gaps).toEqual(compileSchedule(terms("0 * * * *")).gaps);
});

test("the deadline of a later report is never earlier, also around an opening", () => {
  const { deadlineAfter } = compileSchedule(terms("every 1 hour", { grace: 3_600, active: "08:00-18:00" }));
  let last = 0;
  for (let minute = 0; minute < 3 * 1_440; minute += 1) {
    const deadline = deadlineAfter(Date.UTC(2026, 4, 8) + minute * 60_000);
    expect(deadline).toBeGreaterThanOrEqual(last);
    last = deadline;
  }
});

const arrivals = { arrivalsMs: [60_000, 61_000, 62_000], lastArrivalPeriod: new Date("2026-05-07T07:30Z") };
const smart = aDailySnitch({
  ...terms("30 7 * * *"),
  ...arrivals,
  alertType: "smart",
  status: "healthy",
  checkedInAt: new Date("2026-05-07T07:31Z"),
  deadline: new Date("2026-05-08T09:55Z"),
});
const at = (time: string) => new Date(`2026-05-08T${time}Z`);

test("with a smart deadline, a later report on the same run still counts", () => {
  const report = { message: "" };
  const kept = applyEvent(
    smart,
    { kind: "checked_in", at: at("07:31"), exitStatus: "", ...report },
    [],
  ).snitch;
  const errored = applyEvent(
    kept,
    { kind: "reported_error", at: at("07:40"), exitStatus: "1", ...report },
    [],
  );
  expect(errored.alerts.map(({ kind }) => kind)).toEqual(["errored"]);
  const mended = applyEvent(
    errored.snitch,
    { kind: "checked_in", at: at("08:00"), exitStatus: "", ...report },
    [],
  );
  expect(mended.alerts.map(({ kind }) => kind)).toEqual(["reporting"]);
  // One for the run of the day before came too late to say anything.
  const stale = {
    kind: "reported_error",
    at: new Date("2026-05-07T08:00Z"),
    exitStatus: "1",
    ...report,
  } as const;
  expect(applyEvent(mended.snitch, stale, []).alerts).toEqual([]);
});

test("a smart deadline is never before its run, however early the job usually is", () => {
  const early = { arrivalsMs: [-36_000_000, -36_000_000, -36_000_000], lastArrivalPeriod: null };
  const deadline = smartDeadlineAfter(terms("30 7 * * *", { early: 43_200 }), early, at("07:31"));
  expect(deadline > new Date("2026-05-09T07:30Z")).toBe(true);
});
