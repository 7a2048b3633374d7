import { prepared } from "@/lib/platform/db";
import { toShownMinute } from "@/lib/rules/format-duration";
import type { IncidentFigures, OpenTime } from "@/lib/rules/history/history-text";
import { timeOutside } from "@/lib/rules/maintenance/time-outside";
import { listMaintenanceWindows } from "./covering";

/** The incidents of a snitch that were open in this range, and for how long in all, from minute to minute, as their pages show them. */
export async function findIncidentFigures(
  snitch: { id: string; caseId: string },
  from: Date,
  to: Date,
): Promise<IncidentFigures> {
  const incidents = await prepared<{ startsAt: Date; endsAt: Date; isOpen: boolean }>(
    `SELECT opened_at AS "startsAt", COALESCE(closed_at, $3::timestamptz) AS "endsAt", closed_at IS NULL AS "isOpen"
     FROM incidents WHERE snitch_id = $1 AND disproved_at IS NULL AND opened_at <= $3 AND COALESCE(closed_at, 'infinity') > $2`,
    [snitch.id, from, to],
  );
  if (incidents.length === 0) return { count: 0, isOneOpen: false, openMs: 0, maintenanceMs: 0 };
  const spans = incidents.map(({ startsAt, endsAt }) => ({
    startsAt: toShownMinute(startsAt),
    endsAt: toShownMinute(endsAt),
  }));
  const { openMs, maintenanceMs } = await measureOpen(snitch, spans);
  return {
    count: incidents.length,
    isOneOpen: incidents.some(({ isOpen }) => isOpen),
    openMs,
    maintenanceMs,
  };
}

/** How long an incident has been open, and how much of that was maintenance: in whole minutes, as its page shows both ends. */
export const findOpenTime = (
  caseId: string,
  incident: { openedAt: Date; closedAt: Date | null; snitch: { id: string } },
  now: Date,
): Promise<OpenTime> => {
  const [startsAt, endsAt] = [toShownMinute(incident.openedAt), toShownMinute(incident.closedAt ?? now)];
  return measureOpen({ id: incident.snitch.id, caseId }, [{ startsAt, endsAt }]);
};

async function measureOpen(
  snitch: { id: string; caseId: string },
  spans: { startsAt: Date; endsAt: Date }[],
): Promise<OpenTime> {
  const from = new Date(Math.min(...spans.map(({ startsAt }) => startsAt.getTime())));
  const to = new Date(Math.max(...spans.map(({ endsAt }) => endsAt.getTime())));
  const windows = (await listMaintenanceWindows(prepared, [snitch], from, to)).get(snitch.id) ?? [];
  const openMs = timeOutside(spans, [], from, to);
  return { openMs, maintenanceMs: openMs - timeOutside(spans, windows, from, to) };
}
