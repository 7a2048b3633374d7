import { remember } from "@epic-web/remember";
import { SECOND_MS } from "@/lib/rules/durations";
import type { ThreadMessage } from "./handle-input";
import { Turns } from "./turns";

// Next.js would follow an import, and the paths of `path`, and try to compile what is in the folder.
const { Worker } = process.getBuiltinModule("node:worker_threads");
const { setFlagsFromString } = process.getBuiltinModule("node:v8");

/** The programs that run as threads, and their source. `scripts/bundle.mjs` compiles them alongside the processes. */
const THREADS = {
  "estimate-password": "lib/people/users/estimate-thread.ts",
  "read-kuma": "lib/imports/kuma/thread.ts",
  "plan-configuration": "lib/configuration/thread.ts",
};

export type ThreadName = keyof typeof THREADS;
type ThreadLimits = { ms: number; heapMb: number };

/** The limits of a thread that reads an upload. */
const LIMITS = {
  "read-kuma": { ms: 10 * SECOND_MS, heapMb: 384 },
  "plan-configuration": { ms: 10 * SECOND_MS, heapMb: 128 },
} satisfies Partial<Record<ThreadName, ThreadLimits>>;

type Reader = keyof typeof LIMITS;

/** How many uploads are read at once, how many wait, and how long those of one account may take in a minute. */
const UPLOADS = { atOnce: 2, waiting: 20, msPerMinute: 10 * SECOND_MS };

// Next.js loads this module more than once.
const uploads = remember(
  "tattle.uploads",
  () => new Turns(UPLOADS.atOnce, UPLOADS.waiting, UPLOADS.msPerMinute),
);

/** What a thread made of its input, or the limit that it hit. */
export type ThreadResult<Output> = { output: Output } | { limit: "time" | "memory" };

/**
 * Reads an upload of this account in a thread of its own, so that whatever it makes its reader do, this process goes on responding. A
 * reader that needs more time or memory than its limits is ended. Accounts have their turns. Throws what the program throws. Input, which
 * is loaded only then, and output are copied.
 */
export const readInThread = <Output>(
  name: Reader,
  account: string,
  loadInput: () => Promise<unknown>,
  limits: ThreadLimits = LIMITS[name],
): Promise<ThreadResult<Output>> =>
  uploads.use(account, async (spend) => run<Output>(name, await loadInput(), limits, spend));

function run<Output>(
  name: Reader,
  input: unknown,
  { ms, heapMb }: ThreadLimits,
  spend: (ms: number) => void,
): Promise<ThreadResult<Output>> {
  const worker = openThread(name, input, heapMb);
  let loadedAt = Number.POSITIVE_INFINITY;
  let cpuMs: number | undefined;
  return new Promise<ThreadResult<Output>>((resolve, reject) => {
    let timeout: NodeJS.Timeout | undefined;
    worker
      .on("message", (message: ThreadMessage<Output>) => {
        if ("output" in message) {
          cpuMs = message.cpuMs;
          resolve(message);
        } else {
          loadedAt = performance.now();
          timeout = setTimeout(() => resolve({ limit: "time" }), ms);
        }
      })
      .once("error", (error: NodeJS.ErrnoException) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve({ limit: "memory" }) : reject(error),
      )
      .once("exit", (code) => {
        clearTimeout(timeout);
        reject(new Error(`The thread ${name} ended with code ${code} before its result.`));
      });
  }).finally(() => {
    spend(cpuMs ?? Math.max(0, performance.now() - loadedAt));
    return worker.terminate();
  });
}

/** Starts a thread with this program, and at most this much heap. The caller ends it. */
export function openThread(name: ThreadName, input: unknown, heapMb: number) {
  const { file, isSource } = locate(name);
  // The limit of the process, which it has had since its start, would otherwise replace that of each thread.
  setFlagsFromString("--max-old-space-size=0");
  return new Worker(isSource ? runFromSource(file) : file, {
    eval: isSource,
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
}

/** The compiled program where the processes are compiled, otherwise its source. */
function locate(name: ThreadName): { file: string; isSource: boolean } {
  // Where `npm start` has compiled the processes, or an image has them.
  const folder = process.env.TATTLE_COMPILED ?? (process.env.TATTLE_BUILD ? "dist" : null);
  return folder
    ? { file: `${process.cwd()}/${folder}/${name}.js`, isSource: false }
    : { file: `${process.cwd()}/${THREADS[name]}`, isSource: true };
}

/** A thread knows no TypeScript until it has loaded tsx. */
const runFromSource = (file: string) =>
  `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(file)}); });`;
