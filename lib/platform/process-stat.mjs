import { readFileSync } from "node:fs";

/**
 * What `/proc` says of a process after its name, as proc_pid_stat(5) numbers it from 3 on: its state, its parent, its group, its
 * session, and so on. Throws if there is no such process, or no such file system.
 * @param {number | "self"} pid
 * @returns {string[]}
 */
export function readProcessStat(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in parentheses, may contain spaces and parentheses.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
