import { copyFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { buildOnce, nameOfBuild, settings, sourcesIn } from "./builds.mjs";
import { step } from "./progress.mjs";

const OUTPUT = "dist";
const FOLDERS = ["checkin", "cli", "lib", "mailin", "prisma", "scripts", "worker"];

/** The programs that run in production, by the names of their files in the output. The pages of `web` are a build of their own. */
const ENTRIES = {
  checkin: "checkin/server.ts",
  mailin: "mailin/server.ts",
  web: "app/server.ts",
  worker: "worker/index.ts",
  "checkin-and-worker": "worker/with-check-ins.ts",
  supervise: "scripts/supervise.ts",
  demo: "scripts/demo.ts",
  admin: "scripts/admin.ts",
  migrate: "prisma/run.ts",
  // Threads (lib/platform/thread.ts).
  "estimate-password": "lib/people/users/estimate-thread.ts",
  "plan-configuration": "lib/configuration/thread.ts",
  "read-kuma": "lib/imports/kuma/thread.ts",
};

/** Compiles the programs to JavaScript, unless a build of these sources exists. Returns its folder. */
export function bundle() {
  const files = [...settings(), ENTRIES.web, ...FOLDERS.flatMap(sourcesIn)];
  return buildOnce(OUTPUT, nameOfBuild(files), (folder) =>
    step("Compiling the processes", () => compile(folder)),
  );
}

/** Compiles the programs of a commit for a container image, which has one build: `node dist/checkin.js`. */
export const bundleForImage = (commit) =>
  step("Compiling the processes", () =>
    compile(OUTPUT, { "process.env.NEXT_PUBLIC_COMMIT": JSON.stringify(commit) }),
  );

async function compile(outdir, define = {}) {
  // Production packages are imported at run time. Others are compiled in, without their unused parts: react-email then
  // takes 6 MB of memory instead of 34. It uses prettier only to indent, which we never ask for.
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const external = [...Object.keys(dependencies), "prettier"];
  // Imported here, because most starts find a build and do not need it.
  const { build, stop } = await import("esbuild");
  await build({
    entryPoints: ENTRIES,
    outdir,
    define,
    bundle: true,
    // Dynamic imports get files of their own.
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external,
    sourcemap: true,
    sourcesContent: false,
    logLevel: "warning",
    plugins: [externalModules(outdir)],
  });
  const programs = path.join(outdir, "cli");
  for (const [name, entry] of Object.entries(PROGRAMS))
    await build({ ...TATTLE, ...EITHER_MODULE, entryPoints: [entry], outfile: path.join(programs, name) });
  await stop();
  for (const file of ["install.sh", "tattle-run.sh"])
    copyFileSync(path.join("cli", file), path.join(programs, file));
}

/** What the server offers to other machines: each is one file, with all packages that it uses. */
const PROGRAMS = { "tattle.mjs": "cli/main.ts", "tattle-kubernetes.mjs": "cli/kubernetes/main.ts" };

const TATTLE = {
  bundle: true,
  platform: "node",
  target: "node20",
  minifySyntax: true,
  legalComments: "inline",
  logLevel: "warning",
};

/**
 * A program that Node.js runs as a module, by the name `tattle.mjs`, and as CommonJS, by the name `tattle`, as it is installed: Node.js
 * before 20.19 takes files of such names for CommonJS only, and these start 8 ms sooner.
 */
const EITHER_MODULE = {
  format: "cjs",
  supported: { "dynamic-import": false },
  minify: true,
  banner: { js: "#!/usr/bin/env node\nfunction start(require) {" },
  footer: {
    js: `}
if (typeof require === "function") start(require);
else import("node:module").then(({ createRequire }) => start(createRequire("/tattle")));`,
  },
};

/** Compiles `tattle` for a single executable of Node.js, whose program is CommonJS. */
export async function bundleExecutable(outfile) {
  const { build, stop } = await import("esbuild");
  await build({
    ...TATTLE,
    entryPoints: [PROGRAMS["tattle.mjs"]],
    outfile,
    format: "cjs",
    supported: { "dynamic-import": false },
  });
  await stop();
}

/** Our .mjs files are not compiled in: launch.mjs imports them, too, and a copy would have a state of its own. */
const externalModules = (outdir) => ({
  name: "external-modules",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(\.|@\/).*\.mjs$/ }, ({ path: name, resolveDir }) => {
      if (resolveDir.includes("node_modules")) return null;
      const file = name.startsWith("@/") ? path.resolve(name.slice(2)) : path.resolve(resolveDir, name);
      return { path: path.relative(outdir, file).replaceAll(path.sep, "/"), external: true };
    }),
});
