import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { type Replacements, writeConfiguration } from "./configuration";

/** The ports of the processes behind the proxy. One that is absent has no process, and counts as down. */
type Behind = Partial<Record<"web" | "checkin" | "postgres", readonly number[]>>;

const SERVERS = {
  web: ["web-1:3000", "web-2:3000", "web-3:3000"],
  checkin: ["checkin-1:3001", "checkin-2:3001", "checkin-3:3001"],
  postgres: ["postgres-1:5432", "postgres-2:5432"],
};
/** Nothing listens there. */
const NOWHERE = "127.0.0.1:1";

/** HAProxy with the settings of `deploy/haproxy`, in front of these processes. Close it when done. */
export async function openProxy(folder: string, behind: Behind) {
  const ports = { web: await getPort(), checkin: await getPort(), postgres: await getPort() };
  const replacements: Replacements = {
    // A machine of tests may allow fewer files.
    "maxconn 20000": "maxconn 2000",
    "bind :3000": `bind 127.0.0.1:${ports.web}`,
    "bind :3001": `bind 127.0.0.1:${ports.checkin}`,
    "bind :5432": `bind 127.0.0.1:${ports.postgres}`,
  };
  for (const [name, addresses] of Object.entries(SERVERS))
    for (const [i, address] of addresses.entries()) {
      const port = behind[name as keyof Behind]?.[i];
      replacements[` ${address}`] = ` ${port ? `127.0.0.1:${port}` : NOWHERE}`;
    }
  const file = writeConfiguration(folder, "haproxy/haproxy.cfg", replacements);
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  // It has checked its settings, and listens, by then.
  await sleep(500);
  if (child.exitCode !== null) throw new Error(`HAProxy ended: ${output}`);
  const buildUrl = (name: keyof typeof ports) => `http://127.0.0.1:${ports[name]}`;
  return {
    ports,
    buildUrl,
    close: async () => {
      if (child.exitCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
