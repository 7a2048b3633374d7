import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

test("the timeline shows what died with a machine and what collides, by keyboard, and keeps its filters @long", async ({
  page,
  world,
}) => {
  const home = page.url();
  await world.fillBusy(new URL(home).pathname.slice(1), 200);
  await page.goto(`${home}?status=failed`);
  await page.getByText("Display", { exact: true }).click();
  await page.getByRole("list", { name: "View" }).getByRole("link", { name: "Timeline" }).click();
  await expect(page).toHaveURL(/status=failed&view=timeline$/);
  await expect(page.getByRole("list", { name: "View" })).toBeHidden();

  const timeline = page.getByRole("table", { name: "Timeline" });
  const dead = timeline.getByRole("row").filter({ hasText: "db7" });
  await expect(dead.first().getByRole("img", { name: /^Missing\. .*missed \(last / })).toBeVisible();
  await expectAccessible(page);

  // The keys of the list.
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(timeline.getByRole("row").nth(2).getByRole("link")).toBeFocused();
  await page.getByLabel("Search snitches").focus();

  await page.goto(`${home}?view=timeline`);
  const all = await timeline.getByRole("row").count();
  await page
    .getByText(/Worst: .*, \d+ snitches/)
    .getByRole("link", { name: /^\d\d:\d\d–\d\d:\d\d$/ })
    .first()
    .press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /failed/ })).toBeVisible();
  await expect(dead.first()).toBeVisible();
  expect(await timeline.getByRole("row").count()).toBeLessThan(all);
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/view=timeline&range=7d$/);
  await expect(timeline.getByRole("row")).toHaveCount(all);

  // A click on a row chooses the time there.
  await timeline
    .getByRole("row")
    .nth(2)
    .getByRole("img")
    .click({ position: { x: 300, y: 10 } });
  await expect(page).toHaveURL(/&at=20/);
  await page.getByRole("link", { name: "Show all times" }).click();
  await expect(timeline.getByRole("row")).toHaveCount(all);
});

test("without JavaScript the timeline is there, and a time can be chosen @long", async ({
  browser,
  page,
  world,
  baseURL,
}) => {
  const home = page.url();
  await world.fillBusy(new URL(home).pathname.slice(1), 60);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(`${home}?view=timeline`);
  const rows = plain.getByRole("table", { name: "Timeline" }).getByRole("row");
  await expect(rows).toHaveCount(61);
  await plain
    .getByRole("link", { name: /^Choose / })
    .first()
    .click();
  await expect(plain.getByRole("status").filter({ hasText: / of 60 ran/ })).toBeVisible();
  await context.close();
});
