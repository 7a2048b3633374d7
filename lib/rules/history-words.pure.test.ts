import { expect, test } from "vitest";
import { countsSentence } from "./history-words";
import { NO_PERIODS, type PeriodCounts } from "./period-counts";

test.each<[Partial<PeriodCounts>, string]>([
  [{}, "No check-in was expected in this time."],
  [{ healthy: 1 }, "1 of 1 periods was healthy."],
  [{ missed: 1 }, "0 of 1 periods were healthy, 1 missed."],
  [{ healthy: 47 }, "47 of 47 periods were healthy."],
  [{ healthy: 44, errored: 1, missed: 2 }, "44 of 47 periods were healthy, 1 errored, 2 missed."],
  [{ healthy: 1_797, missed: 3 }, "1,797 of 1,800 periods were healthy, 3 missed."],
  [
    { healthy: 44, unknown: 3 },
    "44 of 44 periods were healthy. 3 more are unknown, because Tattle was not listening.",
  ],
  [
    { healthy: 2, missed: 1, unknown: 1 },
    "2 of 3 periods were healthy, 1 missed. 1 more is unknown, because Tattle was not listening.",
  ],
  [{ unknown: 1 }, "1 period is unknown, because Tattle was not listening."],
  [{ unknown: 2 }, "2 periods are unknown, because Tattle was not listening."],
  [
    { healthy: 44, missed: 1, excused: 2 },
    "44 of 45 periods were healthy, 1 missed. 2 more were excused by maintenance.",
  ],
  [{ excused: 1 }, "1 period was excused by maintenance."],
  [
    { unknown: 2, excused: 3 },
    "2 periods are unknown, because Tattle was not listening. 3 more were excused by maintenance.",
  ],
])("%j is one headline, in which unknown and excused periods are apart", (counts, sentence) => {
  expect(countsSentence({ ...NO_PERIODS, ...counts })).toBe(sentence);
});
