import { pool } from "@/lib/platform/db";

/** The numbers of rows that are not sent yet. `lagMs`: how long the oldest due row has waited; 0 if none is due. */
export type OutboxLag = { pendingEmails: number; pendingDeliveries: number; lagMs: number };

/** How many rows are pending, and how late sending is. */
export async function outboxLag(): Promise<OutboxLag> {
  const { rows } = await pool.query<OutboxLag>(
    `SELECT e.pending AS "pendingEmails", d.pending AS "pendingDeliveries",
       greatest(0, extract(epoch FROM now() - least(e.since, d.since)) * 1000)::float AS "lagMs"
     FROM (SELECT count(*)::int AS pending, min(due_at) AS since FROM emails
           WHERE sent_at IS NULL AND gave_up_at IS NULL) AS e,
          (SELECT count(*)::int AS pending, min(due_at) AS since FROM deliveries
           WHERE accepted_at IS NULL AND gave_up_at IS NULL) AS d`,
  );
  const [lag] = rows;
  if (!lag) throw new Error("Postgres returned no row for an aggregate.");
  return lag;
}
