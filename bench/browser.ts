import { type Browser, chromium, type Page } from "@playwright/test";
import { UserError } from "@/lib/platform/user-error.mjs";
import { getChromium } from "@/testing/chromium";

/** The account that benches sign in to. */
export const ADA = { email: "ada@example.com", password: "correct horse battery" };

/** Signs in to an account that has a case. */
export async function signIn(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/sign-in`);
  await page.getByLabel("Email").fill(ADA.email);
  await page.getByLabel("Password").fill(ADA.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Snitches" }).waitFor();
}

/** Throws a `UserError` if there is no Chromium. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await getChromium();
  if (!executablePath) throw new UserError("There is no Chromium to look at the pages with.");
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });
}
