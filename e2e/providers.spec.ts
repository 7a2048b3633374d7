import { randomBytes, randomInt } from "node:crypto";
import { FakeGitHub } from "./fake-github";
import { expect, test } from "./fixtures";

const github = new FakeGitHub();
test.beforeAll(() => github.open());
test.afterAll(() => github.close());

const anEmail = () => `${randomBytes(6).toString("hex")}@example.com`;
const aPerson = (...emails: { email: string; primary: boolean; verified: boolean }[]) => ({
  id: randomInt(1, 2 ** 31),
  emails,
});

test("a new user from GitHub gets an account with the first confirmed address", async ({ page }) => {
  const email = anEmail();
  github.person = aPerson(
    { email: anEmail(), primary: true, verified: false },
    { email, primary: false, verified: true },
  );

  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");
  await page.goto("/account");
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(page.getByText("GitHub since")).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveCount(0);
});

test("GitHub signs in to the account of a confirmed address, and leads to the requested page @long", async ({
  page,
  account,
  browser,
}) => {
  const home = page.url();
  github.person = aPerson({ email: account.email, primary: true, verified: true });

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(`${home}/channels`);
  await elsewhere.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(elsewhere).toHaveURL(`${home}/channels`);
});

test("an address that GitHub has not confirmed signs in to no account @long", async ({
  page,
  account,
  browser,
}) => {
  expect(page.url()).toBeTruthy();
  github.person = aPerson({ email: account.email, primary: true, verified: false });

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto("/sign-in");
  await stranger.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(stranger.getByText("it has no confirmed email address")).toBeVisible();
  await stranger.goto("/account");
  await expect(stranger).toHaveURL(/\/sign-in/);
});
