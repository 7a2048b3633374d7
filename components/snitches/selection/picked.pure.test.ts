import fc from "fast-check";
import { expect, test } from "vitest";
import { describePicked, formatPicked, parsePicked, readPicked } from "./picked";

const picked = fc.array(
  fc.record({ token: fc.stringMatching(/^[0-9a-f]{16}$/), name: fc.string({ unit: "grapheme" }) }),
);

function aForm(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

test("what was picked is read as it was, whatever the names", () => {
  fc.assert(
    fc.property(picked, (snitches) => {
      expect(parsePicked(formatPicked(snitches))).toEqual(snitches);
      expect(readPicked(aForm({ parents: formatPicked(snitches) }), "parents")).toEqual(
        snitches.map(({ token }) => token),
      );
    }),
  );
});

test("what was typed counts instead of what was picked, also if it was emptied", () => {
  expect(
    readPicked(aForm({ parents: "ab=A", parents_text: " Backup, cd34 ,\n, Import" }), "parents"),
  ).toEqual(["Backup", "cd34", "Import"]);
  expect(readPicked(aForm({ parents: "ab=A", parents_text: " " }), "parents")).toEqual([]);
  expect(readPicked(aForm({}), "parents")).toEqual([]);
});

test("as text, each snitch is one part that ends with its token", () => {
  const text = describePicked([
    { token: "ab12", name: "Copy, then check" },
    { token: "cd34", name: "Import" },
  ]);
  expect(text).toBe("Copy  then check (ab12), Import (cd34)");
});
