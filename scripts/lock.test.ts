import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import { findHolder, takeLock } from "./lock.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-lock-"));
chmodSync(folder, 0o755);
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

test.runIf(process.getuid?.() === 0)(
  "a folder that another user made, as a clone with its builds, is one line",
  async () => {
    const { href } = new URL("lock.mjs", import.meta.url);
    const theirs = path.join(folder, "theirs");
    mkdirSync(theirs);
    const take = `import { takeLock } from "${href}"; try { takeLock("${theirs}/dist/lock"); } catch (error) { console.log(error.constructor.name, error.message); }`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", take], {
      uid: 65_534,
      gid: 65_534,
    });
    rmSync(theirs, { recursive: true });
    expect(stdout).toBe(
      `UserError ${theirs}/dist cannot be written (EACCES). Run this as its owner, or in a folder that you own.\n`,
    );
  },
);

test("a lock without a readable holder is free", () => {
  writeFileSync(file, '{"pid":');

  expect(findHolder(file)).toBeNull();
  takeLock(file)?.release();
});
