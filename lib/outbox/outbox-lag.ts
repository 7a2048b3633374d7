import { pool } from "@/lib/platform/db";

/** How much is owed, and how long the longest-waiting row that is due has waited, in milliseconds. */
export type OutboxLag = { owedNotices: number; owedDeliveries: number; lagMs: number };

/** How far sending is behind: `lagMs` is 0 when nothing that is due waits. */
export async function outboxLag(): Promise<OutboxLag> {
  const { rows } = await pool.query<OutboxLag>(
    `SELECT n.owed AS "owedNotices", d.owed AS "owedDeliveries",
       greatest(0, extract(epoch FROM now() - least(n.since, d.since)) * 1000)::float AS "lagMs"
     FROM (SELECT count(*)::int AS owed, min(due_at) AS since FROM notices
           WHERE sent_at IS NULL AND gave_up_at IS NULL) AS n,
          (SELECT count(*)::int AS owed, min(due_at) AS since FROM deliveries
           WHERE accepted_at IS NULL AND gave_up_at IS NULL) AS d`,
  );
  const [lag] = rows;
  if (!lag) throw new Error("Postgres counted nothing.");
  return lag;
}
