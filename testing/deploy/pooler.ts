import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { findAccount } from "@/lib/platform/embedded-postgres/files";
import { withClient } from "@/lib/platform/postgres-server";
import { writeConfiguration } from "./configuration";

const RESPONSE_TIMEOUT_MS = 15_000;

/** The names of the databases in `deploy/pgbouncer`. */
export type PooledName = "tattle" | "tattle_workers" | "tattle_shared";

/** Whether the PgBouncer on the PATH keeps prepared statements although connections are shared: from 1.21 on. */
export function keepsPreparedStatements(): boolean {
  const { stdout } = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" });
  const [, major = 0, minor = 0] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout ?? "") ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

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
    ...(keepsPreparedStatements() && { ";max_prepared_statements": "max_prepared_statements" }),
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
  const buildUrl = (name: PooledName) => `postgres://${username}:${password}@127.0.0.1:${port}/${name}`;
  for (const deadline = Date.now() + RESPONSE_TIMEOUT_MS; ; await sleep(100)) {
    const reason = await withClient(buildUrl("tattle"), async () => null).catch(
      (error: Error) => error.message,
    );
    if (reason === null) break;
    if (Date.now() > deadline) throw new Error(`PgBouncer does not answer (${reason}): ${output}`);
  }
  return {
    buildUrl,
    close: async () => {
      if (child.exitCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
