import { randomUUID } from "node:crypto";
import { aKumaDatabase, KUMA_ROWS, PUSH_TOKEN } from "@/testing/kuma-database";
import { aProduct, CHECKS, healthchecks, KEYS } from "@/testing/products";
import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

// Two runs of a test share a database, in which each address exists once.
const ownChecks = () => CHECKS.map((check) => ({ ...check, uuid: randomUUID() }));
const ownRows = () =>
  KUMA_ROWS.replace(PUSH_TOKEN, randomUUID().replaceAll("-", "")).replace(
    "x9Yz8Wv7Ut",
    randomUUID().slice(0, 10),
  );

test("checks of Healthchecks are previewed, imported, and found again @long", async ({
  page,
  snitchPage,
}) => {
  const checks = ownChecks();
  const [first] = checks;
  const product = await aProduct(healthchecks(["v3"], checks));
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
  await expect(page.getByText("Importing adds 4 snitches. Nothing has changed yet.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Database backup" })).toBeVisible();
  await expect(page.getByText(/integration slack/i).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("4 snitches added.")).toBeVisible();
  await expectAccessible(page);

  await preview.click();
  await expect(page.getByText("There is nothing to add. 4 already exist.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);
  await page.goto(`${new URL(page.url()).pathname.split("/import")[0]}/snitches/${first?.uuid}/setup`);
  await expect(page.getByText(String(first?.uuid)).first()).toBeVisible();
  // Server actions accept the address that was kept.
  await snitchPage.edit(page.url().replace("/setup", ""), "Name");
  await page.getByRole("textbox", { name: "Name" }).fill("Renamed");
  await snitchPage.save();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Renamed");
  product.close();
});

test("kuma.db is uploaded; for anything else the refusal says what to do @long", async ({
  page,
  commandMenu,
}) => {
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
  const database = Buffer.from(await aKumaDatabase(2, ownRows()));
  await choose(Buffer.concat([database, Buffer.alloc(8 * 1_024 * 1_024)]));
  await preview.click();
  await expect(page.getByText("Importing adds 2 snitches and 2 channels.")).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("2 snitches and 2 channels added.")).toBeVisible();
  await page.getByRole("link", { name: "Show Snitches" }).click();
  await expect(page.getByRole("link", { name: "Backup" }).first()).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a preview is shown", async ({ page }) => {
    const product = await aProduct(healthchecks(["v3"], ownChecks()));
    await page.goto(`${page.url()}/import/healthchecks`);
    await page.getByLabel("API key").fill(KEYS.healthchecks);
    await page.getByLabel("Address").fill(product.url);
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByText("Importing adds 4 snitches. Nothing has changed yet.")).toBeVisible();
    expect(await page.content()).not.toContain(KEYS.healthchecks);
    product.close();
  });
});
