import { execFileSync } from "node:child_process";
import { runNpm } from "@/scripts/process.mjs";

/** The release before this one, 0.1.0: an installation of it is upgraded process by process, and may go back. */
const RELEASE = "85f716a";

/** False in a copy of the sources without their history. */
export function isReleaseBeforeKnown(): boolean {
  try {
    const type = execFileSync("git", ["cat-file", "-t", RELEASE], { encoding: "utf8", stdio: "pipe" });
    return type.trim() === "commit";
  } catch {
    return false;
  }
}

/** Extracts the release before into a folder and installs the packages that it names. */
export async function extractReleaseBefore(folder: string): Promise<void> {
  execFileSync("sh", ["-c", `git archive ${RELEASE} | tar -x -C "${folder}"`]);
  const failure = "the packages of the release before could not be installed";
  await runNpm(["ci", "--prefix", folder, "--no-audit", "--no-fund"], { failure });
}
