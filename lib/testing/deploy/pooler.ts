import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { findAccount } from "@/lib/platform/embedded-postgres/files";
import { withClient } from "@/lib/platform/postgres-server";
import { writeConfiguration } from "./configuration";

const ANSWER_TIMEOUT_MS = 15_000;

/** The names of the databases in `deploy/pgbouncer`. */
type PooledName = "tattle" | "tattle_workers";

/**
 * PgBouncer with the settings of `deploy/pgbouncer`, in front of the database of this URL. The folder must be one that every
 * user can enter. Close it when done.
 */
export async function openPooler(folder: string, databaseUrl: string) {
  const port = await getPort();
  const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl);
  const users = writeConfiguration(folder, "pgbouncer/userlist.txt", {
    '"tattle"': `"${username}"`,
    "choose-a-password": decodeURIComponent(password),
  });
  const file = writeConfiguration(folder, "pgbouncer/pgbouncer.ini", {
    "host=postgres port=5432 dbname=tattle": `host=${hostname} port=${databasePort || 5432} dbname=${pathname.slice(1)}`,
    "listen_addr = *": "listen_addr = 127.0.0.1",
    "listen_port = 6432": `listen_port = ${port}`,
    "/etc/pgbouncer/userlist.txt": users,
  });
  // PgBouncer, like Postgres, refuses to run as root.
  const child = spawn("pgbouncer", [file], {
    ...findAccount(folder),
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const urlOf = (name: PooledName) => `postgres://${username}:${password}@127.0.0.1:${port}/${name}`;
  for (const deadline = Date.now() + ANSWER_TIMEOUT_MS; ; await sleep(100)) {
    const reason = await withClient(urlOf("tattle"), async () => null).catch((error: Error) => error.message);
    if (reason === null) break;
    if (Date.now() > deadline) throw new Error(`PgBouncer does not answer (${reason}): ${output}`);
  }
  return {
    urlOf,
    close: async () => {
      if (child.exitCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
