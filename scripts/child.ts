import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { isEnding } from "./ending.mjs";
import { Stop } from "./stop.mjs";
import { leash, signalGroup } from "./tool.mjs";

export type Program = {
  name: "web" | "checkin" | "worker";
  /** For node. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** The address that answers 200 once it is ready; or it says so itself. */
  ready: URL | "message";
};

const READY_MS = 60_000;
const GRACE_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** One of our processes: started, awaited, started again when it crashes, and stopped. */
export class Child {
  private process: ChildProcess | undefined;
  private exited: Promise<unknown> = Promise.resolve();
  private stopping = false;
  private pauseMs = FIRST_PAUSE_MS;

  constructor(private readonly program: Program) {}

  /** Starts it and waits until it is ready. Stops everything when it is not within a minute, or ends before. */
  async start() {
    const { name } = this.program;
    const child = this.spawn();
    const ready = await Promise.race([
      this.becomesReady(child),
      this.exited.then(() => "ended" as const),
      sleep(READY_MS, "late" as const, { ref: false }),
    ]);
    if (this.stopping) throw new Stop("Stopping.");
    if (ready === "ended")
      throw new Stop(`The ${name} process ended before it was ready (${ending(child)}): see above.`);
    if (ready === "late")
      throw new Stop(`The ${name} process was not ready within ${READY_MS / 1000} s: see above.`);
    this.exited.then(() => this.restart(child));
  }

  async stop() {
    this.stopping = true;
    if (!this.process || hasEnded(this.process)) return;
    signalGroup(this.process, "SIGTERM");
    await Promise.race([this.exited, sleep(GRACE_MS, undefined, { ref: false })]);
    // Also those that it started and that are still there.
    signalGroup(this.process, "SIGKILL");
    await this.exited;
  }

  private spawn() {
    const { name, args, env } = this.program;
    if (isEnding()) throw new Stop("Stopping.");
    const child = spawn(process.execPath, [...leash(GRACE_MS), ...args], {
      env: { ...env, TATTLE_PROCESS: name, TATTLE_PARENT: String(process.pid) },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // A Ctrl-C at the terminal reaches the supervisor only, which stops them in order.
      detached: true,
    });
    this.process = child;
    this.exited = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
    return child;
  }

  private async becomesReady(child: ChildProcess) {
    const { ready } = this.program;
    if (ready === "message") {
      return new Promise<void>((resolve) =>
        child.on("message", (message) => message === "ready" && resolve()),
      );
    }
    while (!hasEnded(child)) {
      const answer = await fetch(ready, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (answer?.ok) return;
      await sleep(100);
    }
    return new Promise<never>(() => {});
  }

  private async restart(ended: ChildProcess) {
    for (let last = ended, startedAt = Date.now(); !this.stopping; ) {
      console.error(
        `The ${this.program.name} process ended (${ending(last)}). It is started again in ${this.pauseMs / 1000} s.`,
      );
      await sleep(this.pauseMs);
      if (this.stopping) return;
      this.pauseMs = Math.min(this.pauseMs * 2, MAX_PAUSE_MS);
      startedAt = Date.now();
      last = this.spawn();
      await this.exited;
      if (Date.now() - startedAt > READY_MS) this.pauseMs = FIRST_PAUSE_MS;
    }
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
const ending = ({ exitCode, signalCode }: ChildProcess) => signalCode ?? `code ${exitCode}`;
