import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { listUnwritable } from "./unwritable-folder";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-unwritable-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = path.join(folder, "file");
writeFileSync(file, "");
const BACKUP_DIR = path.join(file, "backups");
const PAGES_DIR = path.join(file, "pages");

test("a start names each folder that it could never write, and makes those that are missing", () => {
  const line = (name: string, value: string) =>
    `${name}: ${value} cannot be written (ENOTDIR). Set it to one that this process can write to.`;
  expect(listUnwritable({ BACKUPS: true, BACKUP_DIR, PAGES_DIR })).toEqual([
    line("BACKUP_DIR", BACKUP_DIR),
    line("PAGES_DIR", PAGES_DIR),
  ]);
  const missing = path.join(folder, "new", "backups");
  expect(listUnwritable({ BACKUPS: true, BACKUP_DIR: missing })).toEqual([]);
  expect(statSync(missing).mode & 0o777).toBe(0o700);
});

test("a folder that is not used may be anything", () => {
  expect(listUnwritable({ BACKUPS: true })).toEqual([]);
  expect(listUnwritable({ BACKUPS: false, BACKUP_DIR })).toEqual([]);
  expect(listUnwritable({ BACKUPS: true, BACKUP_DIR, BACKUP_S3_URL: "https://k:s@s3.example/b" })).toEqual(
    [],
  );
});
