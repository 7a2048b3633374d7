import { buildPages, sourcesOfPages } from "./build";
import { nameOfBuild } from "./builds.mjs";
import { bundleForImage } from "./bundle.mjs";

/** `npm run build`: builds the pages and compiles the processes for a container image. */
export async function run(): Promise<number> {
  // The addresses are not known yet. In an image, only the check-in server serves a check-in domain.
  const urls = { APP_URL: "http://localhost:3000", CHECK_IN_URL: "http://localhost:3001" };
  await buildPages(".next/image", {
    ...process.env,
    ...urls,
    NEXT_PUBLIC_BUILD: nameOfBuild(sourcesOfPages()),
  });
  await bundleForImage();
  return 0;
}
