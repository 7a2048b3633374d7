import { randomInt } from "node:crypto";
import { hostname } from "node:os";
import { forget, remember } from "@epic-web/remember";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { openOutageLog } from "@/lib/platform/log-outage";
import { SECOND_MS } from "@/lib/rules/durations";

/** How often a process shows that it listens. */
const BEAT_MS = 5 * SECOND_MS;

/** A process that did not run for this long was suspended or hung: it did not listen meanwhile. */
const MAX_PAUSE_MS = 12 * SECOND_MS;

/** A slower beat counts as failed; the next one follows soon. */
const QUERY_TIMEOUT_MS = 3 * SECOND_MS;

/** Ids are random: the next stretch of a restored backup must not get the id of an old one. */
const MAX_ID = 2 ** 31 - 1;

const OWNER = `${hostname()} ${process.pid}`;

/**
 * Shows in the database that this process takes check-ins, and since when without interruption. While the database is
 * unavailable the process goes on listening, and its next beat says so.
 */
class Listener {
  /** The id of the stretch; null while it is not in the database. */
  id: number | null = null;
  /** The latest check-in that this process received. */
  checkedInAt: Date | null = null;
  private sinceMs = Date.now();
  private lastRunMs = Date.now();
  private beating: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;

  /** Registers the process, and renews its registration until it leaves. Resolves after the first attempt. */
  async start(): Promise<void> {
    this.sinceMs = Date.now();
    this.lastRunMs = this.sinceMs;
    this.timer = setInterval(() => this.run(Date.now()), BEAT_MS).unref();
    await this.beat();
  }

  /** Announces that this process has stopped listening. */
  async leave(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
    if (this.id === null) return;
    await query("UPDATE listeners SET seen_at = now(), left_at = now() WHERE id = $1", [this.id]).catch(
      () => {},
    );
    this.id = null;
  }

  private run(nowMs: number): void {
    if (nowMs - this.lastRunMs > MAX_PAUSE_MS) {
      this.id = null;
      this.sinceMs = nowMs;
    }
    this.lastRunMs = nowMs;
    void this.beat();
  }

  private beat(): Promise<void> {
    this.beating ??= this.write()
      .then(
        () => registration.worked(),
        (error: Error) => registration.failed({ error: error.message }),
      )
      .finally(() => {
        this.beating = null;
      });
    return this.beating;
  }

  private async write(): Promise<void> {
    const renewed = this.id !== null && (await query(RENEW, [this.id, this.checkedInAt]));
    if (renewed) return;
    const sinceMs = this.sinceMs;
    const row = await query(REGISTER, [randomInt(MAX_ID), OWNER, Date.now() - sinceMs, this.checkedInAt]);
    // A pause during the query began a new stretch.
    if (row && sinceMs === this.sinceMs) this.id = row.id;
  }
}

const registration = openOutageLog({
  failing: "this process cannot renew its listener row: the database may count it as not listening",
  working: "this process renews its listener row again",
});

async function query(text: string, values: unknown[]): Promise<{ id: number } | undefined> {
  const config = { text, values, query_timeout: QUERY_TIMEOUT_MS };
  return (await pool.query<{ id: number }>(config)).rows[0];
}

// The times are the database's, because other processes compare them with its clock.
const REGISTER = `INSERT INTO listeners (id, owner, since, seen_at, checked_in_at)
  VALUES ($1, $2, now() - $3::float8 * interval '1 ms', now(), $4) RETURNING id`;

/** Nothing is renewed if the row was deleted, for example by a restored backup. */
const RENEW = "UPDATE listeners SET seen_at = now(), checked_in_at = $2 WHERE id = $1 RETURNING id";

const listener = () => remember("tattle.listener", () => new Listener());

/** Whether the pages' server is the one that jobs send their check-ins to. */
export const servesCheckIns = () => new URL(env.CHECK_IN_URL).origin === new URL(env.APP_URL).origin;

/** Shows in the database, from now on, that this process takes check-ins. Call it just before it does. */
export const startListener = (): Promise<void> => listener().start();

/** Call it when this process takes no more check-ins. */
export async function stopListener(): Promise<void> {
  await listener().leave();
  forget("tattle.listener");
}

/** The id of this process as a listener; null if it is not one, or is not registered yet. */
export const listenerId = (): number | null => listener().id;

/** Notes the time of a check-in that this process received. */
export function noteCheckIn(at: Date): void {
  const current = listener();
  if (!current.checkedInAt || current.checkedInAt < at) current.checkedInAt = at;
}
