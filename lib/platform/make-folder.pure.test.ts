import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder, makeFolderAsync } from "./make-folder.mjs";

const MAKES = [
  ["at once", async (folder: string) => makeFolder(folder, 0o700)],
  ["while the process goes on", (folder: string) => makeFolderAsync(folder, 0o700)],
] as const;

test.each(MAKES)(
  "a folder is made with those above it %s, and made again without an error",
  async (_, make) => {
    const root = mkdtempSync(path.join(os.tmpdir(), "tattle-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const folder = path.join(root, "one", "two");

    await Promise.all([make(folder), make(folder)]);
    await make(folder);

    expect(statSync(folder).mode & 0o777).toBe(0o700);
  },
);

test.skipIf(process.platform !== "linux").each(MAKES)(
  "a folder that the system refuses %s is an error, and ends",
  async (_, make) => {
    await expect(make("/proc/nowhere/spool")).rejects.toThrow("ENOENT");
    await expect(make("/dev/null/spool")).rejects.toThrow("ENOTDIR");
  },
);

test("no program makes folders in Node's own way, which may never end", () => {
  const files = ["app", "checkin", "cli", "lib", "mailin", "prisma", "scripts", "worker"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  );
  const programs = files.filter(
    (file) => /\.m?ts$|\.mjs$/.test(file) && !/\.(test|long)\.ts$|[\\/](testing|generated)[\\/]/.test(file),
  );
  expect(programs.length).toBeGreaterThan(500);
  expect(
    programs.filter((file) => /\bmkdir(Sync)?\([^;]*recursive: true/.test(readFileSync(file, "utf8"))),
  ).toEqual([]);
});
