import type { Page } from "@playwright/test";
import { expect, signedInTest, test } from "./fixtures";

const switcher = (page: Page) => page.getByRole("button", { name: /switch case/ });
/** A script remembers the case, once it is shown. */
const toRemember = (page: Page, path: string) =>
  expect.poll(() => page.evaluate(() => document.cookie)).toContain(`case=${path.slice(1)}`);
const menuOfCase = (page: Page) => page.getByRole("navigation", { name: "Case" });

test("pages outside a case, and every 404, keep the shell and the case that was open last", async ({
  page,
  account,
  world,
}) => {
  await world.makeOperator(account.email);
  const first = new URL(page.url()).pathname;
  await page.goto("/cases/new");
  await page.getByLabel("Name").fill("Second");
  await page.getByRole("button", { name: "Create Case" }).click();
  await expect(switcher(page)).toContainText("Second");
  const second = new URL(page.url()).pathname;
  await toRemember(page, second);

  const pages = [
    "/account",
    "/operator",
    "/operator/users",
    "/operator/deliveries",
    "/operator/email",
    "/operator/heartbeats",
    "/outbox",
    "/cases/new",
  ];
  const missing = [
    "/nowhere",
    "/snitches/0123456789abcdef",
    "/outbox/nowhere",
    `${second}/nowhere`,
    `${second}/snitches/nowhere`,
    `/${crypto.randomUUID()}`,
  ];
  for (const path of [...pages, ...missing]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(missing.includes(path) ? 404 : 200);
    await expect(switcher(page), path).toContainText("Second");
    await expect(menuOfCase(page).getByRole("link", { name: "Snitches" }), path).toHaveAttribute(
      "href",
      second,
    );
    await expect(page.locator("main"), path).toHaveCount(1);
    if (missing.includes(path)) {
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveText("There is nothing here");
      await expect(page, path).toHaveTitle("Not found · Tattle");
    } else if (path !== "/cases/new") {
      await expect(menuOfCase(page).locator("[aria-current]"), path).toHaveCount(0);
    }
  }

  expect((await page.goto("/docs/nowhere"))?.status()).toBe(404);
  await expect(page.getByRole("main").getByRole("heading")).toHaveText("There is nothing here");
  await expect(page.getByRole("navigation", { name: "Documentation" })).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL(second);
  await page.goto(first);
  await expect(switcher(page)).not.toContainText("Second");
  await toRemember(page, first);
  await page.goto("/account");
  await expect(menuOfCase(page).getByRole("link", { name: "Snitches" })).toHaveAttribute("href", first);
});

signedInTest(
  "a 404 shows somebody who is not signed in no shell and no case @long",
  async ({ page, browser, baseURL }) => {
    const home = page.url();
    await page.goto("/account");
    const context = await browser.newContext({ baseURL });
    const stranger = await context.newPage();
    for (const path of [`${home}/nowhere`, "/docs/nowhere", "/operator"]) {
      expect((await stranger.goto(path))?.status(), path).toBe(404);
      await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("There is nothing here");
      await expect(stranger.getByRole("main")).toHaveCount(1);
      await expect(menuOfCase(stranger)).toHaveCount(0);
      await expect(switcher(stranger)).toHaveCount(0);
      await expect(stranger.getByRole("link", { name: "Sign In" })).toBeVisible();
    }
    await context.close();
  },
);

signedInTest(
  "the case in the cookie is shown only to its members @long",
  async ({ page, context, baseURL }) => {
    const home = new URL(page.url()).pathname;
    for (const value of [crypto.randomUUID(), "nonsense", "a%00b"]) {
      await context.addCookies([{ name: "case", value, url: baseURL ?? "" }]);
      expect((await page.goto("/account"))?.status()).toBe(200);
      await expect(menuOfCase(page).getByRole("link", { name: "Snitches" })).toHaveAttribute("href", home);
    }
  },
);

signedInTest("help is in the sidebar, and on a phone @long", async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/account");
    if (width === 390) {
      await page.getByRole("button", { name: /^Account of/ }).click();
      await page.getByRole("menuitem", { name: "Help" }).click();
    } else await page.getByRole("link", { name: "Help", exact: true }).click();
    await expect(page).toHaveURL(/\/docs$/);
  }
});
