import os from "node:os";
import { parentPort, workerData } from "node:worker_threads";

/** What a thread of `readInThread` says: that its program is loaded, and then what it made of its input. */
export type ThreadMessage<Output> = { isLoaded: true } | { output: Output };

/** Lower than that of its process, whose other work is to answer requests. */
const PRIORITY = 10;

/** Is the program of a thread of `readInThread`. Its time begins now: how long a busy machine takes to load it is not its fault. */
export async function answerInput<Input, Output>(
  read: (input: Input) => Output | Promise<Output>,
): Promise<void> {
  const say = (message: ThreadMessage<Output>) => parentPort?.postMessage(message);
  // Elsewhere it would be that of the whole process.
  if (process.platform === "linux") os.setPriority(PRIORITY);
  say({ isLoaded: true });
  say({ output: await read(workerData) });
}
