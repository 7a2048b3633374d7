import { spawn } from "node:child_process";
import getPort from "get-port";
import { atEnd } from "./ending.mjs";
import { Stop } from "./stop.mjs";

export type Serving = { appUrl: string; checkInUrl: string; databaseUrl: string };

/** A whole Tattle of its own, started as `npm start` does, at free ports unless PORT is given. Returns where it serves and how to stop it. */
export async function startTattle(env: NodeJS.ProcessEnv): Promise<Serving & { stop: () => Promise<void> }> {
  const [PORT = "", CHECK_IN_PORT = "", WORKER_PORT = ""] = (
    await Promise.all([getPort(), getPort(), getPort()])
  ).map(String);
  const supervisor = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...env, PORT: env.PORT || PORT, CHECK_IN_PORT, WORKER_PORT },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  });
  const exited = new Promise<void>((resolve) => supervisor.once("exit", () => resolve()));
  const stop = atEnd(async () => {
    supervisor.kill("SIGTERM");
    await exited;
  });
  const served = new Promise<Serving>((resolve) => {
    supervisor.on("message", (message: { serving?: Serving }) => message.serving && resolve(message.serving));
  });
  const serving = await Promise.race([served, exited]);
  if (!serving) throw new Stop("Tattle did not start: see above.");
  return { ...serving, stop };
}
