import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "./state";

test("a folder is made with those above it, and made again without an error", () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "tattle-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = path.join(root, "one", "two");

  makeFolder(folder, 0o700);
  makeFolder(folder, 0o700);

  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.skipIf(process.platform !== "linux")("a folder that the system refuses is an error, and ends", () => {
  expect(() => makeFolder("/proc/nowhere/spool", 0o700)).toThrow("ENOENT");
});
