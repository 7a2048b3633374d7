import { readFileSync } from "node:fs";

/** When something happened: by the clock, and by the time since the machine started, which no one sets. */
export type Moment = { wallMs: number; bootId: string; uptimeMs: number | null };

const SECOND_MS = 1_000;

export const readMoment = (): Moment => ({
  wallMs: Date.now(),
  bootId: readBootId(),
  uptimeMs: readUptimeMs(),
});

/**
 * How long ago it happened, in milliseconds. Within one start of the machine, its clock does not matter, however wrong it is or
 * was. After a restart, the clock decides, but it happened before the restart.
 */
export function ageMs(then: Moment, now: Moment): number {
  const isSameBoot = then.bootId === now.bootId && then.bootId !== "";
  if (isSameBoot && then.uptimeMs !== null && now.uptimeMs !== null)
    return Math.max(0, now.uptimeMs - then.uptimeMs);
  const least = then.bootId !== now.bootId ? (now.uptimeMs ?? 0) : 0;
  return Math.max(least, now.wallMs - then.wallMs);
}

function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

/** Includes the time that the machine slept. Null if the system does not say it. */
function readUptimeMs(): number | null {
  try {
    return Number.parseFloat(readFileSync("/proc/uptime", "utf8")) * SECOND_MS;
  } catch {
    return null;
  }
}
