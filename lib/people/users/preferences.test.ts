import { expect, test } from "vitest";
import { parse } from "@/lib/platform/refusal";
import { startTestSession } from "@/testing/sessions";
import { ada, deletePeopleAfterEachTest } from "@/testing/users";
import { preferences, savePreferences, saveTheme } from "./preferences";
import { findSignedIn } from "./sessions";

deletePeopleAfterEachTest();

const BERLIN = { timeZone: "Europe/Berlin", locale: "en-US", hourCycle: "h23", theme: "dark" } as const;
const AS_THE_BROWSER_SAYS = { timeZone: null, locale: null, hourCycle: null, theme: null };

test("a new person reads everything as the browser says", async () => {
  const session = await startTestSession((await ada()).id);

  expect((await findSignedIn(session, new Date()))?.preferences).toEqual(AS_THE_BROWSER_SAYS);
});

test("what a person has chosen is known with each of their sessions, and can be taken back", async () => {
  const { id } = await ada();
  const session = await startTestSession(id);

  await savePreferences(id, BERLIN);
  expect((await findSignedIn(session, new Date()))?.preferences).toEqual(BERLIN);

  await savePreferences(id, AS_THE_BROWSER_SAYS);
  expect((await findSignedIn(session, new Date()))?.preferences).toEqual(AS_THE_BROWSER_SAYS);
});

test("a change of the theme leaves everything else as it was", async () => {
  const { id } = await ada();
  const session = await startTestSession(id);
  await savePreferences(id, BERLIN);

  await saveTheme(id, "light");

  expect((await findSignedIn(session, new Date()))?.preferences).toEqual({ ...BERLIN, theme: "light" });
});

test("empty fields mean: as the browser says", () => {
  const form = { timeZone: " ", locale: "", hourCycle: "", theme: "" };

  expect(parse(preferences, form)).toEqual(AS_THE_BROWSER_SAYS);
  expect(parse(preferences, {})).toEqual(AS_THE_BROWSER_SAYS);
});

test.each([
  ["timeZone", "Atlantis"],
  ["timeZone", "+01:00"],
  ["locale", "not a locale"],
  ["hourCycle", "h11"],
  ["theme", "sepia"],
])("%s cannot be “%s”", (name, value) => {
  expect(() => parse(preferences, { ...BERLIN, [name]: value })).toThrow();
});
