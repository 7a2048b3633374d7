import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { inject } from "vitest";

/** A worker in its own process, as in production. */
export class WorkerProcess {
  private constructor(
    private readonly env: NodeJS.ProcessEnv,
    private child: ChildProcess,
  ) {}

  /** Starts a worker with these environment variables. Resolves once it responds. */
  static async open(variables: Record<string, string>): Promise<WorkerProcess> {
    const env = {
      ...process.env,
      NODE_ENV: "production" as const,
      WORKER_PORT: String(await getPort()),
      LOG_LEVEL: "fatal",
      ...variables,
    };
    const worker = new WorkerProcess(env, start(env));
    await worker.untilReady();
    return worker;
  }

  /** Sends a signal that ends the process. Resolves when it has ended. */
  signal(name: NodeJS.Signals): Promise<void> {
    const ended = new Promise<void>((resolve) => this.child.once("exit", () => resolve()));
    this.child.kill(name);
    return ended;
  }

  /** Starts a process again after the previous one has ended. */
  async restart(): Promise<void> {
    this.child = start(this.env);
    await this.untilReady();
  }

  private async untilReady(): Promise<void> {
    const url = `http://127.0.0.1:${this.env.WORKER_PORT}/healthz`;
    while (!(await fetch(url).catch(() => null))) {
      if (this.child.exitCode !== null) throw new Error(`The worker ended with code ${this.child.exitCode}.`);
      await sleep(20);
    }
  }
}

const start = (env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [path.join(inject("compiled"), "worker.js")], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
