import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";
import { hydrated } from "./pages/command-menu";

const LABELS = ["Snitches", "Incidents", "Maintenance", "Status Pages", "Settings"];
const PAGES = ["Snitches", "Incidents", "Maintenance", "Status pages", "General"];

const caseIdIn = (url: string) => new URL(url).pathname.slice(1);

for (const width of [390, 320]) {
  test(`at ${width} px, all five pages of a case are reached by fingers of 44 px, and no page scrolls sideways`, async ({
    page,
    world,
  }) => {
    const home = page.url();
    await world.fill(caseIdIn(home), [{ name: "Nightly backup", status: "failed" }]);
    await world.openIncidents(caseIdIn(home), "");
    await page.setViewportSize({ width, height: 844 });
    await page.goto(home);
    await hydrated(page);
    const nav = page.getByRole("navigation", { name: "Case" });
    for (const [i, label] of LABELS.entries()) {
      const link = nav.getByRole("link", { name: new RegExp(`^${label}`) });
      const box = await link.boundingBox();
      expect(box?.height, label).toBeGreaterThanOrEqual(44);
      expect(box?.width, label).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width, label).toBe(true);
      await link.click();
      await expect(page.getByRole("heading", { level: 1, name: PAGES[i] })).toBeVisible();
      await expect(link).toHaveAttribute("aria-current", "page");
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(beyond, label).toBeLessThanOrEqual(0);
    }
    const small = await page
      .getByRole("banner")
      .locator("a:visible, button:visible")
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.getBoundingClientRect().height < 44 && !element.closest("p"))
          .map((element) => element.textContent),
      );
    expect(small).toEqual([]);
  });
}

test("the settings are a row below the header that opens by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const settings = page.getByRole("navigation", { name: "Settings" });
  await expect(settings).toBeHidden();
  await page.getByRole("navigation", { name: "Case" }).getByRole("link", { name: "Settings" }).press("Enter");
  await expect(settings.getByRole("link", { name: "General" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
  await settings.getByRole("link", { name: "General" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Channels" })).toBeVisible();
  await expect(settings.getByRole("link", { name: "Channels" })).toHaveAttribute("aria-current", "page");
});

test("at 390 × 844 px the first snitch begins at most 240 px from the top", async ({ page, world }) => {
  const home = page.url();
  await world.fill(caseIdIn(home), [
    { name: "Nightly backup", status: "failed", tags: ["db", "critical"] },
    { name: "Import", status: "errored", tags: ["shop"] },
    { name: "Digest", status: "healthy" },
    { name: "Cleanup", status: "paused" },
  ]);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(home);
    const row = page.getByRole("row").filter({ hasText: "Nightly backup" });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beyond, `at ${width} px`).toBeLessThanOrEqual(0);
    const top = (await row.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    expect(top, `at ${width} px`).toBeLessThanOrEqual(width === 390 ? 240 : 300);
  }
  // Actions on selected snitches are above the bar.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("checkbox").last().check();
  const toolbar = page.getByRole("toolbar", { name: "Selected snitches" });
  const bar = await page.getByRole("navigation", { name: "Case" }).boundingBox();
  const box = await toolbar.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});
