import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { exactlyInBoth, fromNow, momentInUtc, timeFormats, timesWithZone } from "./time-formats";

const now = new Date("2026-03-10T10:37:12.345Z");

test.each([
  [-59 * SECOND_MS, "just now"],
  [-MINUTE_MS, "1 minute ago"],
  [-90 * MINUTE_MS, "1 h 30 min ago"],
  [-26 * HOUR_MS, "26 hours ago"],
  [-48 * HOUR_MS, "2 days ago"],
  [30 * SECOND_MS, "in a moment"],
  [56 * MINUTE_MS, "in 56 minutes"],
])("an instant %i ms from now is “%s”", (aheadMs, formats) => {
  expect(fromNow(new Date(now.getTime() + aheadMs), now)).toBe(formats);
});

test("times do not name their zone: the page does, once", () => {
  const formats = timeFormats(DEFAULT_DISPLAY);
  expect(formats.time(now)).toBe("10:37:12");
  expect(formats.moment(now)).toBe("Tue 10 Mar, 10:37");
  expect(formats.exact(now)).toBe("Tue 10 Mar 2026, 10:37:12");
  expect(formats.date(now)).toBe("10 Mar 2026");
});

test("a time that stands alone names its zone", () => {
  expect(momentInUtc(now)).toBe("Tue 10 Mar, 10:37 UTC");
  expect(exactlyInBoth(now, DEFAULT_DISPLAY)).toBe("Tue 10 Mar 2026, 10:37:12 UTC");
});

test("a reader in Berlin sees their own time, and UTC next to it", () => {
  const berlin = { ...DEFAULT_DISPLAY, zone: "Europe/Berlin" };

  expect(timeFormats(berlin).moment(now)).toBe("Tue 10 Mar, 11:37");
  expect(exactlyInBoth(now, berlin)).toBe("Tue 10 Mar 2026, 11:37:12 CET\nTue 10 Mar 2026, 10:37:12 UTC");
});

test.each([
  ["Europe/Berlin", "2026-10-25T00:30Z", "02:30 CEST"],
  ["Europe/Berlin", "2026-10-25T01:30Z", "02:30 CET"],
  ["Europe/Berlin", "2026-10-25T02:00Z", "03:00"],
  ["Europe/Berlin", "2026-10-24T23:59Z", "01:59"],
  ["Europe/Berlin", "2026-03-29T01:30Z", "03:30"],
  ["Australia/Lord_Howe", "2026-04-04T14:45Z", "01:45 GMT+11"],
  ["Australia/Lord_Howe", "2026-04-04T15:15Z", "01:45 GMT+10:30"],
  ["UTC", "2026-10-25T01:30Z", "01:30"],
])("in %s, %s is shown as %s", (zone, at, formats) => {
  expect(timeFormats({ ...DEFAULT_DISPLAY, zone }).plainClock(new Date(at))).toBe(formats);
});

test("the day is that of the reader’s zone", () => {
  const late = new Date("2026-03-10T23:30Z");

  expect(timeFormats({ ...DEFAULT_DISPLAY, zone: "Asia/Tokyo" }).date(late)).toBe("11 Mar 2026");
});

test.each([
  ["en-US", null, "Tue Mar 10, 2026, 9:05:00 AM UTC"],
  ["en-US", "h23", "Tue Mar 10, 2026, 09:05:00 UTC"],
  ["en-GB", "h12", "Tue 10 Mar 2026, 9:05:00 am UTC"],
  ["de-DE", null, "Di. 10. März 2026, 09:05:00 UTC"],
] as const)("the locale %s with the clock %s writes %s", (locale, hourCycle, formats) => {
  const nine = new Date("2026-03-10T09:05Z");

  expect(timesWithZone({ zone: "UTC", locale, hourCycle }).exact(nine)).toBe(formats);
});

test("midnight is 00:00, and the day is shown if it is another day", () => {
  const { soon } = timeFormats(DEFAULT_DISPLAY);

  expect(soon(new Date("2026-03-10T23:00Z"), now)).toBe("23:00");
  expect(soon(new Date("2026-03-11T00:00Z"), now)).toBe("Wed 11 Mar, 00:00");
});

test("a day is named as its zone has it, however often other days were named before", () => {
  for (const zone of ["Asia/Kathmandu", "Australia/Eucla", "America/St_Johns", "Europe/Riga"]) {
    const { dayOfMonth } = timeFormats({ ...DEFAULT_DISPLAY, zone });
    const format = new Intl.DateTimeFormat(DEFAULT_DISPLAY.locale, {
      day: "numeric",
      month: "short",
      timeZone: zone,
    });
    const minutes = Array.from({ length: 4_000 }, (_, i) => new Date(Date.UTC(2026, 2, 28) + i * 60_000));
    for (const at of [...minutes, ...minutes.toReversed()]) expect(dayOfMonth(at)).toBe(format.format(at));
  }
});
