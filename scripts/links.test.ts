import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { areLinksComplete } from "./links.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-links-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("links that an install script did not make are noticed", () => {
  expect(areLinksComplete(path.join(folder, "missing"))).toBe(true);
  const native = path.join(folder, "linux-x64", "native");
  mkdirSync(native, { recursive: true });
  expect(areLinksComplete(folder)).toBe(true);

  writeFileSync(path.join(native, "libpq.so.5.18"), "a library");
  const link = { source: "native/libpq.so.5.18", target: "native/libpq.so.5" };
  writeFileSync(path.join(native, "pg-symlinks.json"), JSON.stringify([link]));
  expect(areLinksComplete(folder)).toBe(false);

  symlinkSync("libpq.so.5.18", path.join(native, "libpq.so.5"));
  expect(areLinksComplete(folder)).toBe(true);
});

test("the packages that are installed here have their links", () => {
  expect(areLinksComplete()).toBe(true);
});
