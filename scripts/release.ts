import { createHash } from "node:crypto";
import { cpSync, createReadStream, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { makeFolder } from "@/lib/platform/make-folder.mjs";
import { UserError } from "@/lib/platform/user-error.mjs";
import packageJson from "@/package.json" with { type: "json" };
import { type Licensed, listLicences, writeLicences } from "./licences";
import { nameRelease } from "./name-release";
import { runCommand, runNpm } from "./process.mjs";
import { step } from "./progress.mjs";

const OUTPUT = ".data/release";

/** What a release consists of: what runs, and what an operator reads. For a folder with a pattern, only the files that match. */
const KEPT: [place: string, pattern?: RegExp][] = [
  [".env.example"],
  [".next/image"],
  ["CHANGELOG.md"],
  ["LICENSE"],
  ["README.md"],
  ["SECURITY.md"],
  ["deploy"],
  ["dist"],
  ["docs"],
  ["lib/platform", /\.mjs$/],
  ["node_modules"],
  ["package.json"],
  ["package-lock.json"],
  ["prisma/migrations"],
  ["prisma/schema.prisma"],
  ["public"],
  ["scripts", /\.mjs$/],
];

/** What only builds and tests, and what no one reads. */
const NEEDLESS = [
  /^\.next\/image\/cache$/,
  /^docs\/decisions$/,
  /^node_modules\/(\.cache|@img|sharp|@tailwindcss|tailwindcss|geist|next\/dist\/(docs|esm))$/,
  /^node_modules\/(@next\/swc-|lightningcss)[^/]*$/,
  /^(deploy|docs)\/.*\.(test|long)\.ts$/,
  /^(node_modules|\.next)\/.*\.(map|a|tsx?|[mc]ts)$/,
  // Prisma brings a compiler for each database, twice, and sql.js a dozen builds.
  /^node_modules\/@prisma\/client\/runtime\/query_compiler_(?!small_bg\.postgresql\.)/,
  /^node_modules\/sql\.js\/dist\/(?!sql-wasm\.)/,
];

/**
 * `npm run release`: makes an archive of the commit that is checked out, which runs on a machine of this kind with nothing but Node,
 * and next to it the list of its packages (CycloneDX), their licences, and checksums.
 */
export async function run(): Promise<number> {
  const checkout = await readCheckout();
  const { version } = packageJson;
  const platform = `${process.platform}-${process.arch}`;
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  const name = nameRelease({ ...checkout, version, platform, changelog });
  const output = path.resolve(OUTPUT);
  const [source, folder] = [path.join(output, "source"), path.join(output, name)];
  rmSync(output, { recursive: true, force: true });
  makeFolder(source);
  mkdirSync(folder);

  await step("Exporting the sources of the commit", () => checkOut(source));
  // In a folder of their own, so that a Tattle that runs here keeps its packages and builds.
  await runCommand(process.execPath, [path.join(source, "scripts", "image.mjs")], {
    env: { TATTLE_BUILD: undefined, TATTLE_COMPILED: undefined },
    show: true,
    failure: "The release could not be built: see above.",
  });
  await addPrograms(source);
  await step("Removing what only builds and tests need", () => assemble(source, folder));
  writeFileSync(path.join(folder, "COMMIT"), `${checkout.commit}\n`);
  const files = await step("Listing packages and licences", () => describePackages(folder, output));
  const archive = path.join(output, `${name}.tar.gz`);
  await step("Packing", () => runTar([...FOR_ROOT, "-czf", archive, "-C", output, name]));
  const sums = await Promise.all(
    [archive, ...files].map(async (file) => `${await checksum(file)}  ${path.basename(file)}\n`),
  );
  writeFileSync(path.join(output, "SHA256SUMS"), sums.join(""));
  rmSync(source, { recursive: true });

  console.log(
    `\n${[archive, ...files, path.join(output, "SHA256SUMS")].map((file) => path.relative(".", file)).join("\n")}`,
  );
  return 0;
}

async function readCheckout(): Promise<{ commit: string; tags: string[] }> {
  const git = (...args: string[]) =>
    runCommand("git", args, { failure: "A release is built from a commit: run this in a Git clone." });
  const { output: changes } = await git("status", "--porcelain");
  if (changes.trim())
    throw new UserError(
      "There are uncommitted changes. Commit them first, so the release matches its commit.",
      changes,
    );
  const { output: tags } = await git("tag", "--points-at", "HEAD");
  return { commit: (await git("rev-parse", "HEAD")).output.trim(), tags: tags.split("\n") };
}

/** Who unpacks it as root gets files that are root's and that everyone can read, no matter who made it. GNU's tar alone knows how. */
const FOR_ROOT =
  process.platform === "linux" ? ["--owner=root:0", "--group=root:0", "--mode=u+rw,go+rX,go-w"] : [];

const runTar = (args: string[]) => runCommand("tar", args, { failure: "tar failed: see above." });

async function checkOut(source: string): Promise<void> {
  const tar = `${source}.tar`;
  await runCommand("git", ["archive", "--output", tar, "HEAD"], {
    failure: "git archive failed: see above.",
  });
  await runTar(["-xf", tar, "-C", source]);
  rmSync(tar);
}

/** Adds the program alongside the jobs for machines like this one without Node.js, which the pages then offer under `/cli`. */
async function addPrograms(source: string): Promise<void> {
  await runCommand(process.execPath, [path.join(source, "scripts", "cli-package.mjs")], {
    env: { TATTLE_BUILD: undefined, TATTLE_COMPILED: undefined },
    show: true,
    failure: "The tattle program could not be packaged: see above.",
  });
  cpSync(path.join(source, ".data/cli/offered"), path.join(source, "dist/cli"), { recursive: true });
}

/** Keeps of the built sources what runs. */
async function assemble(source: string, folder: string): Promise<void> {
  await runNpm(["--prefix", source, "prune", "--omit=dev", "--legacy-peer-deps", "--no-audit", "--no-fund"], {
    failure: "The development packages could not be removed: see above.",
  });
  for (const [place, pattern] of KEPT)
    cpSync(path.join(source, place), path.join(folder, place), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => {
        const isNeedless = NEEDLESS.some((one) =>
          one.test(path.relative(source, file).replaceAll(path.sep, "/")),
        );
        return !isNeedless && (!pattern || pattern.test(file) || lstatSync(file).isDirectory());
      },
    });
}

/** Writes the list of packages and their licences alongside the archive, and the licences into it, too. Returns the files. */
async function describePackages(folder: string, output: string): Promise<string[]> {
  const { output: sbom } = await runNpm(
    [
      "--prefix",
      folder,
      "sbom",
      "--package-lock-only",
      "--omit=dev",
      "--sbom-format=cyclonedx",
      "--sbom-type=application",
      "--loglevel=error",
    ],
    {
      failure: "npm could not list the packages: see above.",
    },
  );
  const [sbomFile, licencesFile] = [path.join(output, "sbom.cdx.json"), path.join(output, "LICENCES.md")];
  const list = JSON.parse(sbom.slice(sbom.indexOf("{")));
  // npm names it for its folder.
  list.metadata.component.name = packageJson.name;
  writeFileSync(sbomFile, JSON.stringify(list, null, 2));
  const licences: Licensed[] = listLicences(path.join(folder, "node_modules"));
  writeFileSync(licencesFile, writeLicences(licences));
  cpSync(licencesFile, path.join(folder, "LICENCES.md"));
  return [sbomFile, licencesFile];
}

async function checksum(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
