import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import getPort from "get-port";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/rules/durations";
import { build } from "@/scripts/build";
import { getChromium } from "@/testing/chromium";
import { aMachine } from "@/testing/deploy/machine";
import { aCase, aMember } from "@/testing/factories";
import type { Machine } from "@/testing/fleet";
import { CLIENT, openOpenIdProvider } from "@/testing/openid-provider";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-single-sign-on-"));
let appUrl: string;
let web: Machine;
let issuer: Awaited<ReturnType<typeof openOpenIdProvider>>;
let browser: Browser;

beforeAll(async () => {
  const pages = await build();
  const port = await getPort();
  appUrl = `http://localhost:${port}`;
  issuer = await openOpenIdProvider({ client: { redirect_uris: [`${appUrl}/api/auth/callback/oidc`] } });
  const env = {
    APP_URL: appUrl,
    // The tests have one of their own.
    NEXTAUTH_URL: appUrl,
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: "Example ID",
  };
  web = await aMachine("web", { pages, folder, port, env });
  await web.start();
  const executablePath = (await getChromium()) ?? undefined;
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}, 400_000);

afterAll(async () => {
  await browser?.close();
  web?.kill();
  issuer?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const isAt = (address: string) => (url: URL) => url.href === `${appUrl}${address}`;

async function createKey(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name of the new key").fill(name);
  await page.getByRole("button", { name: "Create Key" }).click();
}

test.each([
  ["with scripts, and finds what was typed", true],
  ["without scripts", false],
])("who is asked again signs in at the issuer, comes back to the form %s", async (_, javaScriptEnabled) => {
  const { id: caseId } = await aCase();
  const { id: userId, email } = await aMember({ caseId });
  issuer.state.person = { sub: userId, email, email_verified: true };
  const keys = `/${caseId}/api-keys`;
  const context = await browser.newContext({ baseURL: appUrl, javaScriptEnabled });
  const page = await context.newPage();
  await page.goto(`/sign-in?to=${encodeURIComponent(keys)}`);
  await page.getByRole("button", { name: "Continue with Example ID" }).click();
  await page.waitForURL(isAt(keys));
  await db.session.updateMany({ where: { userId }, data: { confirmedAt: new Date(Date.now() - HOUR_MS) } });

  await createKey(page, "Deploy");
  const again = page.getByRole("link", { name: "Sign In Again with Example ID" });
  await again.focus();
  await Promise.all([page.waitForRequest(/confirm\?to=/), page.keyboard.press("Enter")]);
  await page.waitForURL(isAt(keys));

  const name = page.getByLabel("Name of the new key");
  if (javaScriptEnabled) await expect.poll(() => name.inputValue()).toBe("Deploy");
  await createKey(page, "Deploy");
  await page.getByLabel("API key", { exact: true }).waitFor();
  expect(await db.session.count({ where: { userId } })).toBe(1);
  await context.close();
});
