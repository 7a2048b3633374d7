import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { type Ended, untilEnded } from "@/testing/tattle";

export const [ROOT, RUNNER, ATTACKER] = [0, 64_001, 64_002];
export const SECRET = "SECRET-of-the-one-who-runs-jobs";

const BIND = `for each in tmp:/tmp passwd:/etc/passwd var-lib:/var/lib; do mount --bind "$0/\${each%%:*}" "\${each#*:}" || exit 125; done
cd /tmp && exec "$@"`;

/** Null if this process can make machines with two users; else what it lacks. */
export function findMissing(): string | null {
  if (process.getuid?.() !== 0) return "root";
  const as = ["setpriv", `--reuid=${RUNNER}`, "--clear-groups", process.execPath, "--version"];
  const { status } = spawnSync("unshare", [
    "-m",
    "sh",
    "-c",
    'mount -t tmpfs none /mnt && "$@"',
    "sh",
    ...as,
  ]);
  return status === 0 ? null : "the rights to mount and to be somebody else";
}

/** A /tmp, a /var/lib and homes of two users: one who runs jobs, and one who puts files where the other one may look. */
export class TwoUsers {
  readonly folder = mkdtempSync("/var/tmp/tattle-users-");
  readonly runnersHome = this.#make("home/runner", RUNNER);
  readonly attackersHome = this.#make("home/attacker", ATTACKER);
  readonly secret = path.join(this.runnersHome, "secret");

  constructor() {
    chmodSync(this.folder, 0o755);
    chmodSync(this.#make("tmp", ROOT), 0o1777);
    this.#make("var-lib", ROOT);
    this.#make("home/runner/private/spool", RUNNER);
    this.#make("home/runner/private/spool-run", RUNNER);
    this.#make("home/runner/private", RUNNER);
    chmodSync(this.#make("home/attacker/tmp", ATTACKER), 0o777);
    writeFileSync(this.secret, SECRET, { mode: 0o600 });
    chownSync(this.secret, RUNNER, RUNNER);
    const users = [
      "root:x:0:0::/root:/bin/sh",
      `runner:x:${RUNNER}:${RUNNER}::${this.runnersHome}:/bin/sh`,
      `attacker:x:${ATTACKER}:${ATTACKER}::${this.attackersHome}:/bin/sh`,
    ];
    writeFileSync(path.join(this.folder, "passwd"), `${users.join("\n")}\n`);
  }

  #make(name: string, uid: number): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    chownSync(folder, uid, uid);
    return folder;
  }

  /** Where a file of these users is, seen from outside. */
  at(file: string): string {
    return file.startsWith("/tmp/") ? path.join(this.folder, file) : file;
  }

  /** Copies a program to where both can run it. */
  install(file: string): string {
    const copy = path.join(this.folder, path.basename(file));
    copyFileSync(file, copy);
    chmodSync(copy, 0o755);
    return copy;
  }

  /** Runs a command as a user, in /tmp, with these variables only. */
  run(uid: number, command: string[], env: Record<string, string>): Promise<Ended> {
    const variables = Object.entries({ PATH: "/usr/local/bin:/usr/bin:/bin", ...env }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const as = ["setpriv", `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "env", "-i", ...variables];
    const child = spawn("unshare", ["-m", "sh", "-c", BIND, this.folder, ...as, ...command], {
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 15_000,
      killSignal: "SIGKILL",
    });
    return untilEnded(child);
  }

  /** The attacker copies a folder to a path, with all folders above it that are missing. */
  copyAsAttacker(from: string, to: string): void {
    makeAbove(to);
    spawnSync("cp", ["-R", from, to]);
    for (const each of listTree(to)) {
      if (!lstatSync(each).isSymbolicLink()) chmodSync(each, lstatSync(each).isDirectory() ? 0o755 : 0o644);
      lchownSync(each, ATTACKER, ATTACKER);
    }
  }

  /** The attacker puts a link at a path. */
  linkAsAttacker(target: string, at: string): void {
    makeAbove(at);
    rmSync(at, { recursive: true, force: true });
    symlinkSync(target, at);
    lchownSync(at, ATTACKER, ATTACKER);
  }

  /** The attacker puts a pipe at a path, which anyone who opens it waits for. */
  pipeAsAttacker(at: string): void {
    rmSync(at, { recursive: true, force: true });
    spawnSync("mkfifo", [at]);
    chownSync(at, ATTACKER, ATTACKER);
  }

  /** The attacker lets everyone write into a folder. */
  openToAll(folder: string): void {
    for (const each of listTree(folder)) if (lstatSync(each).isDirectory()) chmodSync(each, 0o777);
  }

  /** What the attacker owns, what is in it anyone who owns it, and the secret: nothing of it may be read or change. */
  describeForeign(): string[] {
    const files = listTree(this.folder).filter(
      (each) => isAttackers(each) || isAttackers(path.dirname(each)),
    );
    return [...files, ...listTree(path.join(this.runnersHome, "private")), this.secret].map(describe);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function makeAbove(file: string): void {
  const folder = path.dirname(file);
  if (lstatSync(folder, { throwIfNoEntry: false })) return;
  makeAbove(folder);
  mkdirSync(folder);
  chownSync(folder, ATTACKER, ATTACKER);
}

const isAttackers = (file: string) => lstatSync(file).uid === ATTACKER;

export function listTree(folder: string): string[] {
  if (!lstatSync(folder).isDirectory()) return [folder];
  return [folder, ...readdirSync(folder).flatMap((name) => listTree(path.join(folder, name)))];
}

/** Reading a new file changes its access time on most file systems. */
function describe(file: string): string {
  const { mode, uid, size, mtimeMs, atimeMs, ino } = lstatSync(file);
  const isFile = (mode & 0o170000) === 0o100000;
  return [file, mode.toString(8), uid, ino, size, mtimeMs, isFile ? atimeMs : ""].join(" ");
}
