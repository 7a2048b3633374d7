import type { Fact } from "@/lib/audit/record";
import type { Sql } from "@/lib/platform/db";
import { type LockedMaintenance, timeColumns } from "./store";

/** Maintenance as the audit log stores it. Snitches are stored by the names that they have now. */
export async function buildFacts(sql: Sql, maintenance: LockedMaintenance): Promise<Record<string, Fact>> {
  const { name, note, coversAll, tags, snitchIds } = maintenance;
  const { startsAt, endsAt, schedule, timezone, duration } = timeColumns(maintenance);
  const rows = await sql<{ name: string }>(
    "SELECT name FROM snitches WHERE id = ANY($1) ORDER BY id LIMIT 50",
    [snitchIds],
  );
  return {
    name,
    note,
    covers: coversAll ? "all snitches" : null,
    tags,
    snitches: rows.map(({ name }) => name),
    starts_at: startsAt?.toISOString() ?? null,
    ends_at: endsAt?.toISOString() ?? null,
    schedule,
    timezone,
    duration: duration === null ? null : `${duration} seconds`,
  };
}

/** The facts that say something. */
export const factsGiven = (facts: Record<string, Fact>) =>
  Object.fromEntries(
    Object.entries(facts).filter(([name, fact]) => name !== "name" && fact !== null && fact.length > 0),
  );
