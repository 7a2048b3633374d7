import { randomBytes } from "node:crypto";
import { expectAccessible } from "./accessibility";
import { expect, test } from "./fixtures";
import { Account } from "./pages/account";

test("the operator deletes a person after deciding about their case, and the person is signed out", async ({
  page,
  account,
  browser,
  world,
}) => {
  const email = `${randomBytes(6).toString("hex")}@example.com`;
  const theirs = await (await browser.newContext()).newPage();
  await new Account(theirs, email, account.password).signUp();
  const home = theirs.url();
  await world.makeOperator(account.email);

  await page.goto(`/operator/users?search=${email}`);
  await page.getByRole("link", { name: email }).click();
  await expect(page.getByRole("heading", { level: 2, name: email })).toBeVisible();
  await expectAccessible(page);
  const decision = page.getByLabel(/^What becomes of/);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Delete Person" }).click();
  await expect(page.getByText(`Hand it over or delete it: ${email} is its last owner.`)).toBeVisible();
  await expect(decision).toBeFocused();
  await expectAccessible(page);

  await decision.selectOption({ label: `Hand it over to me, ${account.email}` });
  await page.getByLabel("E-mail").fill("somebody@example.com");
  await page.getByRole("button", { name: "Delete Person" }).click();
  await expect(page.getByText(`E-mail must be ${email}.`)).toBeVisible();
  await expect(decision).toHaveValue(/./);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Delete Person" }).click();
  await expect(page).toHaveURL("/operator/users");

  await theirs.goto("/account");
  await expect(theirs).toHaveURL(/\/sign-in/);
  await page.goto(`${home}/settings/audit`);
  await expect(
    page.getByRole("row").filter({ hasText: `${account.email}deleted the account of ${email}` }),
  ).toHaveCount(1);
});
