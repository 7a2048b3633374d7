import { Refusal } from "@/lib/platform/refusal";
import { locate } from "../locate";
import { countChange, createMonitor, type From, followSchedule, type Monitor } from "./manage-monitor";
import { type Monitors, monitorsIn } from "./monitors-in";

/**
 * Creates the snitches of new monitors, and gives known ones their schedules. Returns those that have a snitch, in the form
 * that was sent; null if the body is no list of monitors.
 */
export async function saveMonitors(
  key: string,
  from: From,
  body: string,
  now: Date,
): Promise<Monitors | null> {
  const given = monitorsIn(body);
  if (!given) return null;
  await countChange(from, now);
  const saved: Monitor[] = [];
  for (const monitor of Array.isArray(given) ? given : given.monitors)
    if (await save(key, from, monitor, now)) saved.push(monitor);
  return Array.isArray(given) ? saved : { monitors: saved };
}

async function save(key: string, from: From, monitor: Monitor, now: Date): Promise<boolean> {
  const token = (await locate("cronitor", key, monitor.key, now))?.snitches[0]?.token;
  try {
    if (token === undefined) await createMonitor(from, monitor);
    else if (monitor.schedule !== "") await followSchedule(from, token, monitor, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.type !== "rate_limited") return false;
    throw error;
  }
}
