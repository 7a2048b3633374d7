import { readFileSync, writeFileSync } from "node:fs";
import { readCommit } from "@/lib/platform/version";
import { buildPages, sourcesOfPages } from "./build";
import { nameOfBuild } from "./builds.mjs";
import { bundleForImage } from "./bundle.mjs";

/** `npm run build`: builds the pages and compiles the processes for a container image. */
export async function run(): Promise<number> {
  const commit = readCommit(".");
  // What was built says so itself, unless only a file in the image will know.
  const commitOrNone = commit === "unknown" ? "" : commit;
  await buildPages(".next/image", nameOfBuild(sourcesOfPages()), commitOrNone);
  for (const suffix of ["json", "js"]) leaveOutFolders(`.next/image/required-server-files.${suffix}`);
  await bundleForImage(commitOrNone);
  return 0;
}

/** An image runs in another folder than that of its build, which is no one's business: Next.js reads these names only in a build. */
function leaveOutFolders(file: string): void {
  const names = /("(?:appDir|outputFileTracingRoot|repoRoot|root)": ?)"[^"]*"/g;
  writeFileSync(file, readFileSync(file, "utf8").replace(names, '$1"."'));
}
