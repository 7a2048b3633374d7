import { sourcesOfPages } from "./build";
import { nameOfBuild } from "./builds.mjs";
import { bundleForImage } from "./bundle.mjs";
import { runCommand } from "./process.mjs";
import { step } from "./progress.mjs";

/** `npm run build`: builds the pages and compiles the processes for a container image. */
export async function run(): Promise<number> {
  // The addresses are not known yet. In an image, only the check-in server serves a check-in domain.
  const urls = { APP_URL: "http://localhost:3000", CHECK_IN_URL: "http://localhost:3001" };
  await step("Building the pages", () =>
    runCommand(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
      env: {
        ...urls,
        NODE_ENV: "production",
        TATTLE_BUILD: ".next/image",
        NEXT_PUBLIC_BUILD: nameOfBuild(sourcesOfPages()),
      },
      failure: "The pages could not be built: see above.",
    }),
  );
  await bundleForImage();
  return 0;
}
