import { expect, test } from "vitest";
import { LANGUAGES } from "../page-input";
import { fill, WORDS, type Words } from "./words";

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test.each(LANGUAGES)("no text of %s is missing, empty, or without one of its values", (language) => {
  const words = WORDS[language];
  expect(Object.keys(words)).toEqual(Object.keys(WORDS.en));
  for (const [name, text] of Object.entries(words)) {
    expect(text.trim()).not.toBe("");
    expect(placeholders(text)).toEqual(placeholders(WORDS.en[name as keyof Words]));
  }
});

test("values are put in once, whatever they contain", () => {
  expect(fill("{a} of {b}", { a: "{b}", b: 2 })).toBe("{b} of 2");
});
