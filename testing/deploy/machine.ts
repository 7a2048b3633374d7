import { mkdirSync } from "node:fs";
import path from "node:path";
import getPort from "get-port";
import { inject } from "vitest";
import { Machine } from "@/testing/fleet";

export type MachineName = "web" | "checkin" | "worker";

type MachineOptions = { pages: string; folder: string; port?: number; env?: Record<string, string> };

/** One of our processes on a port of its own, not started yet. `pages`: the build; `folder`: where its data is; `env`: what is set besides. */
export async function aMachine(
  name: MachineName,
  { pages, folder, port: given, env = {} }: MachineOptions,
): Promise<Machine> {
  const port = given ?? (await getPort());
  const data = path.join(folder, `${name}-${port}`);
  mkdirSync(data);
  return new Machine({
    name,
    command: ["node", path.join(inject("compiled"), `${name}.js`)],
    cwd: process.cwd(),
    port,
    env: {
      ...process.env,
      NODE_ENV: "production",
      TATTLE_BUILD: pages,
      DATA_DIR: data,
      BACKUPS: "off",
      API_RATE_PER_MINUTE: "1000000",
      PORT: String(port),
      CHECK_IN_PORT: String(port),
      WORKER_PORT: String(port),
      ...env,
    },
  });
}
