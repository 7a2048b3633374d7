import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { UserError } from "@/lib/platform/user-error.mjs";
import { runCommand } from "@/scripts/process.mjs";
import { step } from "@/scripts/progress.mjs";
import { canInstallPackages, installPackage } from "./apt";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

const HEADLESS_SHELL = "chromium-headless-shell";

const folders = () => (process.env.PATH ?? "").split(path.delimiter);

/** The path of a Chromium that starts. Downloads or installs one if necessary. Null if that fails. */
export async function getChromium(): Promise<string | null> {
  const given = process.env.PLAYWRIGHT_CHROMIUM;
  if (given && !starts(given))
    throw new UserError(
      `PLAYWRIGHT_CHROMIUM: ${given} does not start. Correct it, or unset it to look for a browser.`,
    );
  if (given) return given;
  const places = [...folders().flatMap((folder) => NAMES.map((name) => path.join(folder, name))), MAC];
  for (const install of [async () => {}, download, installDebianPackage]) {
    await install();
    const found = [...places, chromium.executablePath()].find(starts);
    if (found) return found;
  }
  return null;
}

/**
 * The path of a Chromium without windows, in which tests take two thirds of the time; `chromium` if there is none, or if a
 * person has chosen it. Installs Debian’s if possible. It has no push service.
 */
export async function getHeadlessShell(chromium: string): Promise<string> {
  if (process.env.PLAYWRIGHT_CHROMIUM) return chromium;
  const find = () =>
    folders()
      .map((folder) => path.join(folder, HEADLESS_SHELL))
      .find(starts);
  if (!find()) await installPackage(HEADLESS_SHELL, "the browser tests are faster with it");
  return find() ?? chromium;
}

/** A file is not enough: a library may be missing, or the file may only say how to install the browser. */
const starts = (program: string) => spawnSync(program, ["--version"], { timeout: 20_000 }).status === 0;

async function download() {
  const playwright = "node_modules/@playwright/test/cli.js";
  await step("Downloading Chromium for the browser tests, because none was found", () =>
    runCommand(process.execPath, [playwright, "install", "chromium"]),
  );
  if (!starts(chromium.executablePath()) && existsSync(chromium.executablePath()) && canInstallPackages())
    await step(
      "Installing the system packages that Chromium needs, because it does not start without them",
      () => runCommand(process.execPath, [playwright, "install-deps", "chromium"]),
    );
}

const installDebianPackage = () =>
  installPackage("chromium", "the browser tests need a browser, and Playwright's could not be downloaded");
