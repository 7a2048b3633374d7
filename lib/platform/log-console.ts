import { format } from "node:util";
import { log } from "./log";

const LEVELS = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error" } as const;

/** From now on, what libraries and Node print through the console, and warnings of Node, are lines of the log: JSON, as all others. */
export function logConsole(): void {
  for (const [method, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, "info"][])
    console[method] = (...args: unknown[]) => log[level]({ console: true }, format(...args).trim());
  // Node itself prints them otherwise.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "a warning of Node.js"));
}
