import { isSlug, slugify } from "@/lib/rules/slug";

/** All heartbeats, if the name is empty, or one, perhaps with an action. */
export type HeartbeatPath = { name: string; action: "" | "ping" | "enable" | "disable" };

// The SDK for Go accepts only a host, without a path.
const PATH = /^(?:\/+opsgenie)?\/+v2\/+heartbeats(?:\/+([^/]+)(?:\/+(ping|enable|disable))?)?\/*$/;

/** Reads a path as it was sent, without its query. Null if it isn't one of Opsgenie's heartbeats. */
export function parseHeartbeatPath(path: string): HeartbeatPath | null {
  const match = PATH.exec(path);
  if (!match) return null;
  const [, name = "", action = ""] = match;
  return { name: decode(name), action: action as HeartbeatPath["action"] };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The slug for a heartbeat's name. Empty if there can be none. */
export const toSlug = (name: string): string => (isSlug(name) ? name : slugify(name));
