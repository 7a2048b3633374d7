import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { installPackage, mayInstallPackages } from "./apt";
import { step } from "./progress.mjs";
import { Stop } from "./stop.mjs";
import { runTool } from "./tool.mjs";

const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";
const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A Chromium that starts, got in whichever way this machine allows; null when there is none. */
export async function getChromium(): Promise<string | null> {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named && !starts(named)) {
    throw new Stop(
      `PLAYWRIGHT_CHROMIUM: ${named} does not start. Correct it, or unset it to look for a browser.`,
    );
  }
  if (named) return named;
  for (const way of [async () => {}, download, installLibraries, installDebians]) {
    await way();
    const found = [...NAMES.flatMap(placesOf), chromium.executablePath()].find(starts);
    if (found) return found;
  }
  return null;
}

const placesOf = (name: string) =>
  path.isAbsolute(name)
    ? [name]
    : (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, name));

/** Also one that is there may lack a library, or be a mere note that it comes in another way. */
function starts(program: string): boolean {
  return existsSync(program) && spawnSync(program, ["--version"], { timeout: 20_000 }).status === 0;
}

async function download() {
  await step("Downloading Chromium", () => runTool(process.execPath, [PLAYWRIGHT, "install", "chromium"]));
}

async function installLibraries() {
  if (!existsSync(chromium.executablePath()) || !mayInstallPackages()) return;
  await step("Installing what Chromium needs", () =>
    runTool(process.execPath, [PLAYWRIGHT, "install-deps", "chromium"]),
  );
}

async function installDebians() {
  if (mayInstallPackages()) await installPackage("chromium");
}
