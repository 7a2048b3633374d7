import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort, { portNumbers } from "get-port";
import { inject } from "vitest";
import { waitForGreeting } from "@/scripts/wait-for-greeting";

type Environment = Record<string, string>;

const RESTART_TIMEOUT_MS = 60_000;
const RESTART_PAUSE_MS = 500;
const MAX_ENDING = 2_000;

/** A check-in server, a mail server, a web server or a worker in its own process, as in production, so that a test can kill it. */
export class ServerProcess {
  /** What it has logged so far. */
  logged = "";
  /** What it has written to standard error so far: why it ended, if an error ended it. */
  private complained = "";
  private child: ChildProcess;

  private constructor(
    readonly url: string,
    private readonly spawnChild: () => ChildProcess,
  ) {
    this.child = this.start();
  }

  /** Starts the process. Resolves once it responds. */
  static async open(
    port: number,
    spawnChild: () => ChildProcess,
    protocol: "http" | "smtp" = "http",
  ): Promise<ServerProcess> {
    const server = new ServerProcess(`${protocol}://127.0.0.1:${port}`, spawnChild);
    await server.untilHealthy();
    return server;
  }

  /** Null while it runs. */
  get exitCode(): number | null {
    return this.child.exitCode;
  }

  /** The end of what it has written, for the message of a failed test. */
  get ending(): string {
    return `${this.logged.slice(-MAX_ENDING)}\n${this.complained.slice(-MAX_ENDING)}`;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends a signal that ends the process. Resolves when it has ended, at once if it had ended before. */
  async signal(name: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => this.child.once("exit", () => resolve()));
    this.child.kill(name);
    await ended;
  }

  /**
   * Starts the process again after it has ended, with the same port and environment. Like the supervisor, it starts it once
   * more if it ends before it responds, for example because the database is unavailable.
   */
  async restart(): Promise<void> {
    for (const deadline = Date.now() + RESTART_TIMEOUT_MS; ; await sleep(RESTART_PAUSE_MS)) {
      this.child = this.start();
      const error = await this.untilHealthy().catch((thrown: Error) => thrown);
      if (!error) return;
      if (Date.now() > deadline) throw error;
    }
  }

  private start(): ChildProcess {
    const child = this.spawnChild();
    child.stdout?.setEncoding("utf8").on("data", (text) => (this.logged += text));
    child.stderr?.setEncoding("utf8").on("data", (text) => (this.complained += text));
    return child;
  }

  private async untilHealthy(): Promise<void> {
    while (!(await isResponding(this.url))) {
      if (this.child.exitCode !== null)
        throw new Error(`The process ended with code ${this.child.exitCode}.\n${this.ending}`);
      await sleep(20);
    }
  }
}

const GREETING_TIMEOUT_MS = 1_000;

const isResponding = (url: string) =>
  url.startsWith("smtp:")
    ? waitForGreeting(url, GREETING_TIMEOUT_MS)
    : fetch(`${url}/healthz`).catch(() => null);

const productionEnv = (variables: Environment) => ({
  ...process.env,
  NODE_ENV: "production" as const,
  ...variables,
});

/** The path of a compiled program, as it runs in production. */
const compiled = (file: string) => path.join(inject("compiled"), file);

/** The system gives ports from 32768 on to connections, also between the moment in which one was free and that of listening. */
const [FIRST_PORT, LAST_PORT] = [16_384, 32_767];

const freePort = () => {
  const first = FIRST_PORT + Math.floor((Math.random() * (LAST_PORT - FIRST_PORT)) / 2);
  return getPort({ port: portNumbers(first, LAST_PORT) });
};

/** What `PROCESSES=one` starts in place of `checkin` and `worker`. */
export const BOTH = "checkin-and-worker";

type CheckInServerOptions = {
  databaseUrl: string;
  dataDir: string;
  program?: "checkin" | typeof BOTH;
  /** No file can grow beyond this many blocks of 512 bytes, as on a full disk. */
  maxFileBlocks?: number;
};

export async function startCheckInServer(options: CheckInServerOptions): Promise<ServerProcess> {
  const { databaseUrl, dataDir, program = "checkin", maxFileBlocks } = options;
  const port = await freePort();
  const env = productionEnv({
    CHECK_IN_PORT: String(port),
    WORKER_PORT: String(await freePort()),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
  });
  const command = [process.execPath, compiled(`${program}.js`)];
  const limit = maxFileBlocks === undefined ? "" : `ulimit -f ${maxFileBlocks} && `;
  return ServerProcess.open(port, () =>
    spawn("sh", ["-c", `${limit}exec "$@"`, "sh", ...command], { env, stdio: ["ignore", "pipe", "pipe"] }),
  );
}

/** `variables`: further settings, such as a certificate. */
export async function startMailServer(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  variables: Environment = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const env = productionEnv({
    MAIL_IN_PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    ...variables,
  });
  const start = () =>
    spawn(process.execPath, [compiled("mailin.js")], { env, stdio: ["ignore", "pipe", "pipe"] });
  return ServerProcess.open(port, start, "smtp");
}

type WebServerOptions = {
  databaseUrl: string;
  dataDir: string;
  /** The build. */
  pages: string;
};

/** It takes check-ins, too. */
export async function startWebServer(options: WebServerOptions): Promise<ServerProcess> {
  const { databaseUrl, dataDir, pages } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = productionEnv({
    PORT: String(port),
    APP_URL: url,
    CHECK_IN_URL: url,
    NEXTAUTH_URL: url,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TATTLE_BUILD: pages,
    LOG_LEVEL: "warn",
  });
  return ServerProcess.open(port, () =>
    spawn(process.execPath, [compiled("web.js")], { env, stdio: ["ignore", "pipe", "pipe"] }),
  );
}

export async function startWorker(
  variables: Environment,
  program: "worker" | typeof BOTH = "worker",
): Promise<ServerProcess> {
  const port = await freePort();
  const ports = { WORKER_PORT: String(port), CHECK_IN_PORT: String(await freePort()) };
  const env = productionEnv({ ...ports, LOG_LEVEL: "fatal", ...variables });
  return ServerProcess.open(port, () =>
    spawn(process.execPath, [compiled(`${program}.js`)], { env, stdio: ["ignore", "pipe", "pipe"] }),
  );
}
