import { expectAccessible } from "./accessibility";
import { expect, test } from "./fixtures";

test("axe finds nothing on the pages for everybody", async ({ page }) => {
  for (const path of ["/", "/sign-in", "/sign-up", "/nowhere"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});

test("axe finds nothing on the pages of a case", async ({ page, request, account, snitchPage, world }) => {
  await world.makeOperator(account.email);
  await expectAccessible(page);
  const home = page.url();
  await page.goto(`${home}/new`);
  await expectAccessible(page);
  await page.goto(home);
  const { url } = await snitchPage.add("Nightly backup", "Daily");
  await expectAccessible(page);
  await request.get(`${url}?m=42+rows`);
  await page.getByRole("link", { name: "Go to Snitch" }).click();
  await expect(snitchPage.status()).toHaveText("Healthy");
  await expectAccessible(page);
  for (const path of [home, `${home}/webhooks`, `${home}/api-keys`, `${home}/settings`, "/outbox"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});
