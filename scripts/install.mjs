import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { makeFolder } from "../lib/platform/make-folder.mjs";
import { areLinksComplete } from "./links.mjs";
import { withLock } from "./lock.mjs";
import { runCommand, runNpm } from "./process.mjs";
import { step } from "./progress.mjs";

/** The database client, and a hash of what it is generated from: the schema and the version of Prisma. */
const GENERATED = "lib/platform/generated/client.ts";
/** Where npm keeps what it loads, if this user has no home that can be written. */
const OWN_CACHE = ".data/npm";
const INPUT_HASH = "node_modules/.cache/tattle/generated";

/** Exists while npm runs, and after npm was killed. */
const UNFINISHED = "node_modules/.unfinished";

/** Prisma's command line. The package's version is also that of the generator. */
const PRISMA = "node_modules/prisma";

/** Installs the packages and generates the database client, if necessary. */
export async function install() {
  if (arePackagesInstalled() && areLinksComplete() && isClientGenerated()) return;
  await withLock(".data/install.lock", async () => {
    if (!arePackagesInstalled()) await step("Installing the packages", installPackages);
    if (!areLinksComplete()) await step("Running the packages’ install scripts", runInstallScripts);
    if (!isClientGenerated()) await step("Generating the database client", generateClient);
  });
}

/**
 * Not `npm ci`: it removes the packages of a running Tattle first, and it fails if the registry lacks an optional package
 * for another platform. `--no-save` follows package-lock.json, too, and does not change it. Without scripts: npm 11 runs
 * those that `allowScripts` lists, and npm 10 would run all.
 */
async function installPackages() {
  // npm mistakes a half-installed package for a complete one.
  if (existsSync(UNFINISHED)) rmSync("node_modules", { recursive: true });
  makeFolder("node_modules");
  writeFileSync(UNFINISHED, "");
  const options = [
    "--no-save",
    "--include=dev",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  await runNpm(["install", ...options], {
    env: withCache(),
    failure: "The packages could not be installed: see the output of npm above, then start again.",
  });
  rmSync(UNFINISHED);
}

/** npm fails without a cache: a service's user often has a home that does not exist, or is not its own. */
function withCache() {
  try {
    const cache = process.env.npm_config_cache ?? path.join(homedir(), ".npm");
    makeFolder(cache);
    accessSync(cache, constants.W_OK);
    return {};
  } catch {
    return { npm_config_cache: path.resolve(OWN_CACHE) };
  }
}

/** Runs the scripts that `allowScripts` lists, with any npm, and also if npm is configured to ignore scripts. */
async function runInstallScripts() {
  const { allowScripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const names = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(`node_modules/${name}`),
  );
  await runNpm(["rebuild", "--ignore-scripts=false", "--loglevel=error", ...names], {
    env: withCache(),
    failure: `The install scripts of ${names.join(", ")} failed: see the output of npm above, then start again.`,
  });
}

/** Compares package-lock.json with the copy that npm keeps for the installed packages. */
function arePackagesInstalled() {
  if (existsSync(UNFINISHED)) return false;
  const readPackages = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {});
  const installed = readPackages("node_modules/.package-lock.json");
  return Object.entries(readPackages("package-lock.json")).every(
    ([name, { version, optional }]) =>
      name === "" || (installed[name] ? installed[name].version === version : optional),
  );
}

const inputHash = () =>
  createHash("sha256")
    .update(readFileSync("prisma/schema.prisma"))
    .update(readFileSync(`${PRISMA}/package.json`))
    .digest("hex");

const isClientGenerated = () =>
  existsSync(GENERATED) && existsSync(INPUT_HASH) && readFileSync(INPUT_HASH, "utf8") === inputHash();

async function generateClient() {
  const hash = inputHash();
  await runCommand(process.execPath, [`${PRISMA}/build/index.js`, "generate"], {
    failure: "The database client could not be generated from prisma/schema.prisma: see above.",
  });
  makeFolder(path.dirname(INPUT_HASH));
  writeFileSync(INPUT_HASH, hash);
}
