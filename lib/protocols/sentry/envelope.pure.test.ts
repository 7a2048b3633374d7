import fc from "fast-check";
import { expect, test } from "vitest";
import { parseEnvelope } from "./envelope";

const parse = (text: string) => {
  const envelope = parseEnvelope(Buffer.from(text));
  return envelope?.items.map(({ type, payload }) => [type, payload.toString()]);
};

test.each<[string, string, [string, string][] | undefined]>([
  ["a check-in as SDKs send it", '{"sent_at":"x"}\n{"type":"check_in"}\n{"a":1}', [["check_in", '{"a":1}']]],
  ["a line feed at the end", '{}\n{"type":"check_in"}\n{"a":1}\n', [["check_in", '{"a":1}']]],
  ["a length", '{}\n{"type":"check_in","length":7}\n{"a":1}\n', [["check_in", '{"a":1}']]],
  [
    "a payload with line feeds",
    '{}\n{"type":"attachment","length":3}\na\nb\n{"type":"x"}\ny',
    [
      ["attachment", "a\nb"],
      ["x", "y"],
    ],
  ],
  [
    "a length in bytes",
    '{}\n{"type":"x","length":2}\né\n{"type":"y"}\nz',
    [
      ["x", "é"],
      ["y", "z"],
    ],
  ],
  [
    "an empty payload",
    '{}\n{"type":"x","length":0}\n\n{"type":"y"}\nz',
    [
      ["x", ""],
      ["y", "z"],
    ],
  ],
  ["an item without a payload", '{}\n{"type":"x"}', [["x", ""]]],
  ["blank lines and carriage returns", '{}\r\n\r\n{"type":"x"}\r\ny', [["x", "y"]]],
  ["no items", "{}", []],
  ["a payload that is too short", '{}\n{"type":"x"}\ny\n{"type":"z","length":9}\nabc', [["x", "y"]]],
  ["a payload that is too long", '{}\n{"type":"x","length":2}\nabc\n{"type":"y"}\nz', []],
  ["a length that is none", '{}\n{"type":"x","length":-1}\nabc', []],
  ["a malformed item", '{}\n{"type":"x"}\ny\n[]\nz', [["x", "y"]]],
  ["no header", "", undefined],
  ["a malformed header", "{\n", undefined],
  ["a header that is a list", "[]\n{}", undefined],
])("an envelope with %s", (_, text, items) => {
  expect(parse(text)).toEqual(items);
});

const item = fc.record({
  type: fc.constantFrom("check_in", "event", "session", "attachment"),
  payload: fc.uint8Array({ maxLength: 40 }),
  hasLength: fc.boolean(),
});

test("every envelope is read as it was written", () => {
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const written = items.map(({ type, payload, hasLength }) => {
        const bytes = hasLength ? Buffer.from(payload) : Buffer.from(payload.filter((byte) => byte !== 0x0a));
        return { type, bytes, header: { type, ...(hasLength && { length: bytes.length }) } };
      });
      const lines = written.flatMap(({ header, bytes }) => [
        Buffer.from(`${JSON.stringify(header)}\n`),
        bytes,
        Buffer.from("\n"),
      ]);
      const envelope = parseEnvelope(Buffer.concat([Buffer.from("{}\n"), ...lines]));
      expect(envelope?.items).toEqual(written.map(({ type, bytes }) => ({ type, payload: bytes })));
    }),
  );
});

test("no bytes make the parser fail, and an envelope that is cut has the first items of the whole one", () => {
  const text = fc.array(
    fc.constantFrom(
      "{}",
      '{"type":"check_in"}',
      '{"type":"x","length":4}',
      "\n",
      "\0",
      "é",
      "[1]",
      "null",
      "abcd",
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        text.map((parts) => Buffer.from(parts.join(""))),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
      fc.nat(80),
      (bytes, cut) => {
        const whole = parseEnvelope(bytes);
        const part = parseEnvelope(bytes.subarray(0, cut));
        if (!whole || !part) return;
        // The last one may be cut itself.
        for (const [index, item] of part.items.slice(0, -1).entries())
          expect(whole.items[index]).toEqual(item);
      },
    ),
  );
});
