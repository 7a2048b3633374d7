import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expectAccessible } from "./accessibility";
import { expect, test } from "./fixtures";

// The export itself fails on a link that leads nowhere.
test("the exported documentation is read and searched from disk, without a server", async ({
  page,
  context,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-docs-"));
  try {
    execFileSync(process.execPath, ["scripts/docs.mjs", folder]);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(pathToFileURL(path.join(folder, "index.html")).href);
    await expectAccessible(page);
    await page.getByLabel("Search the documentation").fill("exit status");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status")).toContainText("results for “exit status”.");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Exit status and message" }).click();
    await expect(page).toHaveURL(/check-ins\.html#exit-status-and-message$/);
    await page.getByRole("button", { name: "Copy the Crontab lines" }).first().click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("0 3 * * *");
    for (const link of ["Deployment", "Snitches", "Channels"]) {
      await page.getByRole("navigation").getByRole("link", { name: link, exact: true }).first().click();
      await expectAccessible(page);
    }
    // Its tables are wider than a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(pathToFileURL(path.join(folder, "guides", "comparison.html")).href);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
