import fc from "fast-check";
import { expect, test } from "vitest";
import { keysInCircles } from "./circles";

test("a key is in a circle if a path leads from it to itself", () => {
  const key = fc.constantFrom<string[]>("a", "b", "c", "d", "e");
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.uniqueArray(key, { maxLength: 3 }))), (entries) => {
      const graph = new Map(entries);
      const found = keysInCircles(graph);
      const handled = (from: string) => {
        const seen = new Set(graph.get(from));
        for (const one of seen) for (const next of graph.get(one) ?? []) seen.add(next);
        return [...seen].filter((one) => graph.has(one));
      };
      const circular = [...graph.keys()].filter((one) => handled(one).includes(one));
      // Those between two circles are neither in one nor free of them.
      const between = [...graph.keys()].filter(
        (one) =>
          handled(one).some((other) => circular.includes(other)) &&
          circular.some((other) => handled(other).includes(one)),
      );
      expect([...found].sort()).toEqual([...new Set([...circular, ...between])].sort());
    }),
  );
});

test("a chain of 50,000 keys is read in linear time: in quadratic time, this test would not end", () => {
  const chain = Array.from({ length: 50_000 }, (_, i): [string, string[]] => [`k${i}`, [`k${i - 1}`]]);

  expect(keysInCircles(new Map(chain)).size).toBe(0);
  expect(keysInCircles(new Map([...chain, ["k-1", ["k0"]]])).size).toBe(2);
});
