import { pool, type Sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/** After an outage the doors have this long to say that they took check-ins meanwhile. */
const GRACE_MS = 30_000;

/** A process that has a journal and was not heard of for so long does not come back by itself. */
const FORGOTTEN = "interval '10 minutes'";

// A database that is younger than its server has been through no outage.
const IS_IN_DOUBT = `
  SELECT EXISTS (SELECT FROM journals WHERE heard_at >= now() - ${FORGOTTEN})
    OR (now() < pg_postmaster_start_time() + $1 * interval '1 ms'
      AND (SELECT min(started_at) FROM _prisma_migrations) < pg_postmaster_start_time()) AS "isInDoubt"`;

/**
 * Whether somebody may have heard from jobs that look silent here: a journal waits to be replayed, or the database was
 * away until a moment ago. Until that is settled, nobody is called missing. Of a snitch that is locked only what is
 * asked after the lock is true. `msSinceLoss` tells how long ago this process last could not reach the database.
 */
export async function isInDoubt(sql: Sql, msSinceLoss: number): Promise<boolean> {
  if (msSinceLoss < GRACE_MS) return true;
  const [look] = await sql<{ isInDoubt: boolean }>(IS_IN_DOUBT, [GRACE_MS]);
  return look?.isInDoubt ?? true;
}

const GIVE_UP = `DELETE FROM journals WHERE heard_at < now() - ${FORGOTTEN} RETURNING id, holder`;

/** As `isInDoubt`, for those whose work it is to call snitches missing: they say which journals are waited for no more. */
export async function mustHold(msSinceLoss: number): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; holder: string }>(GIVE_UP);
  for (const { id, holder } of rows)
    log.error(
      { journal: id, holder },
      "a journal was given up: its process has not been heard of for 10 minutes",
    );
  return isInDoubt(async (text, values) => (await pool.query(text, values)).rows, msSinceLoss);
}
