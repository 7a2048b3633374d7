import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { INTERVALS } from "@/lib/rules/schedule/interval";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { aDailySnitch } from "@/testing/snitch-state";
import { applyEvent } from "./apply-event";
import { applyTime } from "./apply-time";
import type { ListeningGap } from "./listening-gap";
import { deadlineAfter } from "./match-tick";
import type { SnitchState } from "./snitch-state";

const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");
const thursday = new Date("2026-03-12T00:00Z");
const at = (time: string) => new Date(`2026-03-10T${time}Z`);
const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
const listeningGap = (from: string, until: string): ListeningGap => ({
  startsAt: at(from),
  endsAt: at(until),
});

const healthy = (given: Partial<SnitchState>) => aDailySnitch({ status: "healthy", ...given });
const minutely = healthy({ interval: "1_minute", deadline: at("10:03"), checkedInAt: at("10:01:10") });
const daily = healthy({ deadline: wednesday, checkedInAt: new Date("2026-03-09T04:00Z") });
/** It reports every day at about four. */
const atFour = { ...daily, arrivalsMs: [4, 4.1, 4.05].map((hours) => hours * HOUR_MS) };

const hasAlerts = (snitch: SnitchState, now: Date, listeningGaps: ListeningGap[]) =>
  applyTime(snitch, now, listeningGaps).alerts.length > 0;

describe("a deadline that passes near a listening gap", () => {
  test("of ten minutes is not a miss of a minutely snitch, which gets a fresh period", () => {
    const outage = listeningGap("10:02:05", "10:12:20");
    const { snitch, alerts, unknownMisses } = applyTime(minutely, at("10:12:25"), [outage]);
    expect(alerts).toEqual([]);
    expect(unknownMisses).toEqual([{ deadline: at("10:03"), listeningGap: outage }]);
    const deadlineBy = { deadlineBy: "silence", deadlineSince: at("10:12:20") };
    expect(snitch).toEqual({ ...minutely, deadline: at("10:14"), ...deadlineBy });
  });

  test("is a miss one period later if the job has really stopped", () => {
    const outage = listeningGap("10:02:05", "10:12:20");
    const { snitch } = applyTime(minutely, at("10:12:25"), [outage]);
    expect(applyTime(snitch, at("10:14:59"), [outage]).alerts).toEqual([]);
    expect(applyTime(snitch, at("10:15"), [outage]).alerts).toMatchObject([
      { kind: "missing", at: at("10:14") },
    ]);
  });

  test("is unknown, too, when a late check-in comes before the sweep", () => {
    const checkIn = { kind: "checked_in", at: at("10:12:22"), exitStatus: "", message: "" } as const;
    const outage = listeningGap("10:02:05", "10:12:20");
    const { snitch, alerts } = applyEvent(minutely, checkIn, [outage]);
    expect(alerts).toEqual([]);
    expect(snitch).toMatchObject({ status: "healthy", deadline: at("10:14") });
  });

  test("is a miss if the gap was before or after the window", () => {
    const now = at("10:30");
    expect(hasAlerts(minutely, now, [listeningGap("09:50", "10:02")])).toBe(true);
    expect(hasAlerts(minutely, now, [listeningGap("10:04", "10:29")])).toBe(true);
    expect(hasAlerts(minutely, now, [listeningGap("10:03:59", "10:29")])).toBe(false);
  });

  test("counts a gap of under a minute only for periods of at most ten minutes", () => {
    const short = [listeningGap("10:02:10", "10:03:09")];
    expect(hasAlerts(minutely, at("10:04"), short)).toBe(false);
    const hourly = healthy({ interval: "hourly", deadline: at("11:00") });
    expect(hasAlerts(hourly, at("11:01"), short)).toBe(true);
    expect(hasAlerts(hourly, at("11:01"), [listeningGap("10:02:10", "10:03:10")])).toBe(false);
  });

  test("is a miss of a daily job whose usual time was not in the gap", () => {
    const now = after(wednesday, MINUTE_MS);
    expect(hasAlerts(atFour, now, [listeningGap("12:00", "12:30")])).toBe(true);
    expect(hasAlerts(atFour, now, [listeningGap("03:50", "04:10")])).toBe(false);
    // A tenth of the period before the usual time.
    expect(hasAlerts(atFour, now, [listeningGap("01:30", "01:36")])).toBe(true);
    expect(hasAlerts(atFour, now, [listeningGap("01:30", "01:36:01")])).toBe(false);
    expect(hasAlerts(daily, now, [listeningGap("12:00", "12:30")])).toBe(false);
  });

  test("keeps a smart deadline smart", () => {
    const smart = { ...atFour, alertType: "smart" as const, deadline: at("06:30") };
    const { snitch, alerts } = applyTime(smart, at("06:31"), [listeningGap("03:50", "04:10")]);
    expect(alerts).toEqual([]);
    expect(snitch.deadline).toEqual(new Date("2026-03-11T06:30Z"));
  });

  test("does not alert a missing snitch's people again", () => {
    const missing = { ...daily, status: "failed" as const, missingSince: tuesday };
    const outage = listeningGap("12:00", "12:30");
    const { snitch, alerts } = applyTime(missing, after(wednesday, MINUTE_MS), [outage]);
    expect(alerts).toEqual([]);
    const deadlineBy = { deadlineBy: "silence", deadlineSince: outage.endsAt };
    expect(snitch).toEqual({ ...missing, deadline: thursday, ...deadlineBy });
  });
});

const anInstant = fc.date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true });

test("whenever a gap covers the whole window, no alerts are sent, and the next deadline is later", () => {
  fc.assert(
    fc.property(fc.constantFrom(...INTERVALS), anInstant, (interval, checkedInAt) => {
      const deadline = deadlineAfter(calendarTerms(interval), checkedInAt);
      const snitch = healthy({ interval, deadline, checkedInAt });
      const now = after(deadline, DEADLINE_ALLOWANCE_MS);
      const covering = { startsAt: checkedInAt, endsAt: now };
      const result = applyTime(snitch, now, [covering]);
      expect(result.alerts).toEqual([]);
      expect(result.snitch.deadline?.getTime()).toBeGreaterThan(deadline.getTime());
    }),
  );
});

test("a job that has stopped is called missing in the end, whatever gaps there were", () => {
  const listeningGaps = fc.array(
    fc.record({ startsAt: anInstant, lastsMs: fc.integer({ min: 1, max: 3 * HOUR_MS }) }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(fc.constantFrom(...INTERVALS), anInstant, listeningGaps, (interval, checkedInAt, drawn) => {
      const all = drawn.map(({ startsAt, lastsMs }) => ({ startsAt, endsAt: after(startsAt, lastsMs) }));
      const snitch = healthy({
        interval,
        deadline: deadlineAfter(calendarTerms(interval), checkedInAt),
        checkedInAt,
      });
      expect(applyTime(snitch, new Date("2028-01-01"), all).alerts).toHaveLength(1);
    }),
  );
});
