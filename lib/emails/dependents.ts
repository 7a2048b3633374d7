import type { Dependents } from "@/lib/mail/templates/alert";
import { pool } from "@/lib/platform/db";

const MAX_NAMES = 10;

/** The snitches that depend on these and have an open incident without a notification, by the id of the one they depend on. */
export async function findDependents(snitchIds: string[]): Promise<Map<string, Dependents>> {
  if (snitchIds.length === 0) return new Map();
  const { rows } = await pool.query<Dependents & { parentId: string }>(
    `SELECT d.parent_id AS "parentId", count(*)::int AS count,
       (array_agg(s.name ORDER BY s.name, s.id))[1:${MAX_NAMES}] AS names
     FROM dependencies d JOIN snitches s ON s.id = d.snitch_id
     JOIN incidents i ON i.snitch_id = s.id AND i.closed_at IS NULL AND i.told_at IS NULL
     WHERE d.parent_id = ANY($1::uuid[]) GROUP BY d.parent_id`,
    [[...new Set(snitchIds)]],
  );
  return new Map(rows.map(({ parentId, ...dependents }) => [parentId, dependents]));
}
