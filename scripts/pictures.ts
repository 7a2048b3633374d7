import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import { UserError } from "@/lib/platform/user-error.mjs";
import { getChromium } from "@/testing/chromium";
import { readAuthSecret } from "./environment";
import { drawRecording } from "./pictures/draw-recording";
import { drawIcons } from "./pictures/icons";
import { recordTerminal } from "./pictures/record-terminal";
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
  // Without a mail server, every page of an operator says so. No email is sent.
  SMTP_URL: "smtp://127.0.0.1:9",
};
const TERMINAL =
  "A terminal: tattle discover --apply watches three jobs of a crontab; a minute later one of them has failed";
const USER = { email: "grace@example.com", password: "a picture is worth" };

/** `npm run pictures`: draws the icons, records a terminal, and takes the pictures of README and the front page. `icons`, `terminal` or `pages`: only those. */
export async function run(args: string[]): Promise<number> {
  const executablePath = await getChromium();
  if (!executablePath) throw new UserError("No Chromium was found: install one, or set PLAYWRIGHT_CHROMIUM.");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const closeBrowser = onShutdown(() => browser.close());
  const isWanted = (part: string) => args.length === 0 || args.includes(part);
  if (isWanted("icons")) await step("Drawing the icons", () => drawIcons(browser, "public"));
  if (isWanted("terminal") || isWanted("pages")) {
    const { appUrl, home, key } = await serveExample();
    if (isWanted("terminal"))
      await step("Recording a terminal", async () =>
        writeFileSync("docs/terminal.svg", drawRecording(await recordTerminal(appUrl, key), TERMINAL)),
      );
    if (isWanted("pages")) await step("Taking the pictures", () => takeScreenshots(browser, home, USER));
  }
  await closeBrowser();
  return 0;
}

/** Serves a new Tattle with example jobs. Returns the address of their case, and the API key of another case, without jobs. */
async function serveExample(): Promise<{ appUrl: string; home: string; key: string }> {
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
  await step("Generating two years of history", () => seed(id, 0));
  const { api_key: key } = await bootstrap({ ...USER, email: "ada@example.com", case: "Orders" });
  await close();
  return { appUrl, home: `${appUrl}/${id}`, key };
}
