import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readImportKey } from "./read-import-key";

const noInput = () => Readable.from([]);

test("the key comes from the option, from standard input, or from the variable", async () => {
  expect(await readImportKey("dms", { key: "a" }, "c", noInput())).toBe("a");
  expect(await readImportKey("dms", { keyStdin: true }, "c", Readable.from(["b\n"]))).toBe("b");
  expect(await readImportKey("dms", {}, "c", noInput())).toBe("c");
});

test("a database needs no key", async () => {
  expect(await readImportKey("kuma", {}, undefined, noInput())).toBe("");
  expect(await readImportKey("opsgenie", { file: "list.json" }, undefined, noInput())).toBe("");
});

test("without a key, or with two, one line names the ways to give it", async () => {
  await expect(readImportKey("dms", {}, undefined, noInput())).rejects.toThrow(
    "An import from dms needs an API key. Pipe it in with --key-stdin, or set TATTLE_IMPORT_KEY.",
  );
  await expect(readImportKey("dms", { key: "a", keyStdin: true }, undefined, noInput())).rejects.toThrow(
    "Use either --key-stdin or --key.",
  );
});
