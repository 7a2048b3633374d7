import { expect, test } from "vitest";
import { DEFAULT_DISPLAY, displayFor, isLocale, preferredLocale } from "./time-display";

test.each([
  ["de-DE", true],
  ["en", true],
  ["xx-nonsense-tag-", false],
  ["*", false],
  ["en-".repeat(20), false],
])("whether “%s” is a locale: %s", (tag, expected) => expect(isLocale(tag)).toBe(expected));

test.each([
  ["de-CH,de;q=0.9,en;q=0.8", "de-CH"],
  ["*, fr;q=0.5", "fr"],
  ["", null],
  ["*", null],
])("of the languages “%s” the locale is %s", (header, locale) =>
  expect(preferredLocale(header)).toBe(locale),
);

test("a choice wins over the browser, and the browser over UTC", () => {
  const browser = { zone: "Asia/Tokyo", locale: "ja" };
  const chosen = { timeZone: "Europe/Berlin", locale: null, hourCycle: "h12" as const };

  expect(displayFor(chosen, browser)).toEqual({ zone: "Europe/Berlin", locale: "ja", hourCycle: "h12" });
  expect(displayFor(null, browser)).toEqual({ zone: "Asia/Tokyo", locale: "ja", hourCycle: null });
  expect(displayFor(null, { zone: null, locale: null })).toEqual(DEFAULT_DISPLAY);
});
