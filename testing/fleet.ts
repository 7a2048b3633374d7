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

/** One of our processes as a container engine runs it: without a supervisor, as an unprivileged user. */
export class Machine {
  readonly url: string;
  readonly port: number;
  /** The output of all its runs. */
  output = "";
  private child: ChildProcess | undefined;

  constructor(private readonly program: Program) {
    this.port = program.port;
    this.url = `http://127.0.0.1:${program.port}`;
  }

  /** Starts the process and waits until it is ready. */
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
      stream?.setEncoding("utf8").on("data", (text) => (this.output += text));
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${this.program.name} exited: ${this.output}`);
      const response = await fetch(`${this.url}/readyz`).catch(() => null);
      if (response?.ok) return;
      await sleep(50);
    }
  }

  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null> {
    return new Promise((resolve) => {
      this.child?.once("exit", (code) => resolve(code));
      this.child?.kill("SIGTERM");
    });
  }

  /** Runs another program in the same folder and environment, as an operator does. Returns its output. */
  async run(...args: string[]): Promise<string> {
    const { env, cwd, uid } = this.program;
    const account = uid !== undefined && { uid, gid: uid };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd, ...account });
    return stdout;
  }

  kill(): void {
    this.child?.kill("SIGKILL");
  }
}
