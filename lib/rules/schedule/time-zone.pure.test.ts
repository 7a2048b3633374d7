import { expect, test } from "vitest";
import { isTimeZone } from "./time-zone";

test("every zone that this machine lists is a time zone", () => {
  expect(Intl.supportedValuesOf("timeZone").filter((name) => !isTimeZone(name))).toEqual([]);
});

test.each([
  "UTC",
  "Europe/Riga",
  "America/Argentina/Buenos_Aires",
  "Asia/Calcutta",
  "Etc/GMT+5",
  "GMT-0",
  "EET",
  "W-SU",
])("%s is a time zone", (name) => {
  expect(isTimeZone(name)).toBe(true);
});

test.each([
  "",
  "Berlin",
  "IST",
  "+01:00",
  "Europe/Berlin ",
  "Europe/Nowhere",
  "../etc/passwd",
  "U".repeat(65),
])("“%s” is no time zone", (name) => {
  expect(isTimeZone(name)).toBe(false);
});
