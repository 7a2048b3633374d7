import { readFileSync } from "node:fs";
import os from "node:os";
import { parentPort, workerData } from "node:worker_threads";

/** What a thread of `readInThread` says: that its program is loaded, and then what it made of its input, in what time of a processor. */
export type ThreadMessage<Output> = { isLoaded: true } | { output: Output; cpuMs: number };

/** Lower than that of its process, whose other work is to respond to requests. */
const PRIORITY = 10;

/** Is the program of a thread of `readInThread`. Its time begins now: how long a busy machine takes to load it is not its fault. */
export async function handleInput<Input, Output>(
  read: (input: Input) => Output | Promise<Output>,
): Promise<void> {
  const say = (message: ThreadMessage<Output>) => parentPort?.postMessage(message);
  // Elsewhere it would be that of the whole process.
  if (process.platform === "linux") os.setPriority(PRIORITY);
  say({ isLoaded: true });
  const startedMs = readCpuMs();
  const output = await read(workerData);
  say({ output, cpuMs: readCpuMs() - startedMs });
}

/** The time that this thread has had of a processor; where the system does not say it, the time that has passed. */
function readCpuMs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
