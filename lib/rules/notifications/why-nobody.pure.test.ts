import { expect, test } from "vitest";
import { HOLD_WORDS, reasonNobodyWasNotified, type Unnotified, whyNobodyInWords } from "./why-nobody";

test.each([
  ["excused", "maintenance excuses it"],
  ["acknowledged", "somebody had acknowledged the incident"],
  ["known", "people already knew of the incident, and nothing had become worse"],
  ["recovering", "more successes are needed"],
  ["unknown beginning", "no alert about its incident had been sent"],
  ["threshold", "the rules of the snitch wait for more failures"],
  ["snooze", "the incident was snoozed"],
  ["maintenance", "maintenance was under way"],
  ["parent", "it depends on another snitch, which had to report first"],
  ["machine", null],
  ["left", null],
] as const)("“%s” is in words, unless it is about one address", (reason, words) => {
  expect(whyNobodyInWords({ reason })).toBe(words);
});

const unnotified = (changes: Partial<Unnotified>): Unnotified => ({
  kind: "missing",
  hold: null,
  isExcused: false,
  whyNobody: null,
  ...changes,
});

test.each([
  [
    "the stored reason counts first",
    { whyNobody: { reason: "known" }, hold: "snooze" },
    /^people already knew/,
  ],
  ["then that maintenance excused it", { isExcused: true, hold: "snooze" }, /^maintenance excuses it$/],
  ["then its hold", { hold: "snooze" }, HOLD_WORDS.snooze],
  [
    "a reason about one address says nothing of all",
    { whyNobody: { reason: "machine" }, hold: "parent" },
    HOLD_WORDS.parent,
  ],
  [
    "of an end without a reason",
    { kind: "reporting" },
    "nobody knew of the incident, or more successes were needed",
  ],
  ["of a failure without one", {}, "it was acknowledged, or only a reminder would repeat it"],
] as [string, Partial<Unnotified>, string | RegExp][])("%s", (_, changes, words) => {
  expect(reasonNobodyWasNotified(unnotified(changes))).toMatch(words);
});
