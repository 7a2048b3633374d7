import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { inject } from "vitest";

/** A check-in server in a process of its own, as it is started in earnest. */
export class CheckInServerProcess {
  /** What it has logged so far. */
  logged = "";

  private constructor(
    readonly url: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly mostBlocks: number | undefined,
    private child: ChildProcess,
  ) {
    this.listen();
  }

  /** With `mostBlocks` no file that it writes can grow beyond so many blocks of 512 bytes, as on a disk that is full. */
  static async open(given: {
    databaseUrl: string;
    dataDir: string;
    mostBlocks?: number;
  }): Promise<CheckInServerProcess> {
    const port = String(await getPort());
    const env = {
      ...process.env,
      NODE_ENV: "production" as const,
      CHECK_IN_PORT: port,
      DATABASE_URL: given.databaseUrl,
      DATA_DIR: given.dataDir,
      LOG_LEVEL: "error",
    };
    const { mostBlocks } = given;
    const door = new CheckInServerProcess(
      `http://127.0.0.1:${port}`,
      env,
      mostBlocks,
      start(env, mostBlocks),
    );
    await door.answers();
    return door;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  signal(name: NodeJS.Signals): Promise<void> {
    const ended = new Promise<void>((resolve) => this.child.once("exit", () => resolve()));
    this.child.kill(name);
    return ended;
  }

  async reopen(): Promise<void> {
    this.child = start(this.env, this.mostBlocks);
    this.listen();
    await this.answers();
  }

  private listen() {
    this.child.stdout?.setEncoding("utf8").on("data", (text) => (this.logged += text));
  }

  private async answers(): Promise<void> {
    while (!(await fetch(`${this.url}/healthz`).catch(() => null))) {
      if (this.child.exitCode !== null) throw new Error(`The door ended with code ${this.child.exitCode}.`);
      await sleep(20);
    }
  }
}

function start(env: NodeJS.ProcessEnv, mostBlocks: number | undefined): ChildProcess {
  const door = [process.execPath, path.join(inject("compiled"), "checkin.js")];
  const limit = mostBlocks === undefined ? "" : `ulimit -f ${mostBlocks} && `;
  return spawn("sh", ["-c", `${limit}exec "$@"`, "sh", ...door], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
