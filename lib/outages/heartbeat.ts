import { hostname } from "node:os";
import { pool } from "@/lib/platform/db";
import { openOutageLog } from "@/lib/platform/log-outage";
import { SECOND_MS } from "@/lib/rules/durations";

const BEAT_MS = 5 * SECOND_MS;

/** A slower query counts as failed; the next beat follows soon. */
const QUERY_TIMEOUT_MS = 3 * SECOND_MS;

/** Ids of rows of this process are random up to this one: a restored backup must not have a row of the same id. */
export const MAX_ID = 2 ** 31 - 1;

/** The name of this process in the rows that it writes about itself. */
export const OWNER = `${hostname()} ${process.pid}`;

type Beat = {
  /** Resolves to whether anything was written. A beat is never under way twice. */
  write: () => Promise<boolean>;
  /** What is logged when it fails, and when it works again. */
  messages: Parameters<typeof openOutageLog>[0];
  /** Called every five seconds, also while a beat is under way. */
  onTimer?: () => void;
};

/** What this process says in the database about itself every five seconds. */
export class Heartbeat {
  private readonly outage;
  private beating: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private onWritten = () => {};

  constructor(private readonly content: Beat) {
    this.outage = openOutageLog(content.messages);
  }

  /** Resolves when something was written. */
  start(): Promise<void> {
    this.timer = setInterval(() => {
      this.content.onTimer?.();
      void this.beat();
    }, BEAT_MS).unref();
    void this.beat();
    return new Promise((resolve) => {
      this.onWritten = resolve;
    });
  }

  /** Resolves when nothing is being written anymore. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
  }

  private beat(): Promise<void> {
    this.beating ??= this.content
      .write()
      .then(
        (isWritten) => {
          this.outage.worked();
          if (isWritten) this.onWritten();
        },
        (error: Error) => this.outage.failed({ error: error.message }),
      )
      .finally(() => {
        this.beating = null;
      });
    return this.beating;
  }
}

/** The first row of a query that fails if it takes long. */
export async function queryQuickly<Row extends object>(
  text: string,
  values: unknown[],
): Promise<Row | undefined> {
  const config = { text, values, query_timeout: QUERY_TIMEOUT_MS };
  return (await pool.query<Row>(config)).rows[0];
}
