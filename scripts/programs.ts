import type { Program } from "./child";

const NEXT = "node_modules/next/dist/bin/next";
const TSX = "node_modules/tsx/dist/cli.mjs";

/** The three processes, as they are served or as they are worked on. */
export function programs(env: NodeJS.ProcessEnv, dev: boolean): Program[] {
  const healthOf = (port: string | undefined) => new URL(`http://127.0.0.1:${port}/healthz`);
  const compiled = env.TATTLE_COMPILED ?? "dist";
  const ours = (name: string, source: string) =>
    dev ? [TSX, "watch", "--clear-screen=false", source] : [`${compiled}/${name}.js`];
  return [
    {
      name: "web",
      // Longer than the minute that balancers keep their connections, as at the check-in door.
      args: [NEXT, ...(dev ? ["dev"] : ["start", "--keepAliveTimeout", "65000"]), "-p", env.PORT ?? ""],
      env,
      ready: healthOf(env.PORT),
    },
    { name: "checkin", args: ours("checkin", "checkin/server.ts"), env, ready: healthOf(env.CHECK_IN_PORT) },
    { name: "worker", args: ours("worker", "worker/index.ts"), env, ready: healthOf(env.WORKER_PORT) },
  ];
}
