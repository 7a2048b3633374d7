import { randomBytes } from "node:crypto";
import path from "node:path";
import { withClient } from "@/lib/platform/postgres-server";
import { fillInstallation } from "./fill-installation";
import { openFlakyConnection } from "./flaky-connection";
import { type ServerProcess, startCheckInServer, startWorker } from "./server-process";

type Connection = Awaited<ReturnType<typeof openFlakyConnection>>;

type Place = {
  /** An empty database with this version's schema. */
  databaseUrl: string;
  dataDir: string;
  /** The servers that receive notifications. Webhooks have the name of the installation as their path. */
  smtpUrl: string;
  webhooksUrl: string;
};

const METRICS_TOKEN = "a-token-for-the-metrics";
/** How long Prometheus waits for metrics by default. */
const METRICS_TIMEOUT_MS = 10_000;

type Parts = { checkInServer: ServerProcess; database: Connection; publicWay: Connection };

/**
 * A whole installation in processes of its own: a check-in server, a worker, a database, and one person who has a webhook
 * and an address. The connections to its check-in server and to its database can be cut.
 */
export class Installation {
  private worker: ServerProcess | undefined;

  private constructor(
    readonly name: string,
    private readonly token: string,
    private readonly place: Place,
    private readonly parts: Parts,
  ) {}

  /** Starts the check-in server. The worker follows, because it needs the URL of the other installation. */
  static async open(name: string, place: Place): Promise<Installation> {
    const token = randomBytes(8).toString("hex");
    await fillInstallation(place.databaseUrl, {
      email: buildAddress(name),
      webhookUrl: `${place.webhooksUrl}/${name}`,
      snitch: { name: `The other one of ${name}`, token },
    });
    const database = await openFlakyConnection(place.databaseUrl);
    const dataDir = path.join(place.dataDir, name);
    const checkInServer = await startCheckInServer({ databaseUrl: database.url, dataDir });
    const publicWay = await openFlakyConnection(checkInServer.url);
    return new Installation(name, token, place, { checkInServer, database, publicWay });
  }

  /** Where the other installation sends its heartbeats. */
  get heartbeatUrl(): string {
    return `${this.parts.publicWay.url}${this.token}`;
  }

  get address(): string {
    return buildAddress(this.name);
  }

  get database(): Connection {
    return this.parts.database;
  }

  /** The end of what its processes have written, for the message of a failed test. */
  get log(): string {
    return `${this.parts.checkInServer.ending}\n${this.worker?.ending}`;
  }

  /** What replaces the name, the certificate, the balancer and the firewall of its check-in server. */
  get publicWay(): Connection {
    return this.parts.publicWay;
  }

  async startWorker(other: Installation): Promise<void> {
    this.worker = await startWorker({
      DATABASE_URL: this.database.url,
      DATA_DIR: path.join(this.place.dataDir, this.name),
      SMTP_URL: this.place.smtpUrl,
      HEARTBEAT_URLS: other.heartbeatUrl,
      BACKUPS: "off",
      METRICS_TOKEN,
      LOG_LEVEL: "error",
    });
  }

  /** Sends a signal to processes, without waiting for its effect. */
  signal(signal: NodeJS.Signals, processes: ("worker" | "checkInServer")[]): void {
    for (const name of processes) {
      const { pid } = name === "worker" ? this.running() : this.parts.checkInServer;
      process.kill(pid, signal);
    }
  }

  /** Starts the processes again, after they were killed. */
  async restart(): Promise<void> {
    await Promise.all([this.parts.checkInServer.restart(), this.running().restart()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.parts.checkInServer.signal("SIGKILL"), this.worker?.signal("SIGKILL")]);
  }

  /** Runs SQL, also while the connection to the database is cut. */
  query = (sql: string): Promise<unknown> =>
    withClient(this.place.databaseUrl, async (client) => (await client.query(sql)).rows);

  /** How many of its heartbeats had this outcome. */
  async countHeartbeats(outcome: "accepted" | "failed" | "withheld"): Promise<number> {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    const signal = AbortSignal.timeout(METRICS_TIMEOUT_MS);
    const metrics = await (await fetch(`${this.running().url}/metrics`, { headers, signal })).text();
    const line = new RegExp(`^tattle_heartbeats_total\\{.*outcome="${outcome}".*\\} (\\d+)$`, "m");
    return Number(line.exec(metrics)?.[1] ?? 0);
  }

  private running(): ServerProcess {
    if (!this.worker) throw new Error(`The worker of ${this.name} was not started.`);
    return this.worker;
  }
}

const buildAddress = (name: string) => `${name}@example.com`;
