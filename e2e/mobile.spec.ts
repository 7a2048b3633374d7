import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";
import { hydrated } from "./pages/command-menu";

const PAGES = [
  "Snitches",
  "Incidents",
  "Maintenance",
  /^Report/,
  "Channels",
  "Sharing",
  "API keys",
  "Case settings",
];
const LABELS = [
  "Snitches",
  "Incidents",
  "Maintenance",
  "Reports",
  "Channels",
  "Sharing",
  "API Keys",
  "Settings",
];

const caseIdIn = (url: string) => new URL(url).pathname.slice(1);

for (const width of [390, 320]) {
  test(`at ${width} px, all eight pages of a case are reached by fingers of 44 px, and no page scrolls sideways`, async ({
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
      if (!(await link.isVisible())) await nav.getByRole("button", { name: "More" }).click();
      const box = await link.boundingBox();
      expect(box?.height, label).toBeGreaterThanOrEqual(44);
      expect(box?.width, label).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width, label).toBe(true);
      await link.click();
      await expect(page.getByRole("heading", { level: 1, name: PAGES[i] })).toBeVisible();
      await expect(
        link.or(nav.getByRole("button", { name: "More" })).and(page.locator("[aria-current]")),
      ).toBeVisible();
      await expect(page.locator("#more-pages")).toBeHidden();
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

test("the other pages open by keyboard, and Escape returns the focus @long", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const nav = page.getByRole("navigation", { name: "Case" });
  const more = nav.getByRole("button", { name: "More" });

  await more.focus();
  await page.keyboard.press("Enter");
  await expect(nav.getByRole("link", { name: "Channels" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(nav.getByRole("link", { name: "Channels" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(nav.getByRole("link", { name: "Channels" })).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Sharing" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the other pages unfold, too", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    const nav = page.getByRole("navigation", { name: "Case" });
    await nav.getByRole("button", { name: "More" }).click();
    await nav.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Case settings" })).toBeVisible();
  });
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
  // What is done with selected snitches is above the bar.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("checkbox").last().check();
  const toolbar = page.getByRole("toolbar", { name: "Selected snitches" });
  const bar = await page.getByRole("navigation", { name: "Case" }).boundingBox();
  const box = await toolbar.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});
