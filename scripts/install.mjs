import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withLock } from "./lock.mjs";
import { runCommand, runNpm } from "./process.mjs";
import { step } from "./progress.mjs";

/** The database client, and a hash of what it is generated from: the schema and the version of the generator. */
const GENERATED = "lib/platform/generated/client.ts";
const INPUT_HASH = "node_modules/.cache/tattle/generated";

/** Exists while npm runs, and after npm was killed. */
const UNFINISHED = "node_modules/.unfinished";

/** Prisma would download an engine that we do not use. The path of any program prevents that. */
const NO_DOWNLOAD = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };

/** Installs the packages and generates the database client, if necessary. */
export async function install() {
  if (arePackagesInstalled() && isClientGenerated()) return;
  await withLock(".data/install.lock", async () => {
    if (!arePackagesInstalled()) await step("Installing the packages", installPackages);
    if (!isClientGenerated()) await step("Generating the database client", generateClient);
  });
}

/**
 * Not `npm ci`: it removes the packages of a running Tattle first, and it fails if the registry lacks an optional package
 * for another platform. `--no-save` follows package-lock.json, too, and does not change it.
 */
async function installPackages() {
  // npm mistakes a half-installed package for a complete one.
  if (existsSync(UNFINISHED)) rmSync("node_modules", { recursive: true });
  mkdirSync("node_modules", { recursive: true });
  writeFileSync(UNFINISHED, "");
  await runNpm(["install", "--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    env: NO_DOWNLOAD,
    failure: "The packages could not be installed: see the output of npm above, then start again.",
  });
  rmSync(UNFINISHED);
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
    .update(readFileSync("node_modules/@prisma/client-generator-ts/package.json"))
    .digest("hex");

const isClientGenerated = () =>
  existsSync(GENERATED) && existsSync(INPUT_HASH) && readFileSync(INPUT_HASH, "utf8") === inputHash();

async function generateClient() {
  const hash = inputHash();
  await runCommand(process.execPath, ["scripts/generate.cjs"], {
    failure: "The database client could not be generated from prisma/schema.prisma: see above.",
  });
  mkdirSync(path.dirname(INPUT_HASH), { recursive: true });
  writeFileSync(INPUT_HASH, hash);
}
