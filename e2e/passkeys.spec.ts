import { addAuthenticator } from "@/testing/authenticator";
import { expect, test } from "./fixtures";

test("a passkey signs in alone, and a password no longer does", async ({ page, account }) => {
  const home = page.url();
  const removeAuthenticator = await addAuthenticator(page);
  await page.goto("/account/security");
  await page.getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Add a Passkey" }).click();
  await expect(page.getByRole("table", { name: "Passkeys" })).toContainText("Laptop");

  await page.context().clearCookies();
  await page.goto(`/sign-in?to=${encodeURIComponent(new URL(home).pathname)}`);
  // The device responds at once what the browser offers for the email field.
  await expect(page).toHaveURL(home);

  await removeAuthenticator();
  await page.context().clearCookies();
  await account.signIn();
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Sign in");
  await page.goto(home);
  await expect(page).toHaveURL(/\/sign-in/);
});
