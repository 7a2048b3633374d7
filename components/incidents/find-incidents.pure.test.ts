import { expect, test } from "vitest";
import { type FoundIncident, matchCauses } from "./find-incidents";

const causes = [
  "OSError: No space left on device",
  "Missed check-in",
  "Exit status 1",
  "Exit status 2",
  "Exit status 3",
  "Exit",
].map((name): FoundIncident => ({ id: name, name, cause: "2 incidents", status: "errored", isCause: true }));

test.each([
  ["SPACE left", ["OSError: No space left on device"]],
  ["space check", []],
  ["exit", ["Exit status 1", "Exit status 2", "Exit status 3"]],
])("“%s” finds the causes with all of its words, at most three: %j", (query, names) => {
  expect(matchCauses(causes, query).map(({ name }) => name)).toEqual(names);
});
