import { readdirSync, readFileSync } from "node:fs";

/** A process and all of its descendants, parents first. Reads `/proc`, so only on Linux. */
function listFamily(pid: number): number[] {
  const parents = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = readStat(name);
    // The name of the program stands in parentheses, and may contain spaces.
    const parent = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }];
  });
  const family = [pid];
  for (const member of family)
    family.push(...parents.flatMap((one) => (one.parent === member ? one.pid : [])));
  return family;
}

/** Null if the process has ended meanwhile. */
function readStat(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
}

/** Stops a process and its descendants, which keep their connections and answer nothing. Returns a function that continues them. */
export function freeze(pid: number): () => void {
  // The parent first, so that no new child is missed.
  process.kill(pid, "SIGSTOP");
  const family = listFamily(pid);
  for (const member of family) signal(member, "SIGSTOP");
  return () => {
    for (const member of family) signal(member, "SIGCONT");
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
