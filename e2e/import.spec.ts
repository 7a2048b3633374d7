import { aKumaDatabase, KUMA_ROWS } from "@/lib/testing/kuma-database";
import { aProduct, healthchecks, KEYS, UUIDS } from "@/lib/testing/products";
import { expectAccessible } from "./accessibility";
import { expect, test } from "./fixtures";

test("checks of Healthchecks are previewed, imported, and found again", async ({ page, account }) => {
  expect(account.email).toBeTruthy();
  const product = await aProduct(healthchecks());
  await page.getByRole("link", { name: "Import from another product" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Import" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Healthchecks / }).click();
  const key = page.getByLabel("API key");
  const preview = page.getByRole("button", { name: "Preview" });
  await expect(key).toHaveAttribute("type", "password");

  await preview.click();
  await expect(page.getByText("API key can’t be blank.")).toBeVisible();
  await expect(key).toBeFocused();
  await key.fill("wrong");
  await page.getByLabel("Address").fill(product.url);
  await preview.click();
  await expect(page.getByText(/^API key is not accepted by Healthchecks: copy the API key/)).toBeVisible();
  await expectAccessible(page);

  await key.fill(KEYS.healthchecks);
  await preview.click();
  await expect(page.getByText("An import adds 4 snitches. Nothing has changed yet.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Database backup" })).toBeVisible();
  await expect(page.getByText("pause of “Old sync”")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("4 snitches added.")).toBeVisible();
  await expectAccessible(page);

  await preview.click();
  await expect(page.getByText("There is nothing to add. 4 are there already.")).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname.split("/import")[0]}/snitches/${UUIDS.simple}/setup`);
  await expect(page.getByText(UUIDS.simple).first()).toBeVisible();
  // Server actions accept the address that was kept.
  await page.goto(page.url().replace("/setup", "/settings"));
  await page.getByLabel("Name", { exact: true }).fill("Renamed");
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Renamed");
  product.close();
});

test("kuma.db is uploaded; anything else is refused with the way out", async ({
  page,
  account,
  commandMenu,
}) => {
  expect(account.email).toBeTruthy();
  expect(commandMenu).toBeTruthy();
  await page.goto(`${page.url()}/import/kuma`);
  const file = page.getByLabel("kuma.db");
  const preview = page.getByRole("button", { name: "Preview" });
  const choose = (buffer: Buffer) =>
    file.setInputFiles({ name: "kuma.db", mimeType: "application/octet-stream", buffer });

  await choose(Buffer.from("not a database"));
  await preview.click();
  await expect(page.getByText(/^kuma\.db is not the database of Uptime Kuma/)).toBeVisible();
  await choose(Buffer.alloc(21 * 1_024 * 1_024));
  await preview.click();
  await expect(page.getByText(/^kuma\.db is larger than 20 MB: the operator/)).toBeVisible();

  // Larger than what other forms may send.
  const database = Buffer.from(await aKumaDatabase(2, KUMA_ROWS));
  await choose(Buffer.concat([database, Buffer.alloc(8 * 1_024 * 1_024)]));
  await preview.click();
  await expect(page.getByText("An import adds 2 snitches and 2 channels.")).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("2 snitches and 2 channels added.")).toBeVisible();
  await page.getByRole("link", { name: "Show Snitches" }).click();
  await expect(page.getByRole("link", { name: "Backup" }).first()).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [390, 1280]) {
    test(`the page fits ${width} px in ${colorScheme} colours`, async ({ page, account }, info) => {
      expect(account.email).toBeTruthy();
      const product = await aProduct(healthchecks());
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const home = page.url();
      await page.goto(`${home}/import`);
      await page.screenshot({ path: info.outputPath(`import-${colorScheme}-${width}.png`), fullPage: true });
      await page.goto(`${home}/import/healthchecks`);
      await page.getByLabel("API key").fill(KEYS.healthchecks);
      await page.getByLabel("Address").fill(product.url);
      await page.getByRole("button", { name: "Preview" }).click();
      await expect(page.getByRole("heading", { name: "Preview" })).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await page.screenshot({ path: info.outputPath(`report-${colorScheme}-${width}.png`), fullPage: true });
      product.close();
    });
  }
}
