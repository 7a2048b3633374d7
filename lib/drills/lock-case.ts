import type { Sql } from "@/lib/platform/db";

/** Locks the case, so that two concurrent calls cannot both start a drill or change its plan. Null if it was deleted. */
export async function lockCaseForDrill(
  sql: Sql,
  caseId: string,
): Promise<{ name: string; onHoldAt: Date | null } | null> {
  const [row] = await sql<{ name: string; onHoldAt: Date | null }>(
    `SELECT name, on_hold_at AS "onHoldAt" FROM cases WHERE id = $1 FOR NO KEY UPDATE`,
    [caseId],
  );
  return row ?? null;
}
