import { execFileSync } from "node:child_process";
import { runNpm } from "@/scripts/process.mjs";

/** The commits of the first release and of the last ones: an installation of each is upgraded process by process, and may go back. */
const RELEASES = { "0.1.0": "85f716a", "0.2.1": "43ce7ca1", "0.3.2": "d9fe3b31" };

export type Release = keyof typeof RELEASES;
export const RELEASES_BEFORE = Object.keys(RELEASES) as Release[];

/** False in a copy of the sources without their history. */
export function isReleaseBeforeKnown(release: Release): boolean {
  try {
    const type = execFileSync("git", ["cat-file", "-t", RELEASES[release]], {
      encoding: "utf8",
      stdio: "pipe",
    });
    return type.trim() === "commit";
  } catch {
    return false;
  }
}

/** Extracts a release before into a folder and installs the packages that it names. */
export async function extractReleaseBefore(release: Release, folder: string): Promise<void> {
  execFileSync("sh", ["-c", `git archive ${RELEASES[release]} | tar -x -C "${folder}"`]);
  const failure = "the packages of the release before could not be installed";
  await runNpm(["ci", "--prefix", folder, "--no-audit", "--no-fund"], { failure });
}
