import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

/** A device that keeps passkeys and knows its owner, as Chromium imitates one. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey signs in alone, and a password no longer does", async ({ page, account }) => {
  const home = page.url();
  await addAuthenticator(page);
  await page.goto("/account/security");
  await page.getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Add a Passkey" }).click();
  await expect(page.getByRole("table", { name: "Passkeys" })).toContainText("Laptop");

  await page.context().clearCookies();
  await page.goto(`/sign-in?to=${encodeURIComponent(new URL(home).pathname)}`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(home);

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Sign in");
  await page.goto(home);
  await expect(page).toHaveURL(/\/sign-in/);
});
