import { query, type Sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { deadlineAfter } from "@/lib/rules/state/match-tick";
import { nextDeadline } from "@/lib/rules/state/next-deadline";
import type { DeadlineBasis } from "@/lib/rules/state/snitch-state";
import { IS_REPORT } from "@/lib/snitches/reports";
import { saveSnitches } from "@/lib/snitches/save";
import { type LockedSnitch, lockSnitches } from "@/lib/snitches/store";

/** Batch size: snitches in one transaction. */
const BATCH_SIZE = 1_000;

let current: string | null = null;

/**
 * Computes the deadlines of all schedules again if they were computed with another version of the time zone database: a
 * country may have changed its clocks. Call it before a sweep. Safe to repeat and in several workers at once. Returns how
 * many deadlines changed.
 */
export async function recomputeDeadlines(version: string, now: Date): Promise<number> {
  if (current === version) return 0;
  const [row] = await query<{ version: string }>("SELECT version FROM timezone_data");
  const isNew = row !== undefined && row.version !== version;
  const count = isNew ? await recomputeAll(now) : 0;
  await query(
    "INSERT INTO timezone_data (id, version) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET version = $1",
    [version],
  );
  if (isNew) {
    log.info(
      { from: row.version, to: version, changed: count },
      "deadlines follow the new time zone database",
    );
  }
  current = version;
  return count;
}

async function recomputeAll(now: Date): Promise<number> {
  let count = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const batch = await transaction(async (sql) => {
      const snitches = await lockSnitches(
        sql,
        `s.id IN (SELECT id FROM snitches WHERE schedule NOT ILIKE 'every%' AND deadline IS NOT NULL AND id > $1
                  ORDER BY id LIMIT ${BATCH_SIZE})`,
        [after],
      );
      const since = await grantedSince(
        sql,
        snitches.map(({ id }) => id),
      );
      const moved = snitches.flatMap((snitch) => {
        const moved = recomputed(snitch, since.get(snitch.id) ?? now, now);
        return moved.deadline.getTime() === snitch.deadline?.getTime() ? [] : [{ ...snitch, ...moved }];
      });
      await saveSnitches(sql, moved);
      return { last: snitches.at(-1)?.id, count: snitches.length, moved: moved.length };
    });
    count += batch.moved;
    if (!batch.last || batch.count < BATCH_SIZE) return count;
    after = batch.last;
  }
}

/** Since when each snitch has its deadline: its latest report, or the end of a pause or listening gap, or a change, by snitch id. */
async function grantedSince(sql: Sql, ids: string[]): Promise<Map<string, Date>> {
  const rows = await sql<{ id: string; since: Date }>(
    `SELECT s.id, greatest(s.rescheduled_at, coalesce(s.claimed_at, greatest(s.checked_in_at, s.errored_at,
         (SELECT max(c.at) FROM check_ins c WHERE c.snitch_id = s.id AND ${IS_REPORT}))),
       (SELECT max(p.ends_at) FROM pauses p WHERE p.snitch_id = s.id),
       (SELECT max(u.silence_ends_at) FROM unknown_misses u WHERE u.snitch_id = s.id)) AS since
     FROM snitches s WHERE s.id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, since }) => [id, since]));
}

/** The deadline since then, or a fresh one if it is over: no one is alerted because of a new database. */
function recomputed(snitch: LockedSnitch, since: Date, now: Date) {
  const deadline = nextDeadline(snitch, since);
  const deadlineBy: DeadlineBasis = "time_zone";
  return deadline > now
    ? { deadline, deadlineBy, deadlineSince: since }
    : { deadline: deadlineAfter(snitch, now), deadlineBy, deadlineSince: now };
}
