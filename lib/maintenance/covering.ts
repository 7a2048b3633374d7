import type { Sql } from "@/lib/platform/db";
import { occurrencesBetween } from "@/lib/rules/maintenance/occurrences";
import type { Maintenance, MaintenanceWindow } from "@/lib/rules/maintenance/window";
import { type MaintenanceRow, maintenanceOfRow, TIME_COLUMNS } from "./row";

type Covered = { id: string; caseId: string };

/**
 * The windows of maintenance that cover these snitches and overlap this range, oldest first, by the id of the snitch. Only
 * snitches that have some are in it. One query, which ends early for cases without maintenance. For a range of days: a
 * schedule has a window for each of its times in it.
 */
export async function listMaintenanceWindows(
  sql: Sql,
  snitches: Covered[],
  from: Date,
  to: Date,
): Promise<Map<string, MaintenanceWindow[]>> {
  const windowsOf = new Map<string, MaintenanceWindow[]>();
  for (const { maintenance, covered } of await findCovering(sql, snitches, from, to)) {
    const windows = occurrencesBetween(maintenance, from, to);
    if (windows.length === 0) continue;
    for (const id of covered) windowsOf.set(id, [...(windowsOf.get(id) ?? []), ...windows]);
  }
  for (const windows of windowsOf.values()) {
    windows.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
  }
  return windowsOf;
}

/** The maintenance that covers these snitches and may overlap this range, by the id of the snitch. */
export async function maintenanceCovering(
  sql: Sql,
  snitches: Covered[],
  from: Date,
  to: Date,
): Promise<Map<string, Maintenance[]>> {
  const maintenanceById = new Map<string, Maintenance[]>();
  for (const { maintenance, covered } of await findCovering(sql, snitches, from, to)) {
    for (const id of covered) maintenanceById.set(id, [...(maintenanceById.get(id) ?? []), maintenance]);
  }
  return maintenanceById;
}

async function findCovering(sql: Sql, snitches: Covered[], from: Date, to: Date) {
  if (snitches.length === 0) return [];
  const rows = await sql<MaintenanceRow & { covered: string[] }>(COVERING, [
    snitches.map(({ id }) => id),
    snitches.map(({ caseId }) => caseId),
    from,
    to,
  ]);
  return rows.map((row) => ({ maintenance: maintenanceOfRow(row), covered: row.covered }));
}

const COVERING = `
  SELECT ${TIME_COLUMNS}, array_agg(s.id) AS covered
  FROM maintenance m
  JOIN unnest($1::uuid[], $2::uuid[]) AS requested (id, case_id) ON requested.case_id = m.case_id
  JOIN snitches s ON s.id = requested.id AND (m.covers_all OR m.tags && s.tags OR s.id = ANY(m.snitch_ids))
  WHERE m.case_id = ANY($2::uuid[]) AND (m.schedule IS NOT NULL OR (m.starts_at < $4 AND m.ends_at > $3))
  GROUP BY m.id
  ORDER BY m.id`;
