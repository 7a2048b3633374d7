import { spawn } from "node:child_process";
import { UserError } from "../lib/platform/user-error.mjs";
import { isShuttingDown, onShutdown } from "./shutdown.mjs";

/**
 * Starts a program in its own process group, which Ctrl-C at the terminal does not reach. `stop` sends SIGTERM to the
 * group, then SIGKILL after `graceMs`; `kill` sends SIGKILL at once. A Node program also stops when this process is killed.
 * @typedef {{ env?: Record<string, string | undefined>, stdio?: "inherit" | "pipe" | "ignore", graceMs?: number }} Options
 * @typedef {{ child: import("node:child_process").ChildProcess, exited: Promise<{ code: number, reason: string }> }} Started
 * @type {(command: string, args: string[], options: Options) => Started & { stop: () => Promise<void>, kill: () => void }}
 */
export function startProcess(command, args, { env, stdio = "inherit", graceMs = 5_000 }) {
  const isNode = command === process.execPath;
  const watchdog = new URL(`./parent-watchdog.mjs?grace=${graceMs}`, import.meta.url).href;
  const child = spawn(command, isNode ? ["--import", watchdog, ...args] : args, {
    env: { ...process.env, ...env, TATTLE_PARENT: String(process.pid) },
    // The watchdog needs an IPC channel.
    stdio: ["ignore", stdio, stdio, ...(isNode ? ["ipc"] : [])],
    detached: true,
  });
  const exited = new Promise((resolve) => {
    child.on("error", ({ message }) => resolve({ code: 127, reason: message }));
    // Processes that it started may still run, and keep its output open.
    child.on("exit", () => signalGroup(child, "SIGKILL"));
    child.on("close", (code, signal) => resolve({ code: code ?? 1, reason: signal ?? `code ${code}` }));
  });
  const stop = async () => {
    signalGroup(child, "SIGTERM");
    const timer = setTimeout(() => signalGroup(child, "SIGKILL"), graceMs);
    await exited;
    clearTimeout(timer);
  };
  const kill = () => signalGroup(child, "SIGKILL");
  return { child, exited, stop, kill };
}

function signalGroup({ pid }, signal) {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/**
 * Runs a program. With `show`, its output goes to the terminal. With `failure`, a code other than 0 throws that message.
 * @typedef {{ env?: Record<string, string | undefined>, failure?: string, show?: boolean }} RunOptions
 * @type {(command: string, args: string[], options?: RunOptions) => Promise<{ code: number, output: string }>}
 */
export async function runCommand(command, args, { env, failure, show } = {}) {
  const { child, exited, stop } = startProcess(command, args, { env, stdio: show ? "inherit" : "pipe" });
  const unregister = onShutdown(stop);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => (output += text));
  const { code, reason } = await exited;
  await unregister();
  if (isShuttingDown()) throw new UserError("Stopping.");
  if (code !== 0 && failure) throw new UserError(failure, output || reason);
  return { code, output };
}

/** How to start npm: if possible by the path of its file, a Node program, which stops with this process. */
export function npmCommand() {
  const file = process.env.npm_execpath ?? "";
  return file.endsWith("npm-cli.js") ? [process.execPath, file] : ["npm"];
}

export function runNpm(args, options) {
  const [program, ...first] = npmCommand();
  return runCommand(program, [...first, ...args], options);
}
