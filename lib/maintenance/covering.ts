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
export const listMaintenanceWindows = async (
  sql: Sql,
  snitches: Covered[],
  from: Date,
  to: Date,
): Promise<Map<string, MaintenanceWindow[]>> =>
  windowsBetween(await maintenanceCovering(sql, snitches, from, to), from, to);

/** The same of maintenance that was read for at least this range. */
export function windowsBetween(
  covering: Map<string, Maintenance[]>,
  from: Date,
  to: Date,
): Map<string, MaintenanceWindow[]> {
  const cache = new Map<Maintenance, MaintenanceWindow[]>();
  const findWindows = (maintenance: Maintenance) => {
    const windows = cache.get(maintenance) ?? occurrencesBetween(maintenance, from, to);
    cache.set(maintenance, windows);
    return windows;
  };
  const windowsOf = new Map<string, MaintenanceWindow[]>();
  for (const [id, maintenance] of covering) {
    const windows = maintenance.flatMap(findWindows);
    if (windows.length > 0) windowsOf.set(id, windows.sort(byStart));
  }
  return windowsOf;
}

const byStart = (one: MaintenanceWindow, other: MaintenanceWindow) =>
  one.startsAt.getTime() - other.startsAt.getTime();

/** The maintenance that covers these snitches and may overlap this range, by the id of the snitch. */
export async function maintenanceCovering(
  sql: Sql,
  snitches: Covered[],
  from: Date,
  to: Date,
): Promise<Map<string, Maintenance[]>> {
  if (snitches.length === 0) return new Map();
  const rows = await sql<MaintenanceRow & { covered: string[] }>(COVERING, [
    snitches.map(({ id }) => id),
    snitches.map(({ caseId }) => caseId),
    from,
    to,
  ]);
  const maintenanceById = new Map<string, Maintenance[]>();
  for (const row of rows) {
    const maintenance = maintenanceOfRow(row);
    for (const id of row.covered) maintenanceById.set(id, [...(maintenanceById.get(id) ?? []), maintenance]);
  }
  return maintenanceById;
}

const COVERING = `
  SELECT ${TIME_COLUMNS}, array_agg(s.id) AS covered
  FROM maintenance m
  JOIN unnest($1::uuid[], $2::uuid[]) AS requested (id, case_id) ON requested.case_id = m.case_id
  JOIN snitches s ON s.id = requested.id AND (m.covers_all OR m.tags && s.tags OR s.id = ANY(m.snitch_ids))
  WHERE m.case_id = ANY($2::uuid[]) AND (m.schedule IS NOT NULL OR (m.starts_at < $4 AND m.ends_at > $3))
  GROUP BY m.id
  ORDER BY m.id`;
