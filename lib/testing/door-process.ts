import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";

/** A check-in server in a process of its own, as it is started in earnest. */
export class DoorProcess {
  private constructor(
    readonly url: string,
    private readonly env: NodeJS.ProcessEnv,
    private child: ChildProcess,
  ) {}

  static async open(given: { databaseUrl: string; dataDir: string }): Promise<DoorProcess> {
    const port = String(await getPort());
    const env = {
      ...process.env,
      NODE_ENV: "production" as const,
      CHECK_IN_PORT: port,
      DATABASE_URL: given.databaseUrl,
      DATA_DIR: given.dataDir,
      LOG_LEVEL: "error",
    };
    const door = new DoorProcess(`http://127.0.0.1:${port}`, env, start(env));
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
    this.child = start(this.env);
    await this.answers();
  }

  private async answers(): Promise<void> {
    while (!(await fetch(`${this.url}/healthz`).catch(() => null))) {
      if (this.child.exitCode !== null) throw new Error(`The door ended with code ${this.child.exitCode}.`);
      await sleep(20);
    }
  }
}

const start = (env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, ["--import", "tsx", "checkin/server.ts"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
