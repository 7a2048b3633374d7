import type { Sql } from "@/lib/platform/db";

/** The previous check-in URLs of a snitch that still work, taken together. `lastAddress`: empty if none was used. */
export type FormerUrl = { worksUntil: Date; checkIns: number; lastAddress: string };

/** Whether the check-in URL of a snitch is no longer its token, which more people know. */
export const isUrlReplaced = ({ token, checkInKey }: { token: string; checkInKey: string }): boolean =>
  checkInKey !== token;

/** The previous URLs that still work, by the id of the snitch. */
export async function findFormerUrls(sql: Sql, ids: string[], now: Date): Promise<Map<string, FormerUrl>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<FormerUrl & { id: string }>(
    `SELECT snitch_id AS id, max(works_until) AS "worksUntil", sum(check_ins)::int AS "checkIns",
       coalesce((array_agg(last_address ORDER BY last_at DESC) FILTER (WHERE last_at IS NOT NULL))[1], '') AS "lastAddress"
     FROM former_check_in_keys WHERE snitch_id = ANY($1::uuid[]) AND works_until > $2 GROUP BY snitch_id`,
    [ids, now],
  );
  return new Map(rows.map(({ id, ...url }) => [id, url]));
}
