import { remember } from "@epic-web/remember";
import { msSinceStall, noteResponse } from "@/lib/platform/database-stall";
import { query, type Sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { isAnyListening } from "./listener-state";
import { afterResponse, type KnownServer, type ServerState } from "./server-change";

/** After an outage of the database, check-in servers have this long to register the journals that they wrote meanwhile. */
const REGISTRATION_MS = 30_000;

/** A process that has not renewed its journal's row for this long is considered dead. */
const DEAD_AFTER = "interval '10 minutes'";

/** After a stall, a process that started during it has this long to register, or to announce what it has accepted. */
const UNREGISTERED_MS = 6_000;

/** A process that has not said for this long until when it has recorded its check-ins may hold some of that time. */
const RECORDED_WITHIN_MS = 12_000;

/** One that has not said so for this long has ended, if the database responded meanwhile. */
const ENDED_AFTER_MS = 20_000;

// By the clock at which it is read, because a transaction may have begun before the database was frozen.
const HAS_JOURNALS = `EXISTS (SELECT FROM journals WHERE last_seen_at >= clock_timestamp() - ${DEAD_AFTER})`;

// A database that was created after its server started has had no outage yet.
const MAY_MISS_CHECK_INS = `
  SELECT ${HAS_JOURNALS}
    OR EXISTS (SELECT FROM recorders WHERE recorded_until < least(clock_timestamp() - $2 * interval '1 ms', $4::timestamptz)
      AND ($3 OR recorded_until >= clock_timestamp() - interval '${ENDED_AFTER_MS} ms'))
    OR (clock_timestamp() < pg_postmaster_start_time() + $1 * interval '1 ms'
      AND created.at < pg_postmaster_start_time()) AS "mayMiss",
    extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt", coalesce(created.at < pg_last_xact_replay_timestamp(), false) AS "wasStandby"
  FROM (SELECT min(started_at) AS at FROM _prisma_migrations) created`;

/** What this process knows about the server. Next.js loads this module more than once. */
const state = remember("tattle.sweep-guard", () => ({ server: null as KnownServer | null }));

/**
 * True while a process may hold check-ins that the database does not have: a journal is not replayed yet, or the database
 * was unavailable or did not respond until a moment ago. Until then no snitch may be marked missing. To decide about a locked
 * snitch, call it after locking. `msSinceConnectionLost`: how long ago this process last failed to reach the database. `countedUntil`:
 * check-ins that were received later decide nothing; all do without it.
 */
export async function mayMissCheckIns(
  sql: Sql,
  msSinceConnectionLost: number,
  countedUntil: Date | null = null,
): Promise<boolean> {
  const stalledMsAgo = msSinceStall();
  if (msSinceConnectionLost < REGISTRATION_MS || stalledMsAgo === 0) return true;
  if (!countedUntil && stalledMsAgo < UNREGISTERED_MS) return true;
  const askedAt = performance.now();
  const [row] = await sql<{ mayMiss: boolean } & ServerState>(MAY_MISS_CHECK_INS, [
    REGISTRATION_MS,
    Math.min(RECORDED_WITHIN_MS, stalledMsAgo),
    // After a silence, no one can tell yet who has ended.
    stalledMsAgo < REGISTRATION_MS,
    countedUntil,
  ]);
  if (noteResponse(askedAt) || !row) return true;
  const nowMs = performance.now();
  state.server = afterResponse(state.server, row, nowMs);
  return row.mayMiss || nowMs - state.server.backAtMs < REGISTRATION_MS;
}

/** Whether what is deferred now may have to wait: an outage has just ended, or a journal is not replayed yet. */
export async function isReplayHeld(sql: Sql, msSinceConnectionLost: number): Promise<boolean> {
  if (msSinceConnectionLost < REGISTRATION_MS) return true;
  const [row] = await sql<{ isHeld: boolean }>(`SELECT ${HAS_JOURNALS} AS "isHeld"`, []);
  return row?.isHeld ?? true;
}

const DELETE_ENDED = `DELETE FROM recorders WHERE recorded_until < now() - ${DEAD_AFTER}`;
const DELETE_DEAD = `DELETE FROM journals WHERE last_seen_at < now() - ${DEAD_AFTER} RETURNING id, owner`;

/**
 * Like `mayMissCheckIns`, for jobs that mark snitches missing: true also while no process listens for check-ins. It also
 * deletes the rows of dead processes.
 */
export async function isSweepBlocked(msSinceConnectionLost: number): Promise<boolean> {
  for (const { id, owner } of await query<{ id: string; owner: string }>(DELETE_DEAD))
    log.error(
      { journal: id, owner },
      "gave up waiting for a journal: its process has not reported for 10 minutes",
    );
  if (msSinceStall() > REGISTRATION_MS) await query(DELETE_ENDED);
  return !(await isAnyListening()) || mayMissCheckIns(query, msSinceConnectionLost);
}
