import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readPassword } from "./read-password";

const stdin = (input = "") => Readable.from([Buffer.from(input)]);

test("a password comes from the option, from standard input without the end of its line, or from the variable", async () => {
  expect(await readPassword({ password: "one" }, "other", stdin())).toBe("one");
  expect(await readPassword({ passwordStdin: true }, "other", stdin("correct horse \n"))).toBe(
    "correct horse ",
  );
  expect(await readPassword({ passwordStdin: true }, undefined, stdin("käse"))).toBe("käse");
  expect(await readPassword({}, "other", stdin("not read"))).toBe("other");
});

test("no password, an empty one, or two ways at once are refused with one line", async () => {
  await expect(readPassword({}, undefined, stdin())).rejects.toThrow(/^A bootstrap needs a password.*$/);
  await expect(readPassword({}, "", stdin())).rejects.toThrow(/^A bootstrap needs a password.*$/);
  await expect(readPassword({ passwordStdin: true }, "other", stdin("\n"))).rejects.toThrow(
    /^Standard input is empty/,
  );
  await expect(readPassword({ password: "one", passwordStdin: true }, "", stdin("two"))).rejects.toThrow(
    "either",
  );
});
