import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/rules/durations";
import { inOrder } from "./in-order";

const tuesdayMs = Date.UTC(2026, 2, 10);

const rows = fc.array(
  fc.record({
    // Many at one instant, others months apart.
    atMs: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 200 * DAY_MS })),
    id: fc.uuid(),
  }),
  { maxLength: 60 },
);

test("whatever happened, each row of a range comes once and in order, and no page has more rows than it may", async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 0, max: 200 * DAY_MS }),
      fc.integer({ min: 1, max: 7 }),
      async (stored, lengthMs, limit) => {
        const all = stored
          .map(({ atMs, id }) => ({ at: new Date(tuesdayMs + atMs), id }))
          .sort((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1));
        const range = { from: new Date(tuesdayMs + 1), to: new Date(tuesdayMs + 1 + lengthMs) };
        const read = async (after: { at: Date; id: string }, before: Date, most: number) =>
          all
            .filter(({ at, id }) => at > after.at || (at.getTime() === after.at.getTime() && id > after.id))
            .filter(({ at }) => at < before)
            .slice(0, most);
        const pages = [];
        for await (const page of inOrder(read, range, limit)) pages.push(page);
        expect(pages.flat()).toEqual(all.filter(({ at }) => at >= range.from && at < range.to));
        for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("a thousand rows a page take hardly more pages than they fill, however long nothing happened before", async () => {
  const all = Array.from({ length: 20_000 }, (_, i) => ({
    at: new Date(tuesdayMs + 150 * DAY_MS + i * 1_000),
    id: "019e7140-1b80-7c3e-9d15-0f6f8e2b7a44",
  }));
  let reads = 0;
  const range = { from: new Date(tuesdayMs), to: new Date(tuesdayMs + 200 * DAY_MS) };
  const read = async (after: { at: Date }, before: Date, most: number) => {
    reads += 1;
    return all.filter(({ at }) => at > after.at && at < before).slice(0, most);
  };
  for await (const _ of inOrder(read, range, 1_000));
  expect(reads).toBeLessThan(60);
});
