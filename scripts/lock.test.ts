import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import { findHolder, takeLock } from "./lock.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-lock-"));
const file = path.join(folder, "lock");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a lock is held until it is released, with a note for processes that find it taken", () => {
  const lock = takeLock(file, { at: "here" });

  expect(takeLock(file)).toBeNull();
  expect(findHolder(file)).toMatchObject({ pid: process.pid, at: "here" });
  lock?.update({ at: "there" });
  expect(findHolder(file)).toMatchObject({ at: "there" });

  lock?.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock whose holder was killed is free, even if the process id was reused", () => {
  symlinkSync(JSON.stringify({ pid: process.pid, startTime: `${processStartTime(process.pid)}0` }), file);

  expect(findHolder(file)).toBeNull();
  const lock = takeLock(file);

  expect(lock).not.toBeNull();
  lock?.release();
});

test("a lock without a readable holder is free", () => {
  writeFileSync(file, '{"pid":');

  expect(findHolder(file)).toBeNull();
  takeLock(file)?.release();
});
