import { appendFileSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { runAs } from "@/lib/platform/embedded-postgres/control";
import { findAccount } from "@/lib/platform/embedded-postgres/files";
import { withClient } from "@/lib/platform/postgres-server";
import { listProcesses, withDescendants } from "../processes";
import { configure } from "./configuration";
import { findPostgres } from "./programs";

type Node = { port: number; data: string };

const PASSWORD = "a-password-of-the-tests";

/**
 * A primary and its synchronous standby with the settings of `deploy/postgres`. The folder must be one that every user can
 * enter. Close it when done.
 */
export async function openPostgresPair(folder: string) {
  const programs = findPostgres() ?? "";
  const account = findAccount(folder);
  const own = (name: string) => account.uid !== undefined && chownSync(name, account.uid, account.gid ?? 0);
  mkdirSync(folder, { recursive: true });
  own(folder);
  const run = (program: string, ...args: string[]) =>
    runAs(account, `${program} failed in ${folder}: see above.`, path.join(programs, program), args);
  const control = ({ data }: Node, ...args: string[]) => run("pg_ctl", ...args, "-w", "-D", data);

  const nodeAt = async (name: string): Promise<Node> => ({
    port: await getPort(),
    data: path.join(folder, name),
  });
  const [one, two] = [await nodeAt("postgres-1"), await nodeAt("postgres-2")];
  const superuser = ({ port }: Node, database = "postgres") =>
    `postgres://postgres@127.0.0.1:${port}/${database}`;

  /** Adds the node's settings to those that initdb or the base backup wrote. */
  function addSettings({ port, data }: Node, ...more: string[]) {
    const common = configure("postgres/postgresql.conf", { "port = 5432": `port = ${port}` });
    const sockets = "unix_socket_directories = ''\nshared_buffers = 64MB\n";
    appendFileSync(path.join(data, "postgresql.conf"), [common, sockets, ...more].join("\n"));
  }

  await run("initdb", "-D", one.data, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C");
  addSettings(one);
  const access = configure("postgres/pg_hba.conf", {
    "local   all           postgres                   peer": "host all postgres 127.0.0.1/32 trust",
    "10.0.0.0/24": "127.0.0.1/32",
  });
  writeFileSync(path.join(one.data, "pg_hba.conf"), access);
  await control(one, "start", "-l", path.join(folder, "postgres-1.log"));
  const roles = configure("postgres/roles.sql", { "choose-a-password": PASSWORD });
  await withClient(superuser(one), async (client) => {
    for (const statement of roles
      .replaceAll(/^--.*$/gm, "")
      .split(";")
      .filter((text) => text.trim()))
      await client.query(statement);
  });

  const source = `host=127.0.0.1 port=${one.port} user=replicator password=${PASSWORD} application_name=standby`;
  await run("pg_basebackup", "-D", two.data, "-R", "--checkpoint=fast", "-d", source);
  addSettings(two);
  await control(two, "start", "-l", path.join(folder, "postgres-2.log"));
  appendFileSync(path.join(one.data, "postgresql.conf"), configure("postgres/primary.conf", {}));
  await control(one, "reload");
  await untilSynchronous();

  async function untilSynchronous() {
    const state = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
    while (!(await withClient(superuser(one), (client) => client.query(state))).rowCount) await sleep(100);
  }

  return {
    ports: [one.port, two.port] as const,
    /** The URL by which Tattle connects, through a proxy at this port. */
    urlAt: (port: number) => `postgres://tattle:${PASSWORD}@127.0.0.1:${port}/tattle`,
    /** Kills the primary at once, as a power failure does. */
    killPrimary: () => signalServer(one, "SIGKILL"),
    promoteStandby: () => control(two, "promote"),
    close: async () => {
      for (const node of [one, two]) signalServer(node, "SIGKILL");
    },
  };
}

/** A process may end before its turn. */
function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "ESRCH") throw thrown;
  }
}

/** Sends the signal to all processes of a server, at once. */
function signalServer({ data }: Node, signal: NodeJS.Signals) {
  const pidFile = path.join(data, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const [pid] = readFileSync(pidFile, "utf8").split("\n");
  for (const one of withDescendants(Number(pid), listProcesses())) send(one.pid, signal);
}
