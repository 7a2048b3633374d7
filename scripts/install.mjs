import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withLock } from "./lock.mjs";
import { step } from "./progress.mjs";
import { npm, runTool } from "./tool.mjs";

/** The generated client, and a note of what it was made from. The note lies beside the packages because it goes with them. */
const GENERATED = "lib/platform/generated/client.ts";
const STAMP = "node_modules/.cache/tattle/generated";

/** There while npm is at work, and after it was killed. */
const UNFINISHED = "node_modules/.unfinished";

/** Prisma would download an engine that we do not need; the name of any program stops it from trying. */
const WITHOUT_DOWNLOADS = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };

/** Installs the packages and generates the database client, unless that is done already. */
export async function install() {
  if (arePackagesInstalled() && isClientGenerated()) return;
  await withLock(".data/install.lock", async () => {
    if (!arePackagesInstalled()) await step("Installing the packages", installPackages);
    if (!isClientGenerated()) await step("Generating the database client", generate);
  });
}

/**
 * Not `npm ci`: it would first take the packages away from a Tattle that runs, and it refuses where the registry lacks a
 * package for some other platform. This too installs what the lock file says, and leaves that file alone.
 */
async function installPackages() {
  const flags = ["--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  // npm takes a package that was cut short for a whole one.
  if (existsSync(UNFINISHED)) rmSync("node_modules", { recursive: true });
  mkdirSync("node_modules", { recursive: true });
  writeFileSync(UNFINISHED, "");
  const [program, ...first] = npm();
  await runTool(program, [...first, "install", ...flags], {
    env: WITHOUT_DOWNLOADS,
    failure: "The packages could not be installed: see npm's own words above, then start again.",
  });
  rmSync(UNFINISHED);
}

/** npm keeps a copy of the lock file for what it installed. */
function arePackagesInstalled() {
  if (existsSync(UNFINISHED)) return false;
  const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {});
  const installed = packagesOf("node_modules/.package-lock.json");
  return Object.entries(packagesOf("package-lock.json")).every(
    ([name, { version, optional }]) =>
      name === "" ||
      (optional && !installed[name]) ||
      (installed[name] && installed[name].version === version),
  );
}

const origin = () => {
  const hash = createHash("sha256").update(readFileSync("prisma/schema.prisma"));
  return hash.update(readFileSync("node_modules/@prisma/client-generator-ts/package.json")).digest("hex");
};

const isClientGenerated = () =>
  existsSync(GENERATED) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === origin();

async function generate() {
  const wanted = origin();
  await runTool(process.execPath, ["scripts/generate.cjs"], {
    failure: "The database client could not be generated from prisma/schema.prisma: see above.",
  });
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted);
}
