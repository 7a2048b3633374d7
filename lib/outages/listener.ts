import { randomInt } from "node:crypto";
import { forget, remember } from "@epic-web/remember";
import { env } from "@/lib/platform/env";
import { SECOND_MS } from "@/lib/rules/durations";
import { Heartbeat, MAX_ID, OWNER, queryQuickly } from "./heartbeat";

/** A process that did not run for this long was suspended or hung: it did not listen meanwhile. */
const MAX_PAUSE_MS = 12 * SECOND_MS;

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
  private readonly heartbeat = new Heartbeat({
    write: () => this.write(),
    messages: MESSAGES,
    onTimer: () => this.noticePause(Date.now()),
  });

  /** Registers the process, and renews its registration until it leaves. Resolves when it is registered. */
  start(sinceMs: number): Promise<void> {
    this.sinceMs = sinceMs;
    this.lastRunMs = Date.now();
    return this.heartbeat.start();
  }

  /** Announces that this process has stopped listening. */
  async leave(): Promise<void> {
    await this.heartbeat.stop();
    if (this.id === null) return;
    await queryQuickly(LEAVE, [this.id]).catch(() => {});
    this.id = null;
  }

  private noticePause(nowMs: number): void {
    if (nowMs - this.lastRunMs > MAX_PAUSE_MS) {
      this.id = null;
      this.sinceMs = nowMs;
    }
    this.lastRunMs = nowMs;
  }

  private async write(): Promise<boolean> {
    const renewed = this.id !== null && (await queryQuickly(RENEW, [this.id, this.checkedInAt]));
    if (renewed) return true;
    const sinceMs = this.sinceMs;
    const values = [randomInt(MAX_ID), OWNER, Date.now() - sinceMs, this.checkedInAt];
    const row = await queryQuickly<{ id: number }>(REGISTER, values);
    // A pause during the query began a new stretch.
    if (row && sinceMs === this.sinceMs) this.id = row.id;
    return this.id !== null;
  }
}

const MESSAGES = {
  failing: "this process cannot renew its listener row: the database may count it as not listening",
  working: "this process renews its listener row again",
};

// The times are the database's, because other processes compare them with its clock.
const REGISTER = `INSERT INTO listeners (id, owner, since, seen_at, checked_in_at)
  VALUES ($1, $2, now() - $3::float8 * interval '1 ms', now(), $4) RETURNING id`;

/** Nothing is renewed if the row was deleted, for example by a restored backup. */
const RENEW = "UPDATE listeners SET seen_at = now(), checked_in_at = $2 WHERE id = $1 RETURNING id";

const LEAVE = "UPDATE listeners SET seen_at = now(), left_at = now() WHERE id = $1";

const listener = () => remember("tattle.listener", () => new Listener());

/** Whether the pages' server is the one that jobs send their check-ins to. */
export const servesCheckIns = () => new URL(env.CHECK_IN_URL).origin === new URL(env.APP_URL).origin;

/** Shows in the database, from now on, that this process takes check-ins since then. Resolves when it does. */
export const startListener = (sinceMs: number): Promise<void> => listener().start(sinceMs);

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
