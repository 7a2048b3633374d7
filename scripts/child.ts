import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "@/lib/platform/user-error.mjs";
import { startProcess } from "./process.mjs";

/** One of the three processes: arguments for node, and an address that answers 200 once the process is ready. */
export type Program = { name: string; args: string[]; env: NodeJS.ProcessEnv; healthUrl: string };

const READY_TIMEOUT_MS = 60_000;
const GRACE_MS = 10_000;
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** A process that is restarted when it crashes, until it is stopped. */
export class Child {
  private process: ReturnType<typeof startProcess> | undefined;
  private isStopping = false;

  constructor(private readonly program: Program) {}

  /** Starts the process and waits until it is ready. Throws if it exits before, or is not ready within a minute. */
  async start() {
    const { name, healthUrl } = this.program;
    const { child, exited } = this.startOnce();
    for (const deadline = Date.now() + READY_TIMEOUT_MS; !(await isHealthy(healthUrl)); await sleep(100)) {
      const hasExited = child.exitCode !== null || child.signalCode !== null;
      if (!hasExited && Date.now() < deadline) continue;
      const problem = hasExited
        ? `exited before it was ready (${(await exited).reason})`
        : `was not ready within ${READY_TIMEOUT_MS / 1000} s`;
      throw new UserError(`The ${name} process ${problem}: see above.`);
    }
    void this.restartOnExit(exited);
  }

  async stop() {
    this.isStopping = true;
    await this.process?.stop();
  }

  private startOnce() {
    const { name, args, env } = this.program;
    const options = { env: { ...env, TATTLE_PROCESS: name }, graceMs: GRACE_MS };
    this.process = startProcess(process.execPath, args, options);
    return this.process;
  }

  private async restartOnExit(firstExit: Promise<{ reason: string }>) {
    for (let exited = firstExit, pauseMs = MIN_PAUSE_MS; ; ) {
      const startedAt = Date.now();
      const { reason } = await exited;
      if (this.isStopping) return;
      if (Date.now() - startedAt > READY_TIMEOUT_MS) pauseMs = MIN_PAUSE_MS;
      console.error(
        `The ${this.program.name} process exited (${reason}). It restarts in ${pauseMs / 1000} s.`,
      );
      await sleep(pauseMs);
      if (this.isStopping) return;
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      exited = this.startOnce().exited;
    }
  }
}

async function isHealthy(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  return response?.ok ?? false;
}
