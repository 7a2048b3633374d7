import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { printWarning } from "../print";
import { readKnown } from "./known";
import { findProgram } from "./tattle-shell";

/**
 * Has the reports of the jobs of other users delivered, by a process of each user: what is in their folders is theirs, and root does not
 * read it. Only root can do that. Returns whether all are delivered.
 */
export function flushUsers(state: string): boolean {
  if (process.getuid?.() !== 0) return true;
  return listFolder(path.join(state, "users"))
    .filter((folder) => listFolder(path.join(folder, "spool")).some((file) => file.endsWith(".report")))
    .every((folder) => flushUser(state, folder));
}

function flushUser(state: string, folder: string): boolean {
  const { uid, gid } = statSync(folder);
  const { settings } = readKnown(state);
  const [program = "", ...args] = findProgram().command;
  const { status, stderr } = spawnSync(program, [...args, "flush"], {
    uid,
    gid,
    cwd: "/",
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: folder,
      TATTLE_STATE_DIR: folder,
      ...(settings?.key && { TATTLE_URL: settings.url, TATTLE_KEY: settings.key }),
    },
    // Not root's terminal: the user could write into it.
    stdio: ["ignore", "ignore", "pipe"],
  });
  for (const line of stderr?.toString().trimEnd().split("\n") ?? [])
    if (line) printWarning(line.replace(/^tattle: /, ""));
  return status === 0;
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}
