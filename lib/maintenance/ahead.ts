import { prepared } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { activeAt } from "@/lib/rules/maintenance/active-at";
import type { Maintenance, MaintenanceWindow } from "@/lib/rules/maintenance/window";
import { maintenanceCovering, windowsBetween } from "./covering";

/** How far ahead pages look. A schedule that repeats each week has a window in this time. */
const AHEAD_MS = 8 * DAY_MS;

/** The maintenance that covers a snitch now, and the next window that starts later. Null if there is none. */
export type MaintenanceAhead = { active: MaintenanceWindow | null; next: MaintenanceWindow | null };

/** Until when maintenance must be read to know what is ahead. */
export const aheadUntil = (now: Date): Date => new Date(now.getTime() + AHEAD_MS);

/** The maintenance now and ahead of each of these snitches that has some, by its id. */
export const maintenanceAhead = async (
  snitches: { id: string; caseId: string }[],
  now: Date,
): Promise<Map<string, MaintenanceAhead>> =>
  aheadIn(await maintenanceCovering(prepared, snitches, now, aheadUntil(now)), now);

/** The same of maintenance that was read until `aheadUntil`. */
export const aheadIn = (covering: Map<string, Maintenance[]>, now: Date): Map<string, MaintenanceAhead> =>
  new Map(
    [...windowsBetween(covering, now, aheadUntil(now))].map(([id, windows]) => [
      id,
      { active: activeAt(windows, now), next: windows.find(({ startsAt }) => startsAt > now) ?? null },
    ]),
  );
