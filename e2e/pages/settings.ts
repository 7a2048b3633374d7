import type { Page } from "@playwright/test";

/** Opens a page of the settings of a case by its name in the list of them. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Case" }).getByRole("link", { name: "Settings" }).click();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name }).click();
}
