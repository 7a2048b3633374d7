import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { listProcesses, withDescendants } from "@/testing/processes";
import { findFreePorts } from "./ports";

const START_TIMEOUT_MS = 280_000;
const STOP_TIMEOUT_MS = 30_000;

const dataDir = mkdtempSync(path.join(tmpdir(), "tattle-demo-"));
const started: ChildProcess[] = [];

afterAll(async () => {
  for (const demo of started) if (demo.exitCode === null && demo.signalCode === null) demo.kill("SIGTERM");
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the demo below a parent, as npm is. Returns that parent, and what the demo has printed. */
async function startDemo(ports: Record<string, string | undefined>) {
  const blank = {
    DATABASE_URL: "",
    APP_URL: "",
    CHECK_IN_URL: "",
    PORT: "",
    CHECK_IN_PORT: "",
    WORKER_PORT: "",
  };
  const parent = spawn("sh", ["-c", `"${process.execPath}" scripts/demo.mjs & wait`], {
    env: { ...process.env, ...blank, ...ports, DATA_DIR: dataDir, npm_lifecycle_event: "demo" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(parent);
  const seen = { output: "" };
  for (const stream of [parent.stdout, parent.stderr])
    stream?.setEncoding("utf8").on("data", (text) => (seen.output += text));
  await vi.waitFor(() => expect(seen.output).toContain("▶"), {
    timeout: START_TIMEOUT_MS,
    interval: 200,
  });
  return { parent, seen, processes: withDescendants(parent.pid ?? 0, listProcesses()).map(({ pid }) => pid) };
}

const isUp = async (port?: string) =>
  (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok ?? false;

const running = (pids: number[]) => listProcesses().filter(({ pid }) => pids.includes(pid));

const readPassword = (output: string) => /^Password {3}(\S+)$/m.exec(output)?.[1];

test("the demo takes the ports that are named, listens on loopback alone, ends with its parent, and has the same ports and password the next time", async () => {
  const ports = await findFreePorts();
  const first = await startDemo(ports);
  expect(await isUp(ports.PORT)).toBe(true);
  expect(await isUp(ports.CHECK_IN_PORT)).toBe(true);
  // On Linux this is an address of loopback as well, on which only what listens on all of them responds.
  for (const port of [ports.PORT, ports.CHECK_IN_PORT])
    await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow();
  const password = readPassword(first.seen.output);
  expect(password).toMatch(/^[\w-]{16}$/);

  first.parent.kill("SIGKILL");
  await vi.waitFor(() => expect(running(first.processes)).toEqual([]), {
    timeout: STOP_TIMEOUT_MS,
    interval: 200,
  });

  const second = await startDemo({});
  expect(readPassword(second.seen.output)).toBe(password);
  expect(second.seen.output).toContain(`http://localhost:${ports.PORT}/sign-in`);
  expect(await isUp(ports.CHECK_IN_PORT)).toBe(true);

  const demo = second.processes.find((pid) => pid !== second.parent.pid) ?? 0;
  process.kill(demo, "SIGTERM");
  await once(second.parent, "exit");
  await vi.waitFor(() => expect(running(second.processes)).toEqual([]), {
    timeout: STOP_TIMEOUT_MS,
    interval: 200,
  });
}, 600_000);
