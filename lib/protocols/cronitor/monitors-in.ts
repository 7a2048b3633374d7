import { z } from "zod";
import { isSlug } from "@/lib/rules/slug";
import type { Monitor } from "./manage-monitor";

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
export type Monitors = Monitor[] | { monitors: Monitor[] };

/** The agent for Kubernetes sends a list, and the SDKs an object with it. Each expects a response in the form it sent. */
const requestBody = z.union([z.array(monitor), z.object({ monitors: z.array(monitor) })]);

/** The monitors in a JSON text, in its form; null if it has neither form. */
export function monitorsIn(json: string): Monitors | null {
  try {
    return requestBody.parse(JSON.parse(json));
  } catch {
    return null;
  }
}
