import { expect, test } from "vitest";
import { escapeSource } from "./escape-sources";

const WORDS = "“Snitches” of the café 🙂 …";

test("an escaped source has only Latin-1 and the same strings and regular expressions", () => {
  const source = `["${WORDS}", \`${WORDS}\`, /[“”]/u.test("“"), /🙂{2}/u.test("🙂🙂")]`;
  const escaped = escapeSource(source);
  expect(escaped).toMatch(/^[\0-\xff]*$/);
  expect(Function(`return ${escaped}`)()).toEqual([WORDS, WORDS, true, true]);
});
