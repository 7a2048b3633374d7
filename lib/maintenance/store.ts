import { refuseIfOnHold } from "@/lib/cases/plan";
import type { Sql } from "@/lib/platform/db";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import type { Maintenance, MaintenanceTimes } from "@/lib/rules/maintenance/window";
import { type MaintenanceRow, maintenanceOfRow, TIME_COLUMNS } from "./row";
import type { Scope } from "./scope-input";

/** Maintenance that a transaction has locked. */
export type LockedMaintenance = Maintenance & {
  note: string;
  coversAll: boolean;
  tags: string[];
  snitchIds: string[];
};

type ScopeColumns = Pick<LockedMaintenance, "coversAll" | "tags" | "snitchIds">;

/** Locks the case, so that two additions cannot both take the last free place. Refuses if it is on hold. */
export async function lockCaseForMaintenance(sql: Sql, caseId: string): Promise<void> {
  const [theCase] = await sql<{ onHoldAt: Date | null }>(
    `SELECT on_hold_at AS "onHoldAt" FROM cases WHERE id = $1 FOR NO KEY UPDATE`,
    [caseId],
  );
  if (!theCase) throw notFound("case");
  refuseIfOnHold(theCase);
}

/** Locks maintenance of this case until the transaction ends. */
export async function lockMaintenance(sql: Sql, caseId: string, id: string): Promise<LockedMaintenance> {
  const [row] = await sql<MaintenanceRow & ScopeColumns & { note: string }>(
    `SELECT ${TIME_COLUMNS}, m.note, m.covers_all AS "coversAll", m.tags, m.snitch_ids AS "snitchIds"
     FROM maintenance m WHERE m.case_id = $1 AND m.id = $2 FOR UPDATE`,
    [caseId, id],
  );
  if (!row) throw notFound("maintenance");
  const { note, coversAll, tags, snitchIds } = row;
  return { ...maintenanceOfRow(row), note, coversAll, tags, snitchIds };
}

/** A scope as it is stored. Refuses a token that no snitch of the case has. */
export async function scopeColumns(sql: Sql, caseId: string, scope: Scope): Promise<ScopeColumns> {
  if ("all" in scope) return { coversAll: true, tags: [], snitchIds: [] };
  if ("tags" in scope) return { coversAll: false, tags: scope.tags, snitchIds: [] };
  const snitches = await sql<{ id: string; token: string }>(
    "SELECT id, token FROM snitches WHERE case_id = $1 AND token = ANY($2)",
    [caseId, scope.snitches],
  );
  const ids = new Map(snitches.map(({ id, token }) => [token, id]));
  const unknown = scope.snitches.find((token) => !ids.has(token));
  if (unknown !== undefined) {
    const message = `has an unknown snitch: ${unknown.slice(0, 40).toWellFormed()}`;
    throw invalidAttribute("snitches", message);
  }
  return { coversAll: false, tags: [], snitchIds: scope.snitches.flatMap((token) => ids.get(token) ?? []) };
}

/** Times as they are stored. */
export const timeColumns = (times: MaintenanceTimes) =>
  times.schedule === null
    ? { ...NO_TIMES, startsAt: times.startsAt, endsAt: times.endsAt }
    : { ...NO_TIMES, ...times };

const NO_TIMES = {
  startsAt: null,
  endsAt: null,
  schedule: null,
  timezone: null,
  duration: null,
  endedEarlyAt: [] as Date[],
};
