import { expect, test } from "vitest";
import { currentTimezone, isTimeZone, parseTimezone, zoneByCity } from "./time-zone";

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
])("“%s” is not a time zone", (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test.each([
  ["Berlin", "Europe/Berlin"],
  [" new york ", "America/New_York"],
  ["Buenos Aires", "America/Argentina/Buenos_Aires"],
  ["Calcutta", "Asia/Kolkata"],
  ["kolkata", "Asia/Kolkata"],
  ["utc", "UTC"],
  ["Europe/Riga", "Europe/Riga"],
  ["Atlantis", "Atlantis"],
  ["", ""],
])("“%s” means %s", (text, zone) => {
  expect(zoneByCity(text)).toBe(zone);
});

test.each([
  [" Berlin ", "Europe/Berlin"],
  ["europe/kiev", "Europe/Kyiv"],
  ["Atlantis", null],
  ["", null],
])("the typed text “%s” is the zone %s", (text, zone) => {
  expect(parseTimezone(text)).toBe(zone);
});

test("each city of a zone that this machine lists means a current zone of that city", () => {
  for (const zone of Intl.supportedValuesOf("timeZone").filter((name) => name.includes("/"))) {
    const found = zoneByCity(zone.slice(zone.lastIndexOf("/") + 1));
    expect(currentTimezone(found)).toBe(found);
  }
});
