import fc from "fast-check";
import { expect, test } from "vitest";
import { snoozeProblem } from "@/lib/rules/incidents/snooze-range";
import { longestSnoozeEnd, MUTE_TIMES, type MuteTime, muteEnd, muteTimesAt, nextMorning } from "./mute";

const ENDS: [time: MuteTime, now: string, zone: string, end: string][] = [
  ["1_hour", "2026-03-10T10:37:12Z", "Europe/Berlin", "2026-03-10T11:37:12Z"],
  ["4_hours", "2026-03-10T22:00Z", "UTC", "2026-03-11T02:00Z"],
  // Two in the morning is already the next day in Auckland, and still the day before in Los Angeles.
  ["tomorrow", "2026-03-10T12:00Z", "Pacific/Auckland", "2026-03-11T20:00Z"],
  ["tomorrow", "2026-03-10T02:00Z", "America/Los_Angeles", "2026-03-10T16:00Z"],
  // Chosen at two, and also if the form is sent after six.
  ["morning", "2026-03-10T01:00Z", "Europe/Berlin", "2026-03-10T08:00Z"],
  ["morning", "2026-03-10T05:30Z", "Europe/Berlin", "2026-03-10T08:00Z"],
  // The clocks change in the night.
  ["tomorrow", "2026-03-28T12:00Z", "Europe/Berlin", "2026-03-29T07:00Z"],
  ["tomorrow", "2026-10-24T12:00Z", "Europe/Berlin", "2026-10-25T08:00Z"],
  // An hour across the change is an hour.
  ["1_hour", "2026-03-29T00:30Z", "Europe/Berlin", "2026-03-29T01:30Z"],
  // A Sunday, a Monday and a Tuesday.
  ["monday", "2026-03-08T12:00Z", "UTC", "2026-03-09T09:00Z"],
  ["monday", "2026-03-09T08:00Z", "UTC", "2026-03-16T09:00Z"],
  ["monday", "2026-03-10T08:00Z", "UTC", "2026-03-16T09:00Z"],
  // Sunday evening in Berlin is Monday in Tokyo.
  ["monday", "2026-03-08T20:00Z", "Asia/Tokyo", "2026-03-16T00:00Z"],
  ["monday", "2026-03-08T20:00Z", "Europe/Berlin", "2026-03-09T08:00Z"],
  // Samoa had no 30 December 2011: tomorrow was the 31st.
  ["tomorrow", "2011-12-29T20:00Z", "Pacific/Apia", "2011-12-30T19:00Z"],
];

test.each(ENDS)("a snooze or pause for %s at %s in %s ends at %s", (time, now, zone, end) => {
  expect(muteEnd(time, new Date(now), zone)).toEqual(new Date(end));
});

test.each([
  ["2026-03-09T22:59Z", "tomorrow"],
  ["2026-03-09T23:00Z", "morning"],
  ["2026-03-10T04:59Z", "morning"],
  ["2026-03-10T05:00Z", "tomorrow"],
])("at %s in Berlin, the first morning that is offered is “%s”", (now, time) => {
  expect(muteTimesAt(new Date(now), "Europe/Berlin")).toEqual(["1_hour", "4_hours", time, "monday"]);
});

test("every time ends in the future, tomorrow’s within two days and Monday’s within eight", () => {
  const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Kiritimati", "Pacific/Pago_Pago"];
  const now = fc.date({
    min: new Date("2020-01-01T00:00Z"),
    max: new Date("2040-01-01T00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(fc.constantFrom(...MUTE_TIMES), fc.constantFrom(...zones), now, (time, zone, at) => {
      const hours = (muteEnd(time, at, zone).getTime() - at.getTime()) / 3_600_000;
      expect(hours).toBeGreaterThan(0);
      expect(hours).toBeLessThanOrEqual(time === "monday" ? 8 * 24 : 48);
    }),
  );
});

test("a snooze until recovery is as long as an incident can be snoozed, also for a clock that is half an hour ahead", () => {
  const now = new Date("2026-03-10T10:37Z");
  const ahead = new Date("2026-03-10T11:07Z");
  expect(snoozeProblem(longestSnoozeEnd(ahead), now)).toBeNull();
  expect(longestSnoozeEnd(now)).toEqual(new Date("2026-04-09T09:37Z"));
});

test.each([
  ["2026-03-10T02:12Z", "Europe/Berlin", "2026-03-10T08:00Z"],
  ["2026-03-10T06:59Z", "Europe/Berlin", "2026-03-10T08:00Z"],
  // Within the hour before it, the next one.
  ["2026-03-10T07:00Z", "Europe/Berlin", "2026-03-11T08:00Z"],
  ["2026-03-10T22:00Z", "UTC", "2026-03-11T09:00Z"],
  ["2026-03-10T12:00Z", "Pacific/Auckland", "2026-03-10T20:00Z"],
  ["2026-03-28T23:00Z", "Europe/Berlin", "2026-03-29T07:00Z"],
  // Samoa had no 30 December 2011.
  ["2011-12-29T20:00Z", "Pacific/Apia", "2011-12-30T19:00Z"],
])("at %s in %s, the next morning is at %s", (now, zone, morning) => {
  expect(nextMorning(new Date(now), zone)).toEqual(new Date(morning));
});
