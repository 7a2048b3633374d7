import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { inject } from "vitest";

type Options = {
  databaseUrl: string;
  dataDir: string;
  /** No file can grow beyond this many blocks of 512 bytes, as on a full disk. */
  maxFileBlocks?: number;
};

/** A check-in server in its own process, as in production. */
export class CheckInServerProcess {
  /** What it has logged so far. */
  logged = "";

  private constructor(
    readonly url: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly maxFileBlocks: number | undefined,
    private child: ChildProcess,
  ) {
    this.collectLog();
  }

  /** Starts a server. Resolves once it responds. */
  static async open({ databaseUrl, dataDir, maxFileBlocks }: Options): Promise<CheckInServerProcess> {
    const port = String(await getPort());
    const env = {
      ...process.env,
      NODE_ENV: "production" as const,
      CHECK_IN_PORT: port,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
    };
    const url = `http://127.0.0.1:${port}`;
    const server = new CheckInServerProcess(url, env, maxFileBlocks, start(env, maxFileBlocks));
    await server.untilReady();
    return server;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends a signal that ends the process. Resolves when it has ended. */
  signal(name: NodeJS.Signals): Promise<void> {
    const ended = new Promise<void>((resolve) => this.child.once("exit", () => resolve()));
    this.child.kill(name);
    return ended;
  }

  /** Starts a process again after the previous one has ended, with the same port and data. */
  async restart(): Promise<void> {
    this.child = start(this.env, this.maxFileBlocks);
    this.collectLog();
    await this.untilReady();
  }

  private collectLog() {
    this.child.stdout?.setEncoding("utf8").on("data", (text) => (this.logged += text));
  }

  private async untilReady(): Promise<void> {
    while (!(await fetch(`${this.url}/healthz`).catch(() => null))) {
      if (this.child.exitCode !== null)
        throw new Error(`The check-in server ended with code ${this.child.exitCode}.`);
      await sleep(20);
    }
  }
}

function start(env: NodeJS.ProcessEnv, maxFileBlocks: number | undefined): ChildProcess {
  const command = [process.execPath, path.join(inject("compiled"), "checkin.js")];
  const limit = maxFileBlocks === undefined ? "" : `ulimit -f ${maxFileBlocks} && `;
  return spawn("sh", ["-c", `${limit}exec "$@"`, "sh", ...command], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
