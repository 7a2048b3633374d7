import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAddress } from "./parse-address";

const TOKEN = "c0ffee1234abcd56";
const PING_KEY = "0123456789abcdef01234567";
const LONG_KEY = "0123456789abcdef0123456789abcdef";

test.each([
  [TOKEN, [{ kind: "snitch", name: TOKEN, signal: null }]],
  [`${TOKEN}+start`, [{ kind: "snitch", name: TOKEN, signal: "start" }]],
  [`${TOKEN}+255`, [{ kind: "snitch", name: TOKEN, signal: "255" }]],
  [`${TOKEN}+256`, []],
  [`${TOKEN}+backup`, []],
  [`${TOKEN}+`, []],
  [`${TOKEN}+start+fail`, []],
  [`${PING_KEY}+backup`, [{ kind: "slug", key: PING_KEY, slug: "backup", signal: null }]],
  [`${PING_KEY.toUpperCase()}+backup`, [{ kind: "slug", key: PING_KEY, slug: "backup", signal: null }]],
  [`${PING_KEY}+backup+7`, [{ kind: "slug", key: PING_KEY, slug: "backup", signal: "7" }]],
  [
    `${LONG_KEY}+fail`,
    [
      { kind: "slug", key: LONG_KEY, slug: "fail", signal: null },
      { kind: "snitch", name: LONG_KEY, signal: "fail" },
    ],
  ],
  [LONG_KEY, [{ kind: "snitch", name: LONG_KEY, signal: null }]],
  ["", []],
  ["+start", []],
  ["a b", []],
  ["x".repeat(65), []],
])("%s", (localPart, destinations) => {
  expect(parseAddress(localPart)).toEqual(destinations);
});

test("any text names at most a key’s slug and a snitch, with parts that the text has", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      TOKEN,
      PING_KEY,
      LONG_KEY,
      "start",
      "log",
      "0",
      "255",
      "256",
      "-1",
      "backup",
      "__proto__",
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const localPart = parts.join("+");
      const destinations = parseAddress(localPart);
      expect(destinations.length).toBeLessThanOrEqual(2);
      for (const { kind, signal, ...named } of destinations) {
        const texts = [...Object.values(named), ...(signal === null ? [] : [signal])];
        for (const text of texts) expect(localPart.toLowerCase().split("+")).toContain(text.toLowerCase());
        if (kind === "snitch" && signal !== null) expect(Number(signal) > 255).toBe(false);
      }
    }),
  );
});
