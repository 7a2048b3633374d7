import { query } from "@/lib/platform/db";
import { timeOutside } from "@/lib/rules/maintenance/time-outside";
import { listMaintenanceWindows } from "./covering";

/** For how many milliseconds incidents of a snitch were open in this range, without the time of maintenance. */
export async function incidentTime(
  snitch: { id: string; caseId: string },
  from: Date,
  to: Date,
): Promise<number> {
  const incidents = await query<{ startsAt: Date; endsAt: Date }>(
    `SELECT opened_at AS "startsAt", COALESCE(closed_at, $3::timestamptz) AS "endsAt" FROM incidents
     WHERE snitch_id = $1 AND opened_at < $3 AND COALESCE(closed_at, 'infinity') > $2`,
    [snitch.id, from, to],
  );
  if (incidents.length === 0) return 0;
  const windows = (await listMaintenanceWindows(query, [snitch], from, to)).get(snitch.id) ?? [];
  return timeOutside(incidents, windows, from, to);
}
