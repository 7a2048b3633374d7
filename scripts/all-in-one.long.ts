import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeImage, readImageEnvironment } from "@/testing/image";

const NOBODY = 65_534;
const START = { timeout: 120_000, interval: 200 };

const folder = mkdtempSync(path.join(tmpdir(), "tattle-one-"));
const image = path.join(folder, "app");
const data = path.join(folder, "data");
const started: ChildProcess[] = [];

beforeAll(async () => {
  chmodSync(folder, 0o755);
  mkdirSync(image);
  mkdirSync(data);
  chownSync(data, NOBODY, NOBODY);
  await makeImage(image);
}, 600_000);

afterAll(async () => {
  for (const { pid, exitCode, signalCode } of started)
    if (pid && exitCode === null && signalCode === null) process.kill(pid, "SIGTERM");
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** Runs the image by itself, as a user who may write only its data, with nothing in its environment but what the image sets. */
async function run(script: string, dataDir: string) {
  const [PORT, CHECK_IN_PORT, WORKER_PORT] = [await getPort(), await getPort(), await getPort()].map(String);
  const child = spawn(process.execPath, [script], {
    cwd: image,
    uid: NOBODY,
    gid: NOBODY,
    env: {
      ...readImageEnvironment(readFileSync("Dockerfile", "utf8")),
      PATH: "/usr/bin:/bin",
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      PORT,
      CHECK_IN_PORT,
      WORKER_PORT,
      WORKER_HOST: "127.0.0.1",
    },
  });
  started.push(child);
  const seen = { output: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (seen.output += text));
  const stop = async () => {
    child.kill("SIGTERM");
    return once(child, "exit");
  };
  return { seen, stop, url: `http://127.0.0.1:${PORT}`, checkInUrl: `http://127.0.0.1:${CHECK_IN_PORT}` };
}

test("the image alone serves pages and check-ins from the data of the run before, with its own Postgres, and stops on SIGTERM", async () => {
  const first = await run("scripts/start.mjs", data);
  await vi.waitFor(() => expect(first.seen.output).toContain("To create your account, open"), START);
  const code = /Set-up code +(\S+)/.exec(first.seen.output)?.[1];
  expect((await fetch(`${first.url}/sign-up`)).status).toBe(200);
  expect((await fetch(`${first.checkInUrl}/healthz`)).status).toBe(200);
  expect(await first.stop()).toEqual([0, null]);

  const second = await run("scripts/start.mjs", data);
  await vi.waitFor(() => expect(second.seen.output).toContain(`Set-up code     ${code}`), START);
  expect(await second.stop()).toEqual([0, null]);
}, 300_000);

test("the image shows the demo, with its user and password", async () => {
  const demo = await run("scripts/demo.mjs", path.join(data, "demo"));
  await vi.waitFor(() => expect(demo.seen.output).toContain("watch the jobs"), START);
  expect((await fetch(`${demo.url}/sign-in`)).status).toBe(200);
  expect(await demo.stop()).toEqual([0, null]);
}, 300_000);
