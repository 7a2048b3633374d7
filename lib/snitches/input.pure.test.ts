import fc from "fast-check";
import { expect, test } from "vitest";
import { INTERVALS } from "@/lib/rules/schedule/interval";
import { columnsOfNew, newSnitch, snitchChanges } from "./input";
import { NO_RELATIONS, presentSnitch } from "./present";

const isStorable = (text: string) => !text.includes("\0");
/** “.” and “..” are refused, because clients resolve them in a path. */
const isTag = (text: string) => text.trim() === text && isStorable(text) && !/^\.{1,2}$/.test(text);
const attributes = fc.record({
  name: fc.string({ minLength: 1, maxLength: 100, unit: "grapheme" }).filter((name) => name.trim() === name),
  interval: fc.constantFrom(...INTERVALS),
  alert_type: fc.constant("basic" as const),
  alert_email: fc.uniqueArray(fc.constantFrom("a@example.com", "b@example.com")),
  notes: fc.string({ maxLength: 1_000 }).filter(isStorable),
  tags: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 64 }).filter(isTag), { maxLength: 50 }),
});

const STATE = {
  token: "c2354d53d2b1a4f0",
  status: "pending" as const,
  createdAt: new Date("2026-03-10T00:00Z"),
  checkedInAt: null,
  deadline: null,
  running: 0,
  lastRunId: null,
};

test("the API shows the attributes that it was given, and sending them back changes nothing", () => {
  fc.assert(
    fc.property(attributes, (input) => {
      const columns = { ...STATE, ...columnsOfNew(newSnitch.parse(input)) };
      const json = presentSnitch(columns, "http://localhost:3001", new Date(), NO_RELATIONS);

      expect(json).toMatchObject(input);
      expect(snitchChanges.parse(json)).toEqual(input);
    }),
  );
});

test("any input is either parsed or refused, and never causes an exception", () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (given) => {
      for (const schema of [newSnitch, snitchChanges])
        expect(typeof schema.safeParse(given).success).toBe("boolean");
    }),
  );
});
