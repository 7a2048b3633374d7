import { Refusal } from "@/lib/platform/refusal";
import { refusesNew } from "@/lib/snitches/create";
import { locate } from "../locate";
import { countChange, createMonitor, type From, followSchedule, type Monitor } from "./manage-monitor";
import { type Monitors, monitorsIn } from "./monitors-in";

/**
 * Creates the snitches of new monitors, and gives known ones their schedules. Returns those that have a snitch, in the form
 * that was sent; null if the body isn't a list of monitors. Refuses if an SDK sent only monitors that may have none.
 */
export async function saveMonitors(
  key: string,
  from: From,
  body: string,
  now: Date,
): Promise<Monitors | null> {
  const monitors = monitorsIn(body);
  if (!monitors) return null;
  await countChange(from, now);
  const saved: Monitor[] = [];
  let refused: Refusal | null = null;
  // Each further attempt would be a transaction that locks the case.
  let full: Refusal | null = null;
  for (const monitor of Array.isArray(monitors) ? monitors : monitors.monitors)
    await save(key, from, monitor, now, full).then(
      () => saved.push(monitor),
      (error: unknown) => {
        if (!(error instanceof Refusal) || error.type === "rate_limited") throw error;
        refused = error;
        if (refusesNew(error)) full = error;
      },
    );
  // The agent would exit, and send nothing for the monitors it already has.
  if (refused && saved.length === 0 && !Array.isArray(monitors)) throw refused;
  return Array.isArray(monitors) ? saved : { monitors: saved };
}

async function save(
  key: string,
  from: From,
  monitor: Monitor,
  now: Date,
  full: Refusal | null,
): Promise<void> {
  const token = (await locate("cronitor", key, monitor.key, now))?.snitches[0]?.token;
  if (token === undefined && full) throw full;
  if (token === undefined) await createMonitor(from, monitor);
  else if (monitor.schedule !== "") await followSchedule(from, token, monitor, now);
}
