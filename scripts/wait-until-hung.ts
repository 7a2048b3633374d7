import { setTimeout as sleep } from "node:timers/promises";
import { requestStatus } from "./request-status";
import { waitForGreeting } from "./wait-for-greeting";

/** One late response is not a reason to kill a process: it may be busy. */
const MAX_MISSES = 3;

/**
 * Resolves when the process has left this many health checks in a row without any response, or when the signal is aborted.
 * A check begins at each interval and waits until the next.
 */
export async function waitUntilHung(url: string, intervalMs: number, signal: AbortSignal): Promise<void> {
  for (let misses = 0; misses < MAX_MISSES && !signal.aborted; ) {
    const pause = sleep(intervalMs, undefined, { signal }).catch(() => {});
    const [responded] = await Promise.all([isResponding(url, intervalMs), pause]);
    misses = responded ? 0 : misses + 1;
  }
}

/** Whether the event loop of a process still runs: any response will do, even an error. */
const isResponding = async (url: string, timeoutMs: number): Promise<boolean> =>
  url.startsWith("smtp:") ? waitForGreeting(url, timeoutMs) : (await requestStatus(url, timeoutMs)) !== null;
