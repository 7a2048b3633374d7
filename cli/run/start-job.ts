import { ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { constants } from "node:os";
import { EXIT, SIGNAL_STATUS } from "../exit";
import type { Job } from "./job";
import { hasRawEnvironment, throughLaunchers } from "./launcher";
import type { StandardStreams } from "./standard-streams";

const [STDIN, FIRST_OTHER] = [0, 3];

/** Starts the job with the streams, our standard input, and the other descriptors of the caller. */
export function startJob(job: Job, streams: StandardStreams, descriptors: number[]): ChildProcess {
  const others = Array.from(
    { length: Math.max(0, ...descriptors.map((one) => one + 1 - FIRST_OTHER)) },
    (_, i) => (descriptors.includes(i + FIRST_OTHER) ? i + FIRST_OTHER : ("ignore" as const)),
  );
  const [file = job.file, ...args] = throughLaunchers(job);
  const stdio = [STDIN, streams.stdout, streams.stderr, ...others];
  if (!job.env && hasRawEnvironment()) return spawnWithOwnEnvironment(file, args, stdio);
  return spawn(file, args, { env: job.env ?? process.env, stdio });
}

/**
 * Node.js reads variables as UTF-8, and would pass on what it has read. Without a list of variables, which its own `spawn` always makes,
 * the process gets ours byte for byte.
 */
function spawnWithOwnEnvironment(file: string, args: string[], stdio: SpawnOptions["stdio"]): ChildProcess {
  const child = new ChildProcess() as ChildProcess & { spawn(options: object): void };
  const options = { file, args: [file, ...args], stdio };
  Object.defineProperty(options, "envPairs", { get: () => undefined, set: () => {} });
  child.spawn(options);
  return child;
}

/** How a job ended. `problem`: why it could not be started. */
export type JobEnd = { status: number; problem: string | null };

export const waitForEnd = (child: ChildProcess, { file }: Job): Promise<JobEnd> =>
  new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === "ENOENT";
      // An error after the start is that of a signal, which has another end.
      if (child.pid !== undefined) return;
      resolve({
        status: isMissing ? EXIT.notFound : EXIT.notExecutable,
        problem: `${file}: ${isMissing ? "command not found" : `cannot be executed (${error.code})`}`,
      });
    });
    child.once("exit", (code, signal) =>
      resolve({ status: code ?? SIGNAL_STATUS + (signal ? constants.signals[signal] : 0), problem: null }),
    );
  });
