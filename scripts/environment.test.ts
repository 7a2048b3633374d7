import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createDataFolder } from "./environment";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-environment-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readMode = (name: string) => statSync(name).mode & 0o777;

test("no one else can look into the folder for data, also if an earlier version made it", () => {
  // Root does not run Postgres itself, so its user must come through to the folder of Postgres.
  const expected = process.getuid?.() === 0 ? 0o711 : 0o700;
  const [fresh, old] = [path.join(folder, "new", "demo"), path.join(folder, "old")];

  expect(readMode(createDataFolder(fresh))).toBe(expected);
  createDataFolder(old);
  chmodSync(old, 0o755);
  expect(readMode(createDataFolder(old))).toBe(expected);
});

test("a link in someone else’s folder is not followed", () => {
  const [theirs, target] = [path.join(folder, "theirs"), path.join(folder, "target")];
  mkdirSync(theirs);
  symlinkSync(target, path.join(theirs, ".keep"));
  expect(() => createDataFolder(theirs)).toThrow("cannot be written (ELOOP)");
  expect(existsSync(target)).toBe(false);
});
