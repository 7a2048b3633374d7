import { expect, test } from "vitest";
import { LANGUAGES } from "../page-input";
import { fill, TEXTS, type Texts } from "./texts";

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test.each(LANGUAGES)("no text of %s is missing, empty, or without one of its values", (language) => {
  const texts = TEXTS[language];
  expect(Object.keys(texts)).toEqual(Object.keys(TEXTS.en));
  for (const [name, text] of Object.entries(texts)) {
    expect(text.trim()).not.toBe("");
    expect(placeholders(text)).toEqual(placeholders(TEXTS.en[name as keyof Texts]));
  }
});

test("values are put in once, whatever they contain", () => {
  expect(fill("{a} of {b}", { a: "{b}", b: 2 })).toBe("{b} of 2");
});
