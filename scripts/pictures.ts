import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import { UserError } from "@/lib/platform/user-error.mjs";
import { getChromium } from "@/testing/chromium";
import { readAuthSecret } from "./environment";
import { drawIcons } from "./pictures/icons";
import { takeScreenshots } from "./pictures/screenshots";
import { findFreePorts } from "./ports";
import { step } from "./progress.mjs";
import { onShutdown } from "./shutdown.mjs";
import { serve } from "./supervise";

const SETTINGS = {
  DATABASE_URL: "",
  DATABASE_URL_FILE: "",
  REDIS_URL: "",
  APP_URL: "",
  CHECK_IN_URL: "",
  LOG_LEVEL: "warn",
  // Without a mail server, every page of an operator says so. No e-mail is sent.
  SMTP_URL: "smtp://127.0.0.1:9",
};
const USER = { email: "grace@example.com", password: "a picture is worth" };

/** `npm run pictures`: draws the icons, and takes the pictures of README and the front page. `icons` alone needs no server. */
export async function run(args: string[]): Promise<number> {
  const executablePath = await getChromium();
  if (!executablePath) throw new UserError("No Chromium was found: install one, or set PLAYWRIGHT_CHROMIUM.");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const closeBrowser = onShutdown(() => browser.close());
  await step("Drawing the icons", () => drawIcons(browser, "public"));
  if (!args.includes("icons")) {
    const home = await serveExample();
    await step("Taking the pictures", () => takeScreenshots(browser, home, USER));
  }
  await closeBrowser();
  return 0;
}

/** Serves a new Tattle with example jobs. Returns the address of their case. */
async function serveExample(): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "tattle-pictures-"));
  onShutdown(async () => rmSync(dataDir, { recursive: true, force: true }));
  Object.assign(process.env, SETTINGS, await findFreePorts(), { DATA_DIR: dataDir });
  const { appUrl, checkInUrl, databaseUrl } = await serve(process.env);
  const AUTH_SECRET = readAuthSecret(dataDir);
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    APP_URL: appUrl,
    CHECK_IN_URL: checkInUrl,
    AUTH_SECRET,
  });
  const { bootstrap, close, seed } = await import("./admin-commands");
  const { id } = (await bootstrap({ ...USER, case: "Acme Shop" })).case;
  await step("Making up two years of history", () => seed(id, 0));
  await close();
  return `${appUrl}/${id}`;
}
