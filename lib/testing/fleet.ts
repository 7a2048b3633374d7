import { type ChildProcess, execFile, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

type Program = {
  name: string;
  command: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  port: number;
  uid?: number;
};

/** A process of ours as an engine runs it: without a supervisor, as nobody in particular. */
export class Machine {
  readonly url: string;
  /** What it said, over all its lives. */
  said = "";
  private child: ChildProcess | undefined;

  constructor(private readonly program: Program) {
    this.url = `http://127.0.0.1:${program.port}`;
  }

  /** Starts it and waits until it says that it is ready. */
  async start(): Promise<void> {
    const { command, env, cwd, uid } = this.program;
    const child = spawn(command[0] === "node" ? process.execPath : (command[0] ?? ""), command.slice(1), {
      env,
      cwd,
      ...(uid !== undefined && { uid, gid: uid }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => (this.said += text));
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${this.program.name} ended: ${this.said}`);
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.ok) return;
      await sleep(50);
    }
  }

  /** Asks it to end, and returns the code with which it does. */
  stop(): Promise<number | null> {
    return new Promise((resolve) => {
      this.child?.once("exit", (code) => resolve(code));
      this.child?.kill("SIGTERM");
    });
  }

  /** Runs something else where it runs, as an operator does, and returns what that said. */
  async run(...args: string[]): Promise<string> {
    const { env, cwd, uid } = this.program;
    const who = uid !== undefined && { uid, gid: uid };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd, ...who });
    return stdout;
  }

  kill(): void {
    this.child?.kill("SIGKILL");
  }
}
