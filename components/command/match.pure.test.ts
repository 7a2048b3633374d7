import fc from "fast-check";
import { expect, test } from "vitest";
import { ENTRIES } from "./entries";
import { matchBest, rateMatch } from "./match";

const titles = (query: string, ...names: string[]) =>
  matchBest(
    query,
    names.map((title) => ({ title })),
  ).map(({ title }) => title);

test.each([
  ["backup nightly", "Nightly backup"],
  ["ight ack", "Nightly backup"],
  ["email", "Alerts by e-mail"],
  ["e-mail", "Email"],
  ["UBER", "Über die Nacht"],
  ["  zone  time ", "Time zone"],
])("“%s” finds “%s”", (query, title) => {
  expect(titles(query, title)).toEqual([title]);
});

test.each([
  ["backup weekly", "Nightly backup"],
  ["nightlybackup", "Nightly backup"],
])("“%s” does not find “%s”", (query, title) => {
  expect(titles(query, title)).toEqual([]);
});

test("the whole name comes first, then what begins so, a word of the name, a part of a word, and other words", () => {
  const items = [
    { title: "Members", keywords: "key" },
    { title: "Monkey" },
    { title: "API key" },
    { title: "Keyboard" },
    { title: "Key" },
  ];
  expect(matchBest("key", items).map(({ title }) => title)).toEqual([
    "Key",
    "Keyboard",
    "API key",
    "Monkey",
    "Members",
  ]);
});

test("nothing typed leaves everything in its order", () => {
  expect(titles(" ", "B", "A")).toEqual(["B", "A"]);
});

const entry = fc.constantFrom(...ENTRIES);
const word = fc.string({ minLength: 1, maxLength: 3 }).filter((text) => /^[a-z]+$/.test(text));

test("the order of the typed words does not decide what is found", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 3 }), (terms) => {
      const found = (query: string) => new Set(matchBest(query, ENTRIES).map(({ id }) => id));
      expect(found(terms.join(" "))).toEqual(found(terms.toReversed().join(" ")));
    }),
  );
});

test("a further word never finds more", () => {
  fc.assert(
    fc.property(word, word, entry, (one, other, found) => {
      if (rateMatch(`${one} ${other}`, found) !== null) expect(rateMatch(one, found)).not.toBeNull();
    }),
  );
});

test("the parts of a name find it, and the whole name comes before all others", () => {
  fc.assert(
    fc.property(entry, fc.nat(), fc.nat(), (found, start, length) => {
      const part = found.title.slice(start % found.title.length).slice(0, 1 + (length % 5));
      expect(rateMatch(part, found)).not.toBeNull();
      // A page and its documentation may differ in capitals only.
      expect(matchBest(found.title, ENTRIES)[0]?.title.toLowerCase()).toBe(found.title.toLowerCase());
    }),
  );
});
