import { expect, test } from "vitest";
import { factsInWords } from "./facts";

test("each fact is a line, with the values before and after", () => {
  expect(
    factsInWords({
      alert_address: { from: null, to: "ops@example.com" },
      tags: { from: ["a", "b"], to: [] },
      interval: "daily",
    }),
  ).toEqual(["Alert address: nothing → “ops@example.com”", "Tags: a, b → nothing", "Interval: “daily”"]);
});
