import { expect, signedInTest, test } from "./fixtures";
import { Account } from "./pages/account";

test("after signing in, a person is sent to the page that they asked for", async ({ page, account }) => {
  const home = page.url();
  await page.context().clearCookies();
  await page.goto(`${home}/channels`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Sign in");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL(`${home}/channels`);
});

test("a incorrect password and an unknown address get the same response", async ({ page, account }) => {
  await page.context().clearCookies();
  const messages: string[] = [];
  for (const email of [account.email, "nobody@example.com"]) {
    await new Account(page, email, "a wrong password").signIn();
    const alert = page.getByRole("alert").filter({ hasText: /\S/ }).first();
    await expect(alert).toBeVisible();
    messages.push((await alert.textContent()) ?? "");
  }
  expect(messages[0]).toBe(messages[1]);
});

signedInTest(
  "another person's case is a 404, like a case that does not exist",
  async ({ page, account, browser }) => {
    const theirs = page.url();
    const context = await browser.newContext();
    const other = await context.newPage();
    await new Account(other, `other-${account.email}`, "correct horse battery").signUp();
    for (const url of [theirs, `${theirs}/channels`, `${theirs}/api-keys`, `${theirs}/settings`]) {
      expect((await other.goto(url))?.status()).toBe(404);
    }
    expect((await other.goto("/outbox"))?.status()).toBe(404);
    await context.close();
  },
);
