import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { birthOf } from "@/lib/platform/process-start-time.mjs";
import { holderOf, takeLock } from "./lock.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-lock-"));
const file = path.join(folder, "lock");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a lock is held until it is given back, with a note for those who find it taken", () => {
  const lock = takeLock(file, { at: "here" });

  expect(takeLock(file)).toBeNull();
  expect(holderOf(file)).toMatchObject({ pid: process.pid, at: "here" });
  lock?.update({ at: "there" });
  expect(holderOf(file)).toMatchObject({ at: "there" });

  lock?.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock whose holder was killed is free, also when another process has its number now", () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, birth: `${birthOf(process.pid)}0` }));

  expect(holderOf(file)).toBeNull();
  const lock = takeLock(file);

  expect(lock).not.toBeNull();
  lock?.release();
});

test("of a lock file that was cut short, nobody is the holder", () => {
  writeFileSync(file, '{"pid":');

  expect(holderOf(file)).toBeNull();
  takeLock(file)?.release();
});
