import { listProcesses, withDescendants } from "./processes";

/** Stops a process and its descendants, which keep their connections and respond with nothing. Returns a function that continues them. */
export function freeze(pid: number): () => void {
  // The parent first, so that no new child is missed.
  process.kill(pid, "SIGSTOP");
  const family = withDescendants(pid, listProcesses()).map((member) => member.pid);
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
