import { readFileSync } from "node:fs";

/**
 * When a process started, as Linux tells it: another process that is given the same number is told apart by it. Null when
 * the process is gone, or only waits for its parent to take note of its end.
 */
export function birthOf(pid) {
  if (process.platform === "linux") {
    try {
      // The name in parentheses may itself hold spaces.
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

/**
 * Which start of the machine this is: births begin anew with each, and in a container so do the numbers. Empty where the
 * system has no word for it.
 */
export function currentBoot() {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
