import type { Maintenance as Stored } from "@/lib/platform/generated/client";
import type { Maintenance } from "@/lib/rules/maintenance/window";

/** The columns of maintenance that say when it is, of the table `m`. */
export const TIME_COLUMNS = `m.id, m.name, m.starts_at AS "startsAt", m.ends_at AS "endsAt", m.schedule, m.timezone,
  m.duration, m.ended_early_at AS "endedEarlyAt"`;

/** Maintenance as it is stored: either its start and end or its schedule are null. */
export type MaintenanceRow = Pick<
  Stored,
  "id" | "name" | "startsAt" | "endsAt" | "schedule" | "timezone" | "duration" | "endedEarlyAt"
>;

/** Maintenance as the rules read it. A CHECK in the database allows no row that has neither a start nor a schedule. */
export function maintenanceOfRow(row: MaintenanceRow): Maintenance {
  const { id, name, startsAt, endsAt, schedule, timezone, duration, endedEarlyAt } = row;
  if (startsAt && endsAt) return { id, name, startsAt, endsAt, schedule: null };
  if (schedule && timezone && duration) return { id, name, schedule, timezone, duration, endedEarlyAt };
  throw new Error(`Maintenance ${id} has neither a start nor a schedule`);
}
