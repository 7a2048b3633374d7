import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { lacks } from "@/testing/languages";

/** What a test changes in a sandbox and not on the machine. */
const FOLDERS = ["/etc", "/usr/local", "/usr/sbin", "/var/spool", "/var/lib", "/root"];

/** What this machine itself has there is none of the sandbox's. */
const STATE = "/var/lib/tattle";

/** faketime names what it shares for its process, and processes have the same numbers in each sandbox. */
const SHARED_MEMORY = "mount -t tmpfs none /dev/shm";

const PROGRAMS = ["unshare", "faketime", "cron", "anacron", "perl", "dpkg", "apt-get"];

/** Null if this process can make sandboxes; else what it lacks. */
export function findMissing(): string | null {
  if (process.getuid?.() !== 0) return "root";
  const missing = PROGRAMS.find(lacks);
  if (missing) return missing;
  const { status } = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]);
  return status === 0 ? null : "the right to mount";
}

/**
 * A machine of its own for the files of cron: what a script writes below these folders is seen by the next script, and by no one else.
 * The network is that of the machine, unless it has one of its own by this name.
 */
export class Sandbox {
  readonly folder: string;

  constructor(
    folder: string,
    readonly network: string | null = null,
  ) {
    this.folder = folder;
    mkdirSync(this.#state, { mode: 0o700 });
    for (const each of FOLDERS) {
      mkdirSync(this.#layer(each, "upper"), { recursive: true });
      mkdirSync(this.#layer(each, "work"), { recursive: true });
    }
  }

  #layer(folder: string, part: "upper" | "work"): string {
    return path.join(this.folder, "layers", folder.replaceAll("/", "_"), part);
  }

  get #state(): string {
    return path.join(this.folder, "state");
  }

  /** Runs a script of bash. When it has ended, everything that it has started is ended, too. */
  async run(script: string, env: Record<string, string> = {}): Promise<string> {
    const mounts = FOLDERS.map((each) => {
      const layers = `lowerdir=${each},upperdir=${this.#layer(each, "upper")},workdir=${this.#layer(each, "work")}`;
      return `mount -t overlay overlay -o ${layers} ${each}`;
    });
    const file = path.join(this.folder, "script");
    const begin = [
      "set -e",
      "mount --make-rprivate /",
      ...mounts,
      `mkdir -p ${STATE}; mount --bind ${this.#state} ${STATE}`,
      "mount -t tmpfs none /run",
      SHARED_MEMORY,
      "set +e",
    ];
    writeFileSync(file, [...begin, script].join("\n"));
    const enter = this.network === null ? [] : ["nsenter", `--net=/run/netns/${this.network}`];
    const [program = "", ...given] = [...enter, "unshare"];
    const child = spawn(
      program,
      [...given, "-m", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc", "bash", file],
      {
        env: {
          NODE_ENV: "test",
          PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
          HOME: "/root",
          ...env,
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
    const [status] = await once(child, "close");
    if (status !== 0) throw new Error(`The script ended with ${status}: ${await stderr}\n${await stdout}`);
    return stdout;
  }
}
