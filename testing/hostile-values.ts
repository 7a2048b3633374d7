import fc from "fast-check";
import { INTERVALS } from "@/lib/rules/schedule/interval";

const MEBIBYTE = 1024 * 1024;

/** Texts that programs often handle wrongly. */
export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary" }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "",
      " ",
      "\0",
      "a\0b",
      "\ud800",
      "\udc00x",
      "\u202e",
      "﷽",
      "💥",
      "__proto__",
      "constructor",
    ),
  },
  fc.constantFrom(
    "'; DROP TABLE snitches; --",
    "{{7*7}}",
    "#{1}",
    "../../etc/passwd",
    "%00",
    "%ZZ",
    "null",
    "NaN",
    "-0",
    "1e999",
  ),
  fc.nat(12_000).map((length) => "x".repeat(length)),
);

const hostileValue = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, 0, -1, 1e308, [], {}, [[]], [null], { length: 1 }),
  fc.array(hostileText, { maxLength: 60 }),
);

const validAttributes = {
  name: fc.constantFrom("Nightly backup", "a"),
  interval: fc.constantFrom(...INTERVALS),
  alert_type: fc.constantFrom("basic", "smart"),
  alert_email: fc.constantFrom("a@example.com", ["a@example.com"], []),
  notes: fc.constant("b"),
  tags: fc.constantFrom(["a"], ["a", "b c"]),
  type: fc.record({ interval: fc.constantFrom(...INTERVALS, "") }),
  schedule: fc.constantFrom("*/5 * * * *", "Mon..Fri 07:30", "every 45 minutes", "0 0 30 2 *", null),
  timezone: fc.constantFrom("UTC", "Europe/Riga", "Mars/Olympus"),
  grace: fc.constantFrom(0, 60, -1),
  early: fc.constantFrom(0, 300, null),
  active: fc.constantFrom("Mon..Fri 08:00-18:00", null),
  until: fc.constantFrom("healthy", "unpaused", "2100-01-01T00:00:00Z"),
};

const attributes = fc.record(
  Object.fromEntries(
    Object.entries(validAttributes).map(([name, value]) => [
      name,
      fc.oneof({ weight: 3, arbitrary: value as fc.Arbitrary<unknown> }, hostileValue),
    ]),
  ),
  { requiredKeys: [] },
);

const deeplyNested = fc
  .nat(200_000)
  .chain((depth) =>
    fc.constantFrom(
      "[".repeat(depth) + "]".repeat(depth),
      `${'{"type":'.repeat(depth)}1${"}".repeat(depth)}`,
      "[".repeat(depth),
    ),
  );

/** Request bodies that are almost valid, invalid, malformed, deeply nested or very large. */
export const hostileBody = fc.oneof(
  { weight: 60, arbitrary: attributes.map((value) => JSON.stringify(value)) },
  { weight: 20, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
  { weight: 10, arbitrary: hostileText },
  { weight: 5, arbitrary: fc.uint8Array() },
  { weight: 3, arbitrary: attributes.map((value) => JSON.stringify(value).slice(0, -1)) },
  { weight: 1, arbitrary: deeplyNested },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE)
      .map((size) => " ".repeat(size)),
  },
  { weight: 1, arbitrary: fc.nat(300_000).map((length) => `[${Array(length).fill(1)}]`) },
);

/** Path segments, some of which cannot be decoded. */
export const hostilePart = fc.oneof(
  hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 2_000)),
  fc.constantFrom(
    "%00",
    "%ff",
    "%C0%80",
    "%ZZ",
    "%",
    "%2F",
    "+",
    "%2B",
    ".",
    "%2e%2e",
    "a%20b",
    "🦉",
    "tags",
    "pause",
  ),
);
