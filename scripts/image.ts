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
  await bundleForImage(commitOrNone);
  return 0;
}
