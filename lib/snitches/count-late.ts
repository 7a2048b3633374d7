import { pool } from "@/lib/platform/db";

/** How many healthy snitches of the case are late: see `shownStatus`. */
export async function countLate(caseId: string, now: Date): Promise<number> {
  const { rows } = await pool.query<{ late: number }>(
    `SELECT count(*)::int AS late FROM snitches WHERE case_id = $1 AND status = 'healthy' AND deadline <= $2`,
    [caseId, now],
  );
  return rows[0]?.late ?? 0;
}
