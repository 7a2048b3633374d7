import { z } from "zod";
import { Refusal } from "@/lib/platform/refusal";
import { isSlug } from "@/lib/rules/slug";
import { refusesNew } from "@/lib/snitches/create";
import { locate } from "../locate";
import { countChange, createMonitor, type From, followSchedule, type Monitor } from "./manage-monitor";

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

/** A monitor as clients send it. Members that are missing or have another form are left out. */
const monitor = z
  .object({
    key: z.string().refine(isSlug),
    name: z.string().nullish().catch(null),
    defaultName: z.string().nullish().catch(null),
    schedule: z.string().catch(""),
    timezone: z.string().optional().catch(undefined),
    grace_seconds: z.number().int().optional().catch(undefined),
  })
  .transform(
    ({ key, name, defaultName, schedule, timezone, grace_seconds: grace }): Monitor => ({
      key,
      name: (name?.trim() || defaultName?.trim() || key).slice(0, 255),
      schedule,
      ...(timezone && { timezone }),
      ...(grace !== undefined && { grace }),
    }),
  );

/** Monitors as a list, or as an object with a list. */
type Monitors = Monitor[] | { monitors: Monitor[] };

/** The agent for Kubernetes sends a list, and the SDKs an object with it. Each expects a response in the form it sent. */
const requestBody = z.union([z.array(monitor), z.object({ monitors: z.array(monitor) })]);

/** The monitors in a JSON text, in its form; null if it has neither form. */
function monitorsIn(json: string): Monitors | null {
  try {
    return requestBody.parse(JSON.parse(json));
  } catch {
    return null;
  }
}
