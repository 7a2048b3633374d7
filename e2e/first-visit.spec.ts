import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { Account } from "./pages/account";

/** The fields of the page that a person sees. */
const fields = (page: Page) =>
  page
    .getByRole("main")
    .locator("input:not([type=hidden], [type=search]), textarea, select")
    .filter({ visible: true });

/** How many of them a person has to fill. */
const countEmptyFields = (page: Page) =>
  fields(page).evaluateAll((all) => all.filter((field) => !(field as HTMLInputElement).value).length);

test("from signing up to the first check-in, a person fills the email, the password and one more field", async ({
  page,
  request,
  snitchPage,
}) => {
  const account = new Account(page, `${randomBytes(6).toString("hex")}@example.com`, "correct horse battery");
  await page.goto("/sign-up");
  expect(await countEmptyFields(page)).toBe(2);
  await account.signUp();

  await page.getByRole("link", { name: "Add Your First Snitch" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expect(fields(page)).toHaveCount(2);
  await page.getByLabel("Name", { exact: true }).fill("Nightly backup");
  expect(await countEmptyFields(page)).toBe(0);
  await page.getByRole("button", { name: "Add Snitch" }).click();
  await expect(page.getByText("Waiting for the first check-in…")).toBeVisible();
  expect((await request.get(await snitchPage.checkInUrl())).status()).toBe(202);
  await expect(page.getByText("Waiting for the first check-in…")).toBeHidden();
  await page.goto(page.url().replace(/\/setup$/, ""));
  await expect(snitchPage.status()).toHaveText("Healthy");
});
