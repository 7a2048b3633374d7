import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { afterFailure, afterMinute, afterSuccess, nextLineAt, type OutageLine, WORKING } from "./outage";

type Event = { kind: "failure" | "success"; at: number };

/** The lines of these events, with the times at which they are logged. The minute passes as a timer would let it pass. */
function listLines(events: Event[], until: number) {
  let outage = WORKING;
  const lines: (OutageLine & { at: number })[] = [];
  const take = (step: typeof afterFailure, at: number) => {
    const { outage: next, line } = step(outage, at);
    outage = next;
    if (line) lines.push({ ...line, at });
  };
  const passTime = (at: number) => {
    while (outage.unlogged > 0 && nextLineAt(outage) <= at) take(afterMinute, nextLineAt(outage));
  };
  for (const { kind, at } of events) {
    passTime(at);
    take(kind === "failure" ? afterFailure : afterSuccess, at);
  }
  passTime(until);
  return lines;
}

const every = (kind: Event["kind"], stepMs: number, from: number, to: number): Event[] =>
  Array.from({ length: (to - from) / stepMs }, (_, i) => ({ kind, at: from + i * stepMs }));

test("5,000 failures a second for two and a half minutes are three lines, and their end is one more", () => {
  const end = 150 * SECOND_MS;
  const lines = listLines([...every("failure", 0.2, 0, end), { kind: "success", at: end }], end);

  expect(lines).toEqual([
    { kind: "failing", failures: 1, at: 0 },
    { kind: "failing", failures: 299_999, at: MINUTE_MS },
    { kind: "failing", failures: 300_000, at: 2 * MINUTE_MS },
    { kind: "working", failures: 150_000, lastedMs: end, at: end },
  ]);
});

test("what fails and works by turns is logged twice, and then as a count each minute", () => {
  const events = every("failure", 2 * SECOND_MS, 0, MINUTE_MS).flatMap(({ at }): Event[] => [
    { kind: "failure", at },
    { kind: "success", at: at + SECOND_MS },
  ]);

  expect(listLines(events, 2 * MINUTE_MS)).toEqual([
    { kind: "failing", failures: 1, at: 0 },
    { kind: "working", failures: 0, lastedMs: SECOND_MS, at: SECOND_MS },
    { kind: "working", failures: 29, at: MINUTE_MS },
  ]);
});

test("success alone logs nothing", () => {
  expect(listLines(every("success", SECOND_MS, 0, MINUTE_MS), MINUTE_MS)).toEqual([]);
});

test("every failure is counted by exactly one line, and a minute has at most three lines", () => {
  const event = fc.record({
    kind: fc.constantFrom("failure" as const, "success" as const),
    at: fc.integer({ min: 0, max: 10 * MINUTE_MS }),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 200 }), (unordered) => {
      const events = unordered.toSorted((one, other) => one.at - other.at);
      const lines = listLines(events, 12 * MINUTE_MS);
      const counted = lines.reduce((total, { failures }) => total + failures, 0);
      expect(counted).toBe(events.filter(({ kind }) => kind === "failure").length);
      const failing = lines.filter(({ kind }) => kind === "failing").map(({ at }) => at);
      for (const [i, at] of failing.entries())
        if (i > 0) expect(at - (failing[i - 1] ?? 0)).toBeGreaterThanOrEqual(MINUTE_MS);
      for (const { at } of lines)
        expect(lines.filter((line) => line.at >= at && line.at < at + MINUTE_MS).length).toBeLessThanOrEqual(
          3,
        );
    }),
  );
});
