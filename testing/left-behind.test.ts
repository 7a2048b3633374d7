import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { watchLeftBehind } from "./left-behind";

const { TMPDIR } = process.env;
afterEach(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
});

test("a process and a folder that outlive a run are named, and its folder is deleted", async () => {
  const listLeftBehind = watchLeftBehind(0);
  const folder = process.env.TMPDIR ?? "";
  mkdirSync(path.join(folder, "tattle-state"));
  writeFileSync(path.join(folder, "of-a-browser"), "");
  // The shell ends, and no one waits for its child.
  const shell = spawn("sh", ["-c", "sleep 1000 & echo $!"], { stdio: ["ignore", "pipe", "ignore"] });
  const [pid] = await once(shell.stdout, "data");
  await once(shell, "exit");

  const left = await listLeftBehind();
  process.kill(Number(pid), "SIGKILL");
  expect(left).toEqual([`sleep 1000 (process ${Number(pid)})`, "tattle-state"]);
  expect(existsSync(folder)).toBe(false);
});

test("a run that cleans up has left nothing", async () => {
  const listLeftBehind = watchLeftBehind();
  await once(spawn("true"), "exit");
  expect(await listLeftBehind()).toEqual([]);
});
