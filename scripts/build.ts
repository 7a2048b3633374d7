import { buildOnce, nameOfBuild, settings, sourcesIn } from "./builds.mjs";
import { requireMemoryToBuild } from "./free-memory";
import { runCommand } from "./process.mjs";
import { step } from "./progress.mjs";

const FOLDERS = ["app", "components", "lib", "public"];

/** The source files of the pages. */
export const sourcesOfPages = () => [...settings(), "prisma/schema.prisma", ...FOLDERS.flatMap(sourcesIn)];

/** Builds the pages, unless a build of these sources exists. Returns the folder of the build. */
export function build(): Promise<string> {
  const name = nameOfBuild(sourcesOfPages());
  return buildOnce(".next", name, (folder) => buildPages(folder, name));
}

/** Builds the pages into a folder. Throws at once if there is too little memory. */
export async function buildPages(folder: string, name: string, commit?: string): Promise<void> {
  requireMemoryToBuild();
  await step("Building the pages", async () => {
    await runCommand(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
      env: {
        NODE_ENV: "production",
        TATTLE_BUILD: folder,
        NEXT_PUBLIC_BUILD: name,
        NEXT_PUBLIC_COMMIT: commit,
      },
      failure:
        "The pages could not be built: see above. If there is no error above, Linux killed the build because it ran out of memory: it needs 2 GB.",
    });
  });
}
