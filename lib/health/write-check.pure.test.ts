import { existsSync, mkdtempSync, rmSync, watch, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { eventually } from "@/testing/eventually";
import { openWriteCheck } from "./write-check";

const root = mkdtempSync(path.join(tmpdir(), "tattle-write-check-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a check writes a file and removes it, and many at once share one", async () => {
  const folder = path.join(root, "shared");
  const check = openWriteCheck(folder);
  await check();
  expect(existsSync(folder)).toBe(true);

  const checkAgain = openWriteCheck(folder);
  const created: string[] = [];
  const watcher = watch(folder, (event, name) => event === "rename" && created.push(String(name)));
  await Promise.all(Array.from({ length: 100 }, checkAgain));
  await checkAgain();
  await eventually(() => expect(created.length).toBeGreaterThanOrEqual(2));
  watcher.close();

  // One event when the file appears, and one when it disappears.
  expect(created).toHaveLength(2);
  expect(await readdir(folder)).toEqual([]);
});

test("a folder that cannot be written fails the check, until the result is too old", async () => {
  const folder = path.join(root, "file");
  writeFileSync(folder, "a file in place of the folder");
  const check = openWriteCheck(folder);
  const checkEachTime = openWriteCheck(folder, 0);

  await expect(check()).rejects.toThrow();
  await expect(checkEachTime()).rejects.toThrow();
  rmSync(folder);

  await expect(check()).rejects.toThrow();
  await checkEachTime();
});
