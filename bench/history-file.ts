import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { type Entry, formatEntry, parseHistory } from "./history";
import type { Measured } from "./measured";

const FILE = "bench/history.jsonl";

/** All earlier runs that are kept, oldest first. */
export const readHistory = (): Entry[] => (existsSync(FILE) ? parseHistory(readFileSync(FILE, "utf8")) : []);

/** Keeps the figures of the commit that is checked out. Returns a sentence for people: changed files belong to no commit. */
export function storeFigures(measured: Measured[], now: Date): string {
  if (git("status", "--porcelain", "--", ".", `:!${FILE}`) !== "")
    return "These figures were not kept, because files differ from the commit that is checked out.";
  const figures = Object.fromEntries(
    measured.flatMap(({ what, figure }) => (figure ? [[what, Number(figure.value.toPrecision(4))]] : [])),
  );
  const commit = git("rev-parse", "--short=10", "HEAD");
  appendFileSync(FILE, formatEntry({ commit, at: now.toISOString(), figures }));
  return `These figures of ${commit} were added to ${FILE}.`;
}

/** What git prints, without the end of the line. Throws if it fails, for example outside a clone. */
function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  return stdout.trim();
}
