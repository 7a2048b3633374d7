import { spawn } from "node:child_process";
import { atEnd } from "./ending.mjs";
import { Stop } from "./stop.mjs";

/**
 * Runs a tool to its end and returns what it printed. It has its own process group, so that it can be stopped with all it
 * started. When it fails, what it printed is shown with the reason given; without one, its code is returned.
 *
 * @type {(command: string, args: string[], options?: { env?: Record<string, string | undefined>, failure?: string, show?: boolean }) =>
 *   Promise<{ code: number, output: string }>}
 */
export async function runTool(command, args, { env = {}, failure, show = false } = {}) {
  const isNode = command === process.execPath;
  const child = spawn(command, isNode ? [...leash(0), ...args] : args, {
    env: { ...process.env, ...env, TATTLE_PARENT: String(process.pid) },
    stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe", ...(isNode ? ["ipc"] : [])],
    detached: process.platform !== "win32",
    shell: process.platform === "win32" && command === "npm",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => (output += text));
  // What it started may outlive it, and hold its pipes open.
  child.on("exit", () => signalGroup(child, "SIGKILL"));
  const ended = new Promise((resolve) => {
    child.on("error", (fault) => resolve({ code: 127, fault }));
    child.on("close", (code, signal) => resolve({ code: code ?? 1, signal }));
  });
  const forget = atEnd(async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    signalGroup(child, "SIGTERM");
    const timer = setTimeout(() => signalGroup(child, "SIGKILL"), 5_000);
    await ended;
    clearTimeout(timer);
  });
  const { code, fault } = await ended;
  await forget();
  if (code === 0 || failure === undefined) return { code, output: fault ? fault.message : output };
  throw new Stop(failure, fault ? fault.message : output);
}

/** npm, as a program and its first arguments: by its own file where we know it, because node can be leashed. */
export function npm() {
  const file = process.env.npm_execpath ?? "";
  return file.endsWith("npm-cli.js") ? [process.execPath, file] : ["npm"];
}

/** Flags for node that end it, and all it started, when we are gone. It needs a channel to us and TATTLE_PARENT. */
export const leash = (graceMs) => ["--import", new URL(`./leash.mjs?grace=${graceMs}`, import.meta.url).href];

/** Sends a signal to a process and all it started. */
export function signalGroup(child, signal) {
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (thrown) {
    if (thrown.code !== "ESRCH") throw thrown;
  }
}
