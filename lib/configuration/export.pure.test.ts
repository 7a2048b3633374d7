import { expect, test } from "vitest";
import { readDocument } from "./document";
import { formatContent } from "./export";

/** All texts of these characters with at most this length. */
function* listTexts(characters: string, maxLength: number, text = ""): Generator<string> {
  yield text;
  if (maxLength === 0) return;
  for (const character of characters) yield* listTexts(characters, maxLength - 1, text + character);
}

test.each(["yaml", "json"] as const)("every text with blanks is the same after a file of %s", (format) => {
  const notes = [...listTexts(" \n\ta", 5)];

  expect(readDocument(formatContent({ notes }, format))).toMatchObject({ content: { notes } });
});

test("a text of several lines is a block that people can read and change", () => {
  expect(formatContent({ notes: "Runs on db1.\n  Restart it by hand.\n" }, "yaml")).toContain(
    "notes: |\n  Runs on db1.\n    Restart it by hand.\n",
  );
});
