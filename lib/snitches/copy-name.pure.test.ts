import fc from "fast-check";
import { expect, test } from "vitest";
import { copyName } from "./copy-name";
import { newSnitch } from "./input";

test.each([
  ["Backup", "Backup (copy)"],
  ["Backup (copy)", "Backup (copy 2)"],
  ["Backup (copy 9)", "Backup (copy 10)"],
  ["Backup (old)", "Backup (old) (copy)"],
  ["Job (copy) of Ada", "Job (copy) of Ada (copy)"],
])("a copy of “%s” is called “%s”", (name, copy) => expect(copyName(name)).toBe(copy));

test("a copy of any snitch has a name that is allowed, and another one than the original", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 255 }), (text) => {
      const name = text.slice(0, 255).toWellFormed();
      fc.pre(newSnitch.safeParse({ name, interval: "daily" }).success);
      expect(newSnitch.safeParse({ name: copyName(name), interval: "daily" }).success).toBe(true);
      expect(copyName(name)).not.toBe(name);
    }),
  );
});
