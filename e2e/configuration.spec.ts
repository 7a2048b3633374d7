import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessibleAtAnyWidth } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";
import { openSettings } from "./pages/settings";

const plan = (page: Page, title = "Plan") => page.getByRole("region", { name: title, exact: true });

/** Expects that axe finds nothing on the page at both widths and in both themes. */
async function expectAccessibleAt(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessibleAtAnyWidth(page);
  }
}

test("a case is downloaded as a file, changed in it, and applied after the plan was shown @long", async ({
  page,
  world,
}) => {
  const home = new URL(page.url()).pathname;
  await world.fill(home.slice(1), [
    { name: "Backup", status: "healthy" },
    { name: "Import", status: "healthy" },
  ]);
  await openSettings(page, "Configuration");
  await expect(page.getByRole("heading", { name: "Configuration", level: 1 })).toBeVisible();
  await expectAccessibleAt(page);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download YAML" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.yml$/);
  const text = readFileSync(await download.path(), "utf8");
  expect(text).toContain("- key: backup\n    name: Backup\n");

  await page.getByRole("button", { name: "Show Plan" }).click();
  await expect(page.getByText("Or paste it can’t be blank: choose a file, or paste one.")).toBeVisible();

  const wrong = text.replace("name: Import", "name: Import\n    grace: soon");
  await page.getByLabel("Or paste it").fill(wrong);
  await page.getByRole("button", { name: "Show Plan" }).press("Enter");
  await expect(plan(page, "The file has an error")).toContainText(
    /line \d+, snitches\[1\]\.grace: must be a whole number of seconds/,
  );
  await expect(page.getByRole("button", { name: "Apply" })).toHaveCount(0);
  await expect(page.getByLabel("Or paste it")).toHaveValue(wrong);
  await expectAccessibleAt(page);

  const changed = text
    .replace("name: Backup", "name: Night backup")
    .replace(/ {2}- key: import\n(?: {4}.*\n)*/, "  - {key: report, name: Report, interval: weekly}\n")
    .replace("channels: []", "channels: [{key: ops, kind: slack, settings: {url: {env: OPS_URL}}}]");
  await page.getByLabel("File", { exact: true }).setInputFiles({
    name: "tattle.yml",
    mimeType: "application/yaml",
    buffer: Buffer.from(changed),
  });
  await page.getByRole("checkbox", { name: "Remove what is not in the file" }).check();
  await page.getByRole("button", { name: "Show Plan" }).click();
  await expect(plan(page)).toContainText("Enter the secrets of new channels above");
  await expect(page.getByRole("button", { name: "Apply" })).toHaveCount(0);
  await page.getByLabel("OPS_URL").fill("https://hooks.slack.com/services/T000/B000/XXXX");
  await page.getByRole("button", { name: "Show Plan" }).click();
  await expect(plan(page)).toContainText("2 to create, 1 to change, 1 to remove");
  await expect(plan(page)).toContainText("name: Backup → Night backup");
  await expect(plan(page)).toContainText("Remove snitch import “Import”");
  await expectAccessibleAt(page);

  await page.getByRole("button", { name: "Apply" }).click();
  await expect(plan(page, "Applied")).toContainText("2 to create, 1 to change, 1 to remove");
  await page.goto(home);
  await expect(page.getByRole("link", { name: "Night backup" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Report", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Import" })).toHaveCount(0);

  await page.goto(`${home}/settings/configuration`);
  await page.getByLabel("Or paste it").fill(changed);
  await page.getByRole("button", { name: "Show Plan" }).click();
  await expect(plan(page)).toContainText("Nothing to do.");
  await expect(page.getByRole("button", { name: "Apply" })).toHaveCount(0);
});
