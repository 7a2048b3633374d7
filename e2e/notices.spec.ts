import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

test("a member writes a notice, readers see it, and resolving it ends it @long", async ({ page, world }) => {
  const home = new URL(page.url()).pathname;
  const slug = await world.addStatusPage(home.slice(1));
  await page.goto(`${home}/status-pages/notices`);
  await expect(page.getByText("Nothing has been written.")).toBeVisible();
  await page.getByRole("button", { name: "Publish Notice" }).click();
  await expect(page.getByText("Title can’t be blank.")).toBeVisible();
  await page.getByLabel("Title").fill("Payments are late");
  await page.getByLabel("Text").fill("We are **looking**.");
  await page.getByLabel("Payments").selectOption("major");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish Notice" }).click();
  await expect(page.getByRole("heading", { name: "Payments are late", level: 1 })).toBeVisible();
  await expectAccessible(page);

  const notice = page.url();
  await expect(async () => {
    await page.goto(`/status/${slug}`);
    await expect(page.getByRole("heading", { name: "Payments are late" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText("looking", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.goto(notice);
  await page.getByLabel("Text").fill("Paid.");
  await page.getByLabel("State").selectOption("resolved");
  await page.getByRole("button", { name: "Publish Update" }).click();
  await expect(page.getByLabel("Summary")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);

  await page.goto(`${home}/status-pages/notices`);
  await page.getByLabel("Kind").selectOption("maintenance");
  await page.getByLabel("Title").fill("New disks");
  await page.getByLabel("Text").fill("We replace the disks.");
  await page.getByRole("button", { name: "Publish Notice" }).click();
  await expect(page.getByText("Starts can’t be blank")).toBeVisible();
  await page.getByLabel("Starts").fill("2090-03-10T22:00");
  await page.getByLabel("Ends").fill("2090-03-11T02:00");
  await page.getByRole("button", { name: "Publish Notice" }).click();
  await expect(page.getByRole("heading", { name: "New disks", level: 1 })).toBeVisible();
  await expect(page.getByText("Planned work, scheduled")).toBeVisible();
  await page.getByLabel("Ends").fill("2090-03-11T03:00");
  await page.getByRole("button", { name: "Save Notice" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByLabel("Ends")).toHaveValue("2090-03-11T03:00");
  await expectAccessible(page);
});
