import type { ChildProcess } from "node:child_process";
import { readProcessStat } from "@/lib/platform/process-stat.mjs";

const PASSED = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;
/** What the keys of a terminal send to all processes in the foreground, so to the job, too. */
const FROM_TERMINAL: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT"];

/**
 * Passes signals on to the job. Returns a function that says what the next ones do, once the job has ended. `Ctrl-C` is not passed
 * on: the terminal has sent it to the job already, and some programs take the second one for “at once”.
 */
export function passSignals(child: ChildProcess): (onSignal: () => void) => void {
  let react = (signal: NodeJS.Signals) => {
    if (!(FROM_TERMINAL.includes(signal) && isInForeground())) child.kill(signal);
  };
  for (const signal of PASSED) process.on(signal, () => react(signal));
  return (onSignal) => {
    react = onSignal;
  };
}

function isInForeground(): boolean {
  try {
    const [, , group, , terminal, foregroundGroup] = readProcessStat("self");
    return terminal !== "0" && group === foregroundGroup;
  } catch {
    return false;
  }
}
