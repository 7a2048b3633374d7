import type { Program } from "./child";

const NEXT = "node_modules/next/dist/bin/next";
const WATCH = ["node_modules/tsx/dist/cli.mjs", "watch", "--clear-screen=false"];

/** Node has four: too few for password hashes, file writes and slow lookups of mail servers at the same time. */
export const THREADS = "16";

/** Has glibc give memory back after a load: by default it keeps more the more was used, in a heap for each of many threads. */
export const GIVE_BACK = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};

/**
 * Besides, for `web` and `worker`, which compile most: V8 takes memory for it in pieces of 32 KB. Those that are mapped are given back
 * when it is done; those of the heap leave gaps in it (docs/decisions/107).
 */
export const MAP_COMPILERS = { MALLOC_MMAP_THRESHOLD_: "32768" };

/** Room for the short-lived objects of a rush of check-ins, in MB: collected less often, most of them are dead by then (docs/decisions/107). */
export const CHECK_IN_OPTIONS = ["--max-semi-space-size=32"];

/** Little of it where memory matters more: what a start takes of it is given back only minutes later. */
const SMALL_OPTIONS = "--max-semi-space-size=4";

/** The most that the heap of each takes, in MB. Without it, V8 lets the garbage of long histories grow to gigabytes before it collects it. */
const HEAP_MB = { web: 512, checkin: 256, mailin: 256, worker: 512, "checkin-and-worker": 512 };

export const limitHeap = (name: keyof typeof HEAP_MB) => `--max-old-space-size=${HEAP_MB[name]}`;

/** Where this machine reaches what listens on a host: one that represents all addresses is none itself. */
export function reachableHost(host: string | undefined): string {
  if (!host || host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * The processes: their commands and the addresses of their health checks. `mailin` is one only if MAIL_IN_PORT is set. The last
 * one does the worker’s part.
 */
export function listPrograms(given: NodeJS.ProcessEnv, isDevelopment: boolean): Program[] {
  const isOne = given.PROCESSES === "one";
  const limits = (name: keyof typeof HEAP_MB) => [limitHeap(name), ...(isOne ? [SMALL_OPTIONS] : [])];
  // A process reads it before it runs any code of ours.
  const environment = (name: keyof typeof HEAP_MB, own = {}): NodeJS.ProcessEnv => ({
    ...GIVE_BACK,
    ...own,
    ...given,
    UV_THREADPOOL_SIZE: given.UV_THREADPOOL_SIZE || THREADS,
    // The last one wins, so that another limit may be set. A compiler needs more.
    NODE_OPTIONS: [...(isDevelopment ? [] : limits(name)), given.NODE_OPTIONS ?? ""].join(" ").trim(),
  });
  const { PORT, HOST, CHECK_IN_PORT, MAIL_IN_PORT, WORKER_PORT, WORKER_HOST } = given;
  const healthUrl = (port: string | undefined, host: string | undefined) =>
    `http://${reachableHost(host)}:${port}/healthz`;
  const command = (name: string, inDevelopment: string[]) =>
    isDevelopment ? inDevelopment : [`${given.TATTLE_COMPILED ?? "dist"}/${name}.js`];
  const watch = (source: string) => [...WATCH, source];
  const web: Program = {
    name: "web",
    args: command("web", [NEXT, "dev", "-p", PORT ?? "", ...(HOST ? ["-H", HOST] : [])]),
    env: environment("web", MAP_COMPILERS),
    healthUrl: healthUrl(PORT, HOST),
  };
  const checkIn: Program = {
    name: "checkin",
    args: [...CHECK_IN_OPTIONS, ...command("checkin", watch("checkin/server.ts"))],
    env: environment("checkin"),
    healthUrl: healthUrl(CHECK_IN_PORT, HOST),
  };
  const mailIn: Program = {
    name: "mailin",
    args: command("mailin", watch("mailin/server.ts")),
    env: environment("mailin"),
    healthUrl: `smtp://${reachableHost(HOST)}:${MAIL_IN_PORT}`,
  };
  const worker: Program = {
    name: "worker",
    args: command("worker", watch("worker/index.ts")),
    env: environment("worker", MAP_COMPILERS),
    healthUrl: healthUrl(WORKER_PORT, WORKER_HOST),
  };
  const both: Program = {
    name: "checkin-and-worker",
    args: command("checkin-and-worker", watch("worker/with-check-ins.ts")),
    env: environment("checkin-and-worker", MAP_COMPILERS),
    healthUrl: healthUrl(WORKER_PORT, WORKER_HOST),
  };
  const mail = MAIL_IN_PORT ? [mailIn] : [];
  return isOne ? [web, ...mail, both] : [web, checkIn, ...mail, worker];
}
