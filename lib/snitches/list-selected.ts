import { pool } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import type { Status } from "@/lib/rules/state/snitch-state";
import { countMatching, filterValues, type ListFilters, MATCHES_FILTERS } from "./list";

/** How far a change of all matching snitches has come: the last one that was tried, and how many are left. */
export type Progress = { after: string; left: number };

/** The snitches that a person selected: these, or all that match the filters of a list, of which the person saw `shown`. */
export type Selection =
  | { tokens: string[] }
  | { filters: ListFilters; shown: number; progress?: Progress | undefined };

export type SelectedSnitch = { id: string; token: string; name: string; status: Status };

/** Batch size: snitches changed by one request. A browser repeats the request until none is left. */
export const BATCH_SIZE = 200;

/** The next selected snitches of this case, in order of their ids; `next` is null if there are no more. */
export async function listSelected(
  caseId: string,
  selection: Selection,
): Promise<{ snitches: SelectedSnitch[]; next: Progress | null }> {
  if ("tokens" in selection) {
    const snitches = await select("case_id = $1 AND token = ANY ($2)", [caseId, selection.tokens]);
    return { snitches, next: null };
  }
  const { filters, shown, progress } = selection;
  if (!progress) await refuseIfMoreMatch(caseId, filters, shown);
  const remaining = progress?.left ?? shown;
  const max = Math.min(remaining, BATCH_SIZE);
  const snitches = await select(
    `${MATCHES_FILTERS} AND ($7::uuid IS NULL OR id > $7)`,
    [...filterValues(caseId, filters), progress?.after ?? null],
    max,
  );
  const last = snitches.length === max && remaining > max ? snitches.at(-1) : undefined;
  return { snitches, next: last ? { after: last.id, left: remaining - max } : null };
}

async function select(condition: string, values: unknown[], max = BATCH_SIZE): Promise<SelectedSnitch[]> {
  const { rows } = await pool.query<SelectedSnitch>(
    `SELECT id, token, name, status::text AS status FROM snitches WHERE ${condition} ORDER BY id LIMIT ${max}`,
    values,
  );
  return rows;
}

/** Nothing is changed that the person has not seen counted. */
async function refuseIfMoreMatch(caseId: string, filters: ListFilters, shown: number): Promise<void> {
  const count = await countMatching(caseId, filters);
  if (count <= shown) return;
  throw new Refusal(
    "resource_invalid",
    `Nothing was changed: ${count.toLocaleString("en")} snitches match now, not ${shown.toLocaleString("en")}. Look at the list, then try again.`,
  );
}
