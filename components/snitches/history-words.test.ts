import { expect, test } from "vitest";
import type { Bar } from "@/lib/snitches/history";
import { barSentence, historySentence } from "./history-words";

const bar = (given: Partial<Bar>): Bar => ({
  start: new Date("2026-03-09T00:00Z"),
  end: new Date("2026-03-10T00:00Z"),
  outcome: "missed",
  checkedInAt: null,
  exitStatus: "",
  message: "",
  reported: 0,
  missed: 1,
  ...given,
});
const reported = { checkedInAt: new Date("2026-03-09T00:04:11Z"), reported: 1, missed: 0 };

test.each([
  [{}, "Mon 9 Mar, 00:00 UTC · missed"],
  [
    { ...reported, outcome: "healthy", exitStatus: "0", message: "42 rows" },
    "Mon 9 Mar, 00:00 UTC · checked in 00:04:11 UTC · exit 0 · “42 rows”",
  ],
  [{ reported: 57, missed: 3 }, "Mon 9 Mar, 00:00 UTC · 57 of 60 periods checked in"],
] as const)("a bar says what became of its period", (given, sentence) => {
  expect(barSentence(bar(given))).toBe(sentence);
});

test.each([
  [[bar({ outcome: "quiet", missed: 0 })], "Nothing was expected in this time."],
  [[bar(reported)], "It checked in during the one period for which it was watched."],
  [[bar({})], "It checked in during no period for which it was watched."],
  [[bar(reported), bar(reported)], "It checked in during all 2 periods for which it was watched."],
  [[bar(reported), bar({})], "It checked in during 1 of the 2 periods for which it was watched."],
  [
    [bar({ reported: 1_797, missed: 3 })],
    "It checked in during 1,797 of the 1,800 periods for which it was watched.",
  ],
])("a history is one sentence", (bars, sentence) => {
  expect(historySentence(bars)).toBe(sentence);
});
