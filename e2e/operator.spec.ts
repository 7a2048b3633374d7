import { randomBytes } from "node:crypto";
import { expectAccessible } from "./accessibility";
import { expect, test } from "./fixtures";
import { Account } from "./pages/account";

test("the operator deletes a person after deciding about their case, and the person is signed out @long", async ({
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
  const decision = page.getByLabel(/^What to do with/);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Delete Person" }).click();
  await expect(page.getByText(`Hand it over or delete it: ${email} is its last owner.`)).toBeVisible();
  await expect(decision).toBeFocused();
  await expectAccessible(page);

  await decision.selectOption({ label: `Hand it over to me, ${account.email}` });
  await page.getByLabel("Email").fill("somebody@example.com");
  await page.getByRole("button", { name: "Delete Person" }).click();
  await expect(page.getByText(`Email must be ${email}.`)).toBeVisible();
  await expect(decision).toHaveValue(/./);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Delete Person" }).click();
  await expect(page).toHaveURL("/operator/users");

  await theirs.goto("/account");
  await expect(theirs).toHaveURL(/\/sign-in/);
  await page.goto(`${home}/settings/audit`);
  await expect(
    page.getByRole("row").filter({ hasText: `${account.email}deleted the account of ${email}` }),
  ).toHaveCount(1);
});

test("the operator finds stuck messages of all cases by case and kind, and tries them again @long", async ({
  page,
  account,
  world,
  receiver,
  webhooksPage,
}) => {
  const caseId = new URL(page.url()).pathname.slice(1);
  await world.makeOperator(account.email);
  await webhooksPage.add(`${receiver.url}/secret-path`);
  await world.addStuckMessages(caseId, "Ops");
  await page.goto(`/operator/deliveries?search=${caseId}`);
  const rows = page.getByRole("table", { name: "Stuck messages" }).getByRole("row");
  await expect(rows).toHaveCount(5);
  await expect(page.getByText("Given up: Host name not found")).toBeVisible();
  await expect(page.getByText("Waiting: Rejected (500)")).toBeVisible();
  await expect(page.getByText("secret-path")).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Retry Selected" }).click();
  await expect(page.getByText("Select at least one message.")).toBeVisible();
  await rows
    .filter({ hasText: "Host name not found" })
    .getByRole("button", { name: "Try Again: Webhook Ops" })
    .click();
  await expect(page.getByText("Retrying 1 message.")).toBeVisible();
  await expect.poll(() => receiver.latest()?.body).toBe('{"type":"test"}');
  await expect(async () => {
    await page.reload();
    await expect(rows).toHaveCount(4, { timeout: 1_000 });
  }).toPass();

  await page.goto(`/operator/deliveries?search=${caseId}&kind=email`);
  await expect(rows).toHaveCount(3);
  await expect(page.getByText("Its content was deleted when Tattle gave up")).toBeVisible();
  await page.getByRole("button", { name: "Retry All on This Page" }).click();
  await expect(page.getByText(/^Retrying 1 message\. 1 was skipped/)).toBeVisible();
  await page.getByRole("searchbox", { name: "Case" }).fill("no case has this name");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByText("No message matches")).toBeVisible();

  await page.goto(`/${caseId}/settings/audit`);
  await expect(
    page.getByRole("row").filter({ hasText: `${account.email}retried delivery to the webhook Ops` }),
  ).toHaveCount(1);
});

test("the operator sorts cases by their check-ins of the last day @long", async ({
  page,
  account,
  world,
  request,
  snitchPage,
}) => {
  const caseId = new URL(page.url()).pathname.slice(1);
  const { url } = await snitchPage.add("Nightly backup", "Daily");
  expect((await request.get(url)).ok()).toBe(true);
  await world.makeOperator(account.email);
  await page.goto(`/operator?search=${caseId}`);
  await expect(page.getByText("Check-ins, 24 h")).toHaveCount(0);
  await page.getByRole("link", { name: "Most check-ins first" }).click();
  await expect(page).toHaveURL(new RegExp(`search=${caseId}&sort=check-ins`));
  const row = page.getByRole("table", { name: "Cases" }).getByRole("row").nth(1);
  await expect(row.getByRole("cell").nth(2)).toHaveText("1");
  await expect(page.getByText(/% of .* free/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Oldest first" }).click();
  await expect(page.getByText("Check-ins, 24 h")).toHaveCount(0);
});
