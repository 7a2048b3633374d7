import { prepared } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { activeAt } from "@/lib/rules/maintenance/active-at";
import type { MaintenanceWindow } from "@/lib/rules/maintenance/window";
import { listMaintenanceWindows } from "./covering";

/** How far ahead pages look. A schedule that repeats each week has a window in this time. */
const AHEAD_MS = 8 * DAY_MS;

/** The maintenance that covers a snitch now, and the next window that starts later. Null if there is none. */
export type MaintenanceAhead = { active: MaintenanceWindow | null; next: MaintenanceWindow | null };

/** The maintenance now and ahead of each of these snitches that has some, by its id. */
export async function maintenanceAhead(
  snitches: { id: string; caseId: string }[],
  now: Date,
): Promise<Map<string, MaintenanceAhead>> {
  const windowsBySnitch = await listMaintenanceWindows(
    prepared,
    snitches,
    now,
    new Date(now.getTime() + AHEAD_MS),
  );
  return new Map(
    [...windowsBySnitch].map(([id, windows]) => [
      id,
      { active: activeAt(windows, now), next: windows.find(({ startsAt }) => startsAt > now) ?? null },
    ]),
  );
}
