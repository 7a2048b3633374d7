import { setTimeout as wait } from "node:timers/promises";
import { findMonitor, type Project } from "./find-monitor";
import type { MonitorCheckIn } from "./monitor-check-in";

/** How long a check-in waits in all for the one that creates its monitor, in steps. */
const WAITS_MS = [100, 200, 400, 800];

/**
 * The case and the snitches that a check-in is for, as `findMonitor` finds them. SDKs send the end of a short run together with
 * its start, and only the start has the settings that create the monitor: the end waits for it, also at another process.
 */
export async function findForCheckIn(
  number: string,
  key: string,
  checkIn: MonitorCheckIn,
): Promise<Project | null> {
  for (const waitMs of mayFollowStart(checkIn) ? WAITS_MS : []) {
    const project = await findMonitor(number, key, checkIn.slug);
    if (!project || project.monitors.length > 0) return project;
    await wait(waitMs);
  }
  return findMonitor(number, key, checkIn.slug);
}

const mayFollowStart = ({ status, rid, config }: MonitorCheckIn) =>
  status !== "in_progress" && rid !== null && (config === undefined || config === null);
