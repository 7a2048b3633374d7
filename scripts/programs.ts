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

/** Room for the objects of short life of a rush of check-ins, in MB: collected less often, most of them are gone by then (docs/decisions/107). */
export const CHECK_IN_OPTIONS = ["--max-semi-space-size=32"];

/** Where this machine reaches what listens on a host: one that stands for all addresses is none itself. */
export function reachableHost(host: string | undefined): string {
  if (!host || host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** The processes: their commands and the addresses of their health checks. `mailin` is one only if MAIL_IN_PORT is set. */
export function listPrograms(given: NodeJS.ProcessEnv, isDevelopment: boolean): Program[] {
  // A process reads it before it runs any code of ours.
  const environment = (own = {}): NodeJS.ProcessEnv => ({
    ...GIVE_BACK,
    ...own,
    ...given,
    UV_THREADPOOL_SIZE: given.UV_THREADPOOL_SIZE || THREADS,
  });
  const [env, compiling] = [environment(), environment(MAP_COMPILERS)];
  const healthUrl = (port: string | undefined, host: string | undefined) =>
    `http://${reachableHost(host)}:${port}/healthz`;
  const command = (name: string, inDevelopment: string[]) =>
    isDevelopment ? inDevelopment : [`${env.TATTLE_COMPILED ?? "dist"}/${name}.js`];
  const watch = (source: string) => [...WATCH, source];
  return [
    {
      name: "web",
      args: command("web", [NEXT, "dev", "-p", env.PORT ?? "", ...(env.HOST ? ["-H", env.HOST] : [])]),
      env: compiling,
      healthUrl: healthUrl(env.PORT, env.HOST),
    },
    {
      name: "checkin",
      args: [...CHECK_IN_OPTIONS, ...command("checkin", watch("checkin/server.ts"))],
      env,
      healthUrl: healthUrl(env.CHECK_IN_PORT, env.HOST),
    },
    ...(env.MAIL_IN_PORT
      ? [
          {
            name: "mailin",
            args: command("mailin", watch("mailin/server.ts")),
            env,
            healthUrl: `smtp://${reachableHost(env.HOST)}:${env.MAIL_IN_PORT}`,
          },
        ]
      : []),
    {
      name: "worker",
      args: command("worker", watch("worker/index.ts")),
      env: compiling,
      healthUrl: healthUrl(env.WORKER_PORT, env.WORKER_HOST),
    },
  ];
}
