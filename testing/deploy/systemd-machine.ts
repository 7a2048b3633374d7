import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { vi } from "vitest";
import { lacks } from "@/testing/languages";

const SYSTEMD = "/lib/systemd/systemd";
const PROGRAMS = ["unshare", "nsenter", "systemctl", "systemd-run", "dbus-daemon"];

/** Null if this process can run a systemd of its own; else what it lacks. */
export function findMissing(): string | null {
  if (process.getuid?.() !== 0) return "root";
  const missing = PROGRAMS.find(lacks);
  if (missing ?? !existsSync(SYSTEMD)) return missing ?? SYSTEMD;
  const { status } = spawnSync("unshare", ["-m", "-C", "mount", "-t", "cgroup2", "none", "/mnt"]);
  return status === 0 ? null : "the right to mount";
}

/** The files of this machine, of which changes are kept in memory and seen by no one else. */
const BOOT = `
set -e
mount --make-rprivate /
layers=$1
mount -t tmpfs none "$layers"
mkdir "$layers/upper" "$layers/work" "$layers/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$layers/upper,workdir=$layers/work" "$layers/root"
cd "$layers/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs none run
mount -t tmpfs none tmp
mkdir -p tmp/here
mount --bind "$2" tmp/here
: > etc/fstab
pivot_root . mnt
umount -l /mnt
exec env -i container=docker PATH="$PATH" ${SYSTEMD} --system --unit=basic.target --show-status=0
`;

/**
 * A machine that systemd has booted, with the files of this one, a network of its own, and a folder that both see as `/tmp/here`. Nothing
 * that is done there changes this machine.
 */
export class SystemdMachine {
  readonly #process: ChildProcess;
  #pid = 0;

  /** `layers` is an empty folder. */
  constructor(layers: string, shared: string) {
    const file = path.join(shared, "boot");
    writeFileSync(file, BOOT);
    const namespaces = ["--mount", "--pid", "--fork", "--cgroup", "--net", "--uts", "--ipc", "--kill-child"];
    this.#process = spawn("unshare", [...namespaces, "bash", file, layers, shared], { stdio: "ignore" });
  }

  async boot(): Promise<void> {
    const { pid } = this.#process;
    await vi.waitFor(
      async () => {
        this.#pid = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());
        const { output } = await this.run("systemctl is-system-running --wait; true");
        if (!/running|degraded/.test(output)) throw new Error(`systemd says ${output}`);
      },
      { timeout: 60_000, interval: 200 },
    );
  }

  /** Runs a line of a shell as root. */
  async run(line: string): Promise<{ code: number; output: string }> {
    const args = ["--target", String(this.#pid), "--mount", "--pid", "--cgroup", "--net", "--uts", "--ipc"];
    const child = spawn("nsenter", [...args, "bash", "-c", `cd /tmp/here; { ${line}\n} 2>&1`], {
      env: {
        NODE_ENV: "test",
        PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        HOME: "/root",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
    return { code: code ?? 1, output };
  }

  async stop(): Promise<void> {
    this.#process.kill("SIGKILL");
    await once(this.#process, "exit");
  }
}
