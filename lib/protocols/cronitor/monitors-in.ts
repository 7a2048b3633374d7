import { z } from "zod";
import type { Monitor } from "./manage-monitor";

/** A monitor as clients send it. Members that are missing or have another form are left out. */
const monitor = z
  .object({
    key: z.string().regex(/^[\w.-]{1,255}$/),
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

/** The agent for Kubernetes sends a list, and the SDKs an object with it. */
const sent = z.union([
  z.array(z.unknown()),
  z.object({ monitors: z.array(z.unknown()) }).transform((one) => one.monitors),
]);

/** The monitors in a JSON text; null if it is no list of them. */
export function monitorsIn(json: string): Monitor[] | null {
  try {
    const list = sent.parse(JSON.parse(json));
    return list.map((one) => monitor.parse(one));
  } catch {
    return null;
  }
}
