import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare, type Entry, formatEntry, isAccepted, parseHistory } from "./history";
import { atLeast, type Measured, ratioUnder } from "./measured";

const entry = (figure: number, commit = "0123abc"): Entry => ({
  commit,
  at: "2026-11-22T12:00:00.000Z",
  figures: { cost: figure },
});

const cost = (value: number) => ratioUnder("cost", value, 100);
const rate = (value: number) => atLeast("cost", value, 0);

const isRegression = (measured: Measured, past: number[]) =>
  compare(
    [measured],
    past.map((figure) => entry(figure)),
  )[0]?.isRegression;

describe("a figure is compared with the latest runs", () => {
  test.each<[string, Measured, number[], boolean]>([
    ["as before", cost(1), [1, 1, 1], false],
    ["better", cost(0.2), [1, 1, 1], false],
    ["a tenth worse", cost(1.1), [1, 1, 1], false],
    ["more than a tenth worse", cost(1.11), [1, 1, 1], true],
    ["worse, but no more than figures vary", cost(1.39), [1, 1, 1.2], false],
    ["worse than figures vary", cost(1.41), [1, 1, 1.2], true],
    ["worse by no more than one was better", cost(1.24), [1, 1, 0.8], false],
    ["a rate that fell", rate(0.89), [1, 1, 1], true],
    ["a rate that rose", rate(2), [1, 1, 1], false],
    ["worse than long ago only", cost(2), [...Array(7).fill(1), ...Array(7).fill(2)], false],
  ])("%s", (_, measured, past, expected) => {
    expect(isRegression(measured, past)).toBe(expected);
  });

  test("with fewer than three runs nothing is said", () => {
    expect(compare([cost(50)], [entry(1), entry(1)])).toEqual([
      { measured: cost(50), worse: null, isRegression: false },
    ]);
  });

  test("a new figure, or one of a bench that failed, has nothing to be compared with", () => {
    const past = [entry(1), entry(1), entry(1)];
    const failed = { ...cost(1), figure: null };
    expect(compare([failed, ratioUnder("new", 9, 10)], past).map(({ worse }) => worse)).toEqual([null, null]);
  });

  test.each<[string, Measured, number[], boolean]>([
    ["as it used to be, beside its goal", ratioUnder("cost", 3, 2), [3, 3, 3], true],
    ["worse than it used to be, within its goal", ratioUnder("cost", 2, 3), [1, 1, 1], false],
    ["new, and within its goal", ratioUnder("cost", 1, 2), [], true],
    ["new, and beside its goal", ratioUnder("cost", 3, 2), [3, 3], false],
    ["not there, because the bench failed", { ...cost(1), figure: null, isMet: false }, [1, 1, 1], false],
  ])("a run accepts or refuses a figure that is %s", (_, measured, past, expected) => {
    const [compared] = compare(
      [measured],
      past.map((figure) => entry(figure)),
    );
    expect(compared && isAccepted(compared)).toBe(expected);
  });

  test("repeating any earlier figure is never a regression", () => {
    const figures = fc.array(fc.double({ min: 0.01, max: 1_000, noNaN: true }), {
      minLength: 3,
      maxLength: 7,
    });
    fc.assert(
      fc.property(figures, fc.constantFrom(cost, rate), (past, of) =>
        past.every((value) => !isRegression(of(value), past)),
      ),
    );
  });
});

test("a history is read as it was written", () => {
  const entries = [entry(1), entry(2.5, "89abcde")];
  expect(parseHistory(entries.map(formatEntry).join(""))).toEqual(entries);
});

test("a line that is not an entry is refused", () => {
  expect(() => parseHistory('{"commit":"0123abc"}\n')).toThrow();
});
