import type { Program } from "./child";

const NEXT = "node_modules/next/dist/bin/next";
const WATCH = ["node_modules/tsx/dist/cli.mjs", "watch", "--clear-screen=false"];
const TSX = ["--import", "tsx"];

/** The three processes: their commands and the addresses of their health checks. */
export function listPrograms(env: NodeJS.ProcessEnv, isDevelopment: boolean): Program[] {
  const healthUrl = (port: string | undefined) => `http://127.0.0.1:${port}/healthz`;
  const port = ["-p", env.PORT ?? ""];
  // Longer than the minute for which load balancers keep idle connections; the check-in server does the same.
  const serve = ["start", "--keepAliveTimeout", "65000"];
  const run = isDevelopment ? WATCH : TSX;
  return [
    {
      name: "web",
      args: [NEXT, ...(isDevelopment ? ["dev"] : serve), ...port],
      env,
      healthUrl: healthUrl(env.PORT),
    },
    { name: "checkin", args: [...run, "checkin/server.ts"], env, healthUrl: healthUrl(env.CHECK_IN_PORT) },
    { name: "worker", args: [...run, "worker/index.ts"], env, healthUrl: healthUrl(env.WORKER_PORT) },
  ];
}
