import type { Sql } from "@/lib/platform/db";
import type { Run } from "@/lib/rules/runs/run";
import { LOOKED_UP_MS, RUN_COLUMNS, toRun } from "./store";

/** The runs that check-ins of a snitch in this range of time can belong to. */
export async function listRunsBetween(sql: Sql, snitchId: string, from: Date, until: Date): Promise<Run[]> {
  const rows = await sql(
    `SELECT ${RUN_COLUMNS} FROM runs r WHERE r.snitch_id = $1 AND r.at BETWEEN $2 AND $3 ORDER BY r.at`,
    [snitchId, new Date(from.getTime() - LOOKED_UP_MS), until],
  );
  return rows.map(toRun);
}
