import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "@/lib/platform/user-error.mjs";
import { startProcess } from "./process.mjs";
import { requestStatus } from "./request-status";
import { waitForGreeting } from "./wait-for-greeting";
import { waitUntilHung } from "./wait-until-hung";

/**
 * One of the processes: arguments for node, and an address that responds with 200 once the process is ready, or that greets if its
 * protocol is `smtp:`.
 */
export type Program = { name: string; args: string[]; env: NodeJS.ProcessEnv; healthUrl: string };

type Started = ReturnType<typeof startProcess>;

const READY_TIMEOUT_MS = 60_000;
const HEALTH_INTERVAL_MS = 10_000;
const GRACE_MS = 10_000;
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** A process that is restarted when it crashes or hangs, until it is stopped. */
export class Child {
  private process: Started | undefined;
  private isStopping = false;

  constructor(
    private readonly program: Program,
    private readonly healthIntervalMs = HEALTH_INTERVAL_MS,
  ) {}

  get name(): string {
    return this.program.name;
  }

  /** Starts the process and waits until it is ready. Throws if it exits before, or is not ready within a minute. */
  async start() {
    const { name } = this.program;
    const started = this.startOnce();
    const problem = await this.waitUntilReady(started);
    if (problem) throw new UserError(`The ${name} process ${problem}: see above.`);
    void this.restartOnExit(started);
  }

  async stop() {
    this.isStopping = true;
    await this.process?.stop();
  }

  private startOnce(): Started {
    const { name, args, env } = this.program;
    const options = { env: { ...env, TATTLE_PROCESS: name }, graceMs: GRACE_MS };
    this.process = startProcess(process.execPath, args, options);
    return this.process;
  }

  /** Null once the process is ready; otherwise what went wrong. */
  private async waitUntilReady({ child, exited }: Started): Promise<string | null> {
    const { healthUrl } = this.program;
    for (const deadline = Date.now() + READY_TIMEOUT_MS; ; await sleep(100)) {
      if (await isHealthy(healthUrl)) return null;
      if (hasExited(child)) return `exited before it was ready (${(await exited).reason})`;
      if (Date.now() >= deadline) return `was not ready after ${READY_TIMEOUT_MS / 1000} s`;
    }
  }

  private async restartOnExit(first: Started) {
    for (let started = first, pauseMs = MIN_PAUSE_MS; ; ) {
      const startedAt = Date.now();
      const reason = await this.untilExited(started, started !== first);
      if (this.isStopping) return;
      if (Date.now() - startedAt > READY_TIMEOUT_MS) pauseMs = MIN_PAUSE_MS;
      console.error(`The ${this.program.name} process ${reason}. Restarting in ${pauseMs / 1000} s.`);
      await sleep(pauseMs);
      if (this.isStopping) return;
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      started = this.startOnce();
    }
  }

  /** Resolves with what happened to the process once it has exited. Kills it if it hangs. */
  private async untilExited(started: Started, isStarting: boolean): Promise<string> {
    const exit = new AbortController();
    let killed: string | undefined;
    const killWhenHung = async () => {
      // During its start a process may be busy. One that never becomes ready hangs, too.
      const problem = isStarting ? await this.waitUntilReady(started) : null;
      if (!problem) await waitUntilHung(this.program.healthUrl, this.healthIntervalMs, exit.signal);
      if (exit.signal.aborted || this.isStopping) return;
      killed = problem ?? "failed three health checks and was killed";
      started.kill();
    };
    void killWhenHung();
    const { reason } = await started.exited;
    exit.abort();
    return killed ?? `exited (${reason})`;
  }
}

const hasExited = ({ exitCode, signalCode }: Started["child"]) => exitCode !== null || signalCode !== null;

const HEALTH_TIMEOUT_MS = 5_000;

const isHealthy = async (url: string): Promise<boolean> =>
  url.startsWith("smtp:")
    ? waitForGreeting(url, HEALTH_TIMEOUT_MS)
    : (await requestStatus(url, HEALTH_TIMEOUT_MS)) === 200;
