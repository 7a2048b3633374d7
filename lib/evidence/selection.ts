import { type KeyScope, scopeCondition, scopeParameters } from "@/lib/cases/key-scope";
import type { CountedSnitch } from "@/lib/history/days/context";
import { query } from "@/lib/platform/db";
import { retentionStart } from "@/lib/rules/history/retention";
import { type ScheduleColumns, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";

/** What an export or a report is of: the snitches of a case in the scope of a key, with a tag or all, and a range without its end. */
export type Selection = { caseId: string; scope: KeyScope; tag: string | null; from: Date; to: Date };

export type SelectedSnitch = CountedSnitch & { token: string; name: string };

type Row = ScheduleColumns & { id: string; token: string; name: string; createdAt: Date };

export async function listSelected({ caseId, scope, tag }: Selection): Promise<SelectedSnitch[]> {
  const rows = await query<Row>(
    `SELECT id, token, name, created_at AS "createdAt", interval, schedule, timezone, grace, start_grace AS "startGrace", early, active
     FROM snitches s WHERE case_id = $1 AND ($2::text IS NULL OR tags @> ARRAY[$2]) AND ${scopeCondition(3, 4)} ORDER BY id`,
    [caseId, tag, ...scopeParameters(scope)],
  );
  return rows.map((row) => ({ ...row, ...toScheduleTerms(row), caseId }));
}

/** The part of a range whose history is stored, and the part that is too long ago; null if there is none. */
export function exportRange({ from, to }: { from: Date; to: Date }, now: Date) {
  const since = retentionStart(now);
  if (from >= since) return { range: { from, to }, missing: null };
  return { range: { from: since, to }, missing: { from, to: to < since ? to : since } };
}
