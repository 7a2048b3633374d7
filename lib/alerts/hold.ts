import { pool } from "@/lib/db";
import { log } from "@/lib/log";

/** After an outage the doors have this long to say that they took check-ins meanwhile. */
const GRACE_MS = 30_000;

/** A process that has a journal and was not heard of for so long does not come back by itself. */
const FORGOTTEN = "interval '10 minutes'";

type Look = { silent: { id: string; holder: string }[]; waits: boolean; isJustBack: boolean };

// A database that is younger than its server has been through no outage.
const LOOK = `
  WITH silent AS (DELETE FROM journals WHERE heard_at < now() - ${FORGOTTEN} RETURNING id, holder)
  SELECT
    (SELECT coalesce(json_agg(silent), '[]') FROM silent) AS silent,
    EXISTS (SELECT FROM journals WHERE heard_at >= now() - ${FORGOTTEN}) AS waits,
    now() < pg_postmaster_start_time() + $1 * interval '1 ms'
      AND (SELECT min(started_at) FROM _prisma_migrations) < pg_postmaster_start_time() AS "isJustBack"`;

/**
 * Whether somebody may have heard from jobs that look silent here: a journal waits to be replayed, or the database was
 * away until a moment ago. Until that is settled, nobody is called missing.
 */
export async function mustHold(msSinceLoss: number): Promise<boolean> {
  const [look] = (await pool.query<Look>(LOOK, [GRACE_MS])).rows;
  for (const { id, holder } of look?.silent ?? [])
    log.error(
      { journal: id, holder },
      "a journal was given up: its process has not been heard of for 10 minutes",
    );
  return !look || look.waits || look.isJustBack || msSinceLoss < GRACE_MS;
}
