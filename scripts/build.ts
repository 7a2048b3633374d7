import { buildOnce, nameOfBuild, settings, sourcesIn } from "./builds.mjs";
import { requireMemoryToBuild } from "./free-memory";
import { runCommand } from "./process.mjs";
import { step } from "./progress.mjs";

const FOLDERS = ["app", "components", "lib", "public"];

/** The source files of the pages. */
export const sourcesOfPages = () => [...settings(), "prisma/schema.prisma", ...FOLDERS.flatMap(sourcesIn)];

/** Builds the pages, unless a build of these sources exists. Returns the folder of the build. */
export function build(env: NodeJS.ProcessEnv): Promise<string> {
  // next.config.ts writes the host of check-ins into the build.
  const hosts = [env.APP_URL, env.CHECK_IN_URL].map((url) => new URL(url ?? "").hostname);
  const name = nameOfBuild(sourcesOfPages(), hosts[0] === hosts[1] ? "" : hosts.join());
  return buildOnce(".next", name, (folder) => buildPages(folder, { ...env, NEXT_PUBLIC_BUILD: name }));
}

/** Builds the pages into a folder. Throws at once if there is too little memory. */
export async function buildPages(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  requireMemoryToBuild();
  await step("Building the pages", async () => {
    await runCommand(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
      env: { ...env, NODE_ENV: "production", TATTLE_BUILD: folder },
      failure:
        "The pages could not be built: see above. If there is nothing, Linux has killed it for want of memory: it takes 2 GB.",
    });
  });
}
