import fc from "fast-check";
import { expect, test } from "vitest";
import { findPassages, type Part, splitTerms } from "./find-passages";
import type { Passage } from "./passages";

const passage = (heading: string, text: string, page = "A page"): Passage => ({
  href: `/docs/a#${heading}`,
  page,
  heading,
  text,
});

const marks = (parts: Part[]) => parts.filter(({ isMatch }) => isMatch).map(({ text }) => text);
const headings = (query: string, passages: Passage[]) =>
  findPassages(query, passages, 9).map(({ heading }) => heading.map(({ text }) => text).join(""));

test("a heading that matches comes before a text that does, and a word’s beginning before its middle", () => {
  const passages = [
    passage("Pauses", "An unsnoozed snitch"),
    passage("Alerts", "Snooze them"),
    passage("Snooze", "It ends"),
  ];
  expect(headings("snooze", passages)).toEqual(["Snooze", "Alerts", "Pauses"]);
});

test("each word has to be in the passage or the title of its page, in any order", () => {
  const passages = [passage("Exit status", "Zero is healthy", "Check-ins"), passage("Status", "Healthy")];

  expect(headings("status exit", passages)).toEqual(["Exit status"]);
  expect(headings("status checkins", passages)).toEqual(["Exit status"]);
  expect(headings("status nothing", passages)).toEqual([]);
});

test.each([
  ["email", "By e-mail only", ["e-mail"]],
  ["E-MAIL", "By email only", ["email"]],
  ["exit status", "The status: an EXIT status", ["status", "EXIT", "status"]],
  ["a.b", "Not axb but a.b", ["a.b"]],
  ["s=", "The parameter s", ["s"]],
])("“%s” is marked in “%s”", (query, text, marked) => {
  const [hit] = findPassages(query, [passage("Heading", text)], 1);
  expect(marks(hit?.excerpt ?? []).filter((part) => part !== "")).toEqual(expect.arrayContaining(marked));
});

test("an excerpt begins and ends with whole words, and shows the match", () => {
  const text = `${"before ".repeat(80)}needle ${"after ".repeat(80)}`.trim();
  const [hit] = findPassages("needle", [passage("Heading", text)], 1);
  const shown = hit?.excerpt.map((part) => part.text).join("") ?? "";

  expect(shown).toMatch(/^…before (before )*needle (after )*after…$/);
  expect(shown.length).toBeLessThan(200);
});

test.each(["", "  ", "?", "–", "…"])("nothing is found for %j", (query) => {
  expect(findPassages(query, [passage("Heading", "Text")], 9)).toEqual([]);
});

const text = fc.string({ maxLength: 300, unit: fc.constantFrom(..."ab -.…é"), minLength: 1 });

test("whatever is searched for, the parts of a heading are the heading, those of an excerpt a part of the text, and each mark is a word of the query", () => {
  fc.assert(
    fc.property(text, text, text, (query, heading, body) => {
      for (const hit of findPassages(query, [passage(heading, body)], 1)) {
        expect(hit.heading.map((part) => part.text).join("")).toBe(heading);
        const shown = hit.excerpt.map((part) => part.text).join("");
        expect(body).toContain(body.includes(shown) ? shown : shown.replace(/^…/, "").replace(/…$/, ""));
        const terms = splitTerms(query).map((word) => word.toLowerCase());
        for (const mark of marks(hit.heading))
          expect(terms).toContain(mark.replaceAll("-", "").toLowerCase());
      }
    }),
  );
});
