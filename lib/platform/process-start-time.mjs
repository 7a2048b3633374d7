import { readFileSync } from "node:fs";

/**
 * The time at which a process started, as Linux reports it: it tells a process from a later one with the same id. Null if
 * the process does not run. On other systems, an empty string for every process that runs.
 */
export function processStartTime(pid) {
  if (process.platform === "linux") {
    try {
      // The second field, the name in parentheses, may contain spaces.
      const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
      return state === "Z" || state === "X" ? null : fields[18];
    } catch {
      return null;
    }
  }
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    if (thrown.code === "ESRCH") return null;
  }
  return "";
}

/** The id of this boot: after a reboot, process ids and start times repeat. Empty on systems without one. */
export function currentBootId() {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
