import { bundleForImage } from "./bundle.mjs";
import { step } from "./progress.mjs";
import { runTool } from "./tool.mjs";

/** The folder of the build in an image, where there is only one: the environment names it to what serves it. */
const FOLDER = ".next/image";

/** Builds what an image runs. The pages do not know their addresses: a check-in domain of its own is the check-in server's. */
export async function run(): Promise<number> {
  const env = {
    NODE_ENV: "production",
    TATTLE_BUILD: FOLDER,
    APP_URL: "http://localhost:3000",
    CHECK_IN_URL: "http://localhost:3001",
  };
  await step("Building the pages", () =>
    runTool(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
      env,
      failure: "The pages could not be built: see above.",
    }),
  );
  await bundleForImage();
  return 0;
}
