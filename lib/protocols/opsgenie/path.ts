import { isSlug, slugify } from "@/lib/rules/slug";

/** What a path names: all heartbeats if the name is empty, or one, and perhaps what to do with it. */
export type HeartbeatPath = { name: string; action: "" | "ping" | "enable" | "disable" };

// The SDK for Go takes a host without a folder.
const PATH = /^(?:\/+opsgenie)?\/+v2\/+heartbeats(?:\/+([^/]+)(?:\/+(ping|enable|disable))?)?\/*$/;

/** Reads a path as it was sent, without its query. Null if it is none of Opsgenie's heartbeats. */
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

/** The slug of the snitch that a name stands for. Empty if there can be none. */
export const toSlug = (name: string): string => (isSlug(name) ? name : slugify(name));
