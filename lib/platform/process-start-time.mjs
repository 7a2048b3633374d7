import { readFileSync } from "node:fs";
import { readProcessStat } from "./process-stat.mjs";

/**
 * The start time of a process in the kernel's clock ticks, which distinguishes it from a later process with the same id.
 * Null if the process has ended, even if its parent has not collected it yet. Empty if it runs, but the system is not
 * Linux.
 */
export function processStartTime(pid) {
  if (process.platform === "linux") {
    try {
      const [state, ...fields] = readProcessStat(pid);
      return state === "Z" || state === "X" ? null : fields[18];
    } catch {
      return null;
    }
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === "ESRCH") return null;
  }
  return "";
}

/**
 * The id of the current boot. Start times are only comparable within one boot: after a reboot, or in a new container, the
 * same process ids and start times occur again. Empty if the system has no boot id.
 */
export function currentBootId() {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
