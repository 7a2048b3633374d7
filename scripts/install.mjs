import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withLock } from "./lock.mjs";
import { runCommand, runNpm } from "./process.mjs";
import { step } from "./progress.mjs";

/** The output of `prisma generate`, and a hash of its input: the schema and the version of Prisma. */
const GENERATED = "lib/db/generated/client.ts";
const INPUT_HASH = "node_modules/.cache/tattle/generated";

/** Exists while npm runs, and after npm was killed. */
const UNFINISHED = "node_modules/.unfinished";

/** Without them, Prisma downloads an engine that we do not use. The path of any program prevents that. */
const NO_DOWNLOADS = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CHECKPOINT_DISABLE: "1",
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
};

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
    env: NO_DOWNLOADS,
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
    .update(readFileSync("node_modules/prisma/package.json"))
    .digest("hex");

const isClientGenerated = () =>
  existsSync(GENERATED) && existsSync(INPUT_HASH) && readFileSync(INPUT_HASH, "utf8") === inputHash();

async function generateClient() {
  const hash = inputHash();
  await runCommand(process.execPath, ["node_modules/prisma/build/index.js", "generate"], {
    env: NO_DOWNLOADS,
    failure: "The database client could not be generated from prisma/schema.prisma: see above.",
  });
  mkdirSync(path.dirname(INPUT_HASH), { recursive: true });
  writeFileSync(INPUT_HASH, hash);
}
