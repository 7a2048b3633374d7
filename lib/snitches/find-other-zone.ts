import { pool } from "@/lib/platform/db";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { CHECK_INS_NEEDED, clockShift, zoneAhead } from "@/lib/rules/schedule/zone-shift";
import { IS_ERROR, IS_REPORT } from "./reports";

/** Tried first, because most machines and teams are there. */
const COMMON_ZONES = ["UTC", "Europe/London", "Europe/Berlin", "America/New_York", "America/Los_Angeles"];

type Snitch = ScheduleTerms & { id: string; caseId: string; rescheduledAt: Date | null };

/**
 * The time zone that the job seems to run in, if its check-ins contradict that of its schedule; otherwise null. Zones of
 * the reader and of the case's other snitches are preferred among those with the same time.
 */
export async function findOtherZone(snitch: Snitch, readerZone: string): Promise<string | null> {
  if (snitch.schedule === null) return null;
  const { rows } = await pool.query<{ at: Date }>(
    `SELECT at FROM check_ins WHERE snitch_id = $1 AND ${IS_REPORT} AND NOT ${IS_ERROR}
       AND at > coalesce($2::timestamptz, '-infinity') ORDER BY at DESC LIMIT ${CHECK_INS_NEEDED}`,
    [snitch.id, snitch.rescheduledAt],
  );
  const checkIns = rows.map(({ at }) => at);
  const shiftMs = clockShift(snitch, checkIns);
  if (shiftMs === null) return null;
  const used = await pool.query<{ timezone: string }>(
    "SELECT DISTINCT timezone FROM snitches WHERE case_id = $1 AND schedule IS NOT NULL ORDER BY timezone LIMIT 50",
    [snitch.caseId],
  );
  const zones = [
    readerZone,
    ...used.rows.map(({ timezone }) => timezone),
    ...COMMON_ZONES,
    ...Intl.supportedValuesOf("timeZone"),
  ];
  return zoneAhead(snitch, shiftMs, checkIns, zones);
}
