import { isUuidInAnyCase } from "@/lib/rules/uuid";

/** The end of a ping's URL, or that the job ran. */
type PingAction = "success" | "start" | "fail" | "log" | "exit_status" | "too_large_exit_status" | "unknown";

/** The check that a ping is for, and what the ping says. `exitStatus` is empty unless the URL ends with one. */
export type PingTarget = { action: PingAction; exitStatus: string } & (
  | { kind: "uuid"; uuid: string }
  | { kind: "slug"; key: string; slug: string }
);

const MAX_EXIT_STATUS = 255;

/** Reads `/ping/<uuid>[/<action>]` or `/ping/<key>/<slug>[/<action>]`. Further slashes are ignored. */
export function parsePingPath(path: string): PingTarget {
  const [, first = "", ...rest] = path.split("/").filter((part) => part !== "");
  if (isUuidInAnyCase(first)) return { kind: "uuid", uuid: first, ...parseAction(rest) };
  const [slug = "", ...actions] = rest;
  return { kind: "slug", key: first, slug, ...parseAction(actions) };
}

function parseAction([action, ...more]: string[]): Pick<PingTarget, "action" | "exitStatus"> {
  if (action === undefined) return { action: "success", exitStatus: "" };
  if (more.length > 0) return { action: "unknown", exitStatus: "" };
  if (action === "start" || action === "fail" || action === "log") return { action, exitStatus: "" };
  if (!/^\d+$/.test(action)) return { action: "unknown", exitStatus: "" };
  const exitStatus = Number(action);
  if (exitStatus > MAX_EXIT_STATUS) return { action: "too_large_exit_status", exitStatus: "" };
  return { action: "exit_status", exitStatus: String(exitStatus) };
}
