import { readFileSync } from "node:fs";
import path from "node:path";
import { buildOnce, nameOfBuild, settings, sourcesIn } from "./builds.mjs";
import { step } from "./progress.mjs";

const OUTPUT = "dist";
const FOLDERS = ["checkin", "lib", "prisma", "scripts", "worker"];

/** Everything that runs in production beside the pages, by the name of its file in the output. */
const ENTRIES = {
  checkin: "checkin/server.ts",
  worker: "worker/index.ts",
  supervise: "scripts/supervise.ts",
  admin: "scripts/admin.ts",
  migrate: "prisma/run.ts",
};

/** Compiles the processes to JavaScript, unless these very sources were compiled before. Returns the folder. */
export function bundle() {
  const files = [...settings(), ...FOLDERS.flatMap(sourcesIn)];
  return buildOnce(OUTPUT, nameOfBuild(files), (folder) =>
    step("Compiling the processes", () => compile(folder)),
  );
}

/** Compiles the processes for an image, which holds one build: `node dist/checkin.js`. */
export const bundleForImage = () => step("Compiling the processes", () => compile(OUTPUT));

async function compile(outdir) {
  // Packages of production stay outside. Others are compiled in, as far as they are used: of react-email that is a tenth,
  // which takes 6 MB of memory instead of 34. It would load prettier only to indent.
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const external = [...Object.keys(dependencies), "prettier"];
  // Imported here because the start that finds all compiled has no use for it.
  const { build, stop } = await import("esbuild");
  await build({
    entryPoints: ENTRIES,
    outdir,
    bundle: true,
    // What is imported when it is first needed gets a file of its own.
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external,
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: "warning",
    plugins: [asItStands(outdir)],
  });
  await stop();
}

/** Plain JavaScript of ours is imported from where it stands: what it remembers exists once in a process. */
const asItStands = (outdir) => ({
  name: "as-it-stands",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(\.|@\/).*\.mjs$/ }, ({ path: name, resolveDir }) => {
      if (resolveDir.includes("node_modules")) return null;
      const file = name.startsWith("@/") ? path.resolve(name.slice(2)) : path.resolve(resolveDir, name);
      return { path: path.relative(outdir, file).replaceAll(path.sep, "/"), external: true };
    }),
});
