import type { Page } from "@playwright/test";
import { expect, signedInTest as test } from "./fixtures";

const SETTINGS = [
  "/settings",
  "/settings/notifications",
  "/settings/members",
  "/settings/email",
  "/settings/audit",
  "/settings/configuration",
  "/settings/danger",
  "/channels",
  "/api-keys",
];
const FORMS = ["/new", "/maintenance/new", "/status-pages/new-page", "/status-pages/notices/new"];

/** What people can use on a page above an element, or all of it; without what the program keeps hidden. */
const countControls = (page: Page, selector: string, above?: string) =>
  page.evaluate(
    ([controls, end]) => {
      const bottom = end ? document.querySelector(end)?.getBoundingClientRect().top : Infinity;
      if (bottom === undefined) throw new Error(`The page has no ${end}.`);
      return [...document.querySelectorAll(controls)].filter((control) => {
        const box = control.getBoundingClientRect();
        return control.checkVisibility() && box.height > 0 && box.bottom <= bottom;
      }).length;
    },
    [selector, above ?? ""] as const,
  );

const CONTROLS = "main :is(a, button, input, select, summary):not([type=hidden])";
const FIELDS = "main :is(input, select, textarea):not([type=hidden])";

test("the list has ten controls and 160 px above its first row, a form opens with few fields, and settings fit two screens @long", async ({
  page,
  world,
}) => {
  const home = page.url();
  await page.setViewportSize({ width: 1280, height: 800 });
  await world.fill(
    new URL(home).pathname.slice(1),
    ["failed", "healthy", "paused", "pending"].map((status) => ({ name: status, status, tags: ["db"] })),
  );
  await page.goto(home);
  const row = page.getByRole("table", { name: "Snitches" }).locator("tr[data-snitch]").first();
  await expect(row).toBeVisible();
  const controls = await countControls(page, CONTROLS, "table");
  const top = (await row.boundingBox())?.y;
  console.log(`list: ${controls} controls, ${top} px above the first row`);
  expect(controls).toBeLessThanOrEqual(10);
  expect(top).toBeLessThanOrEqual(160);

  for (const path of FORMS) {
    await page.goto(home + path);
    const fields = await countControls(page, FIELDS);
    console.log(`${path}: ${fields} fields`);
    if (path === "/new") expect(fields).toBeLessThanOrEqual(3);
  }
  for (const path of SETTINGS) {
    await page.goto(home + path);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    console.log(`${path}: ${height} px`);
    expect(height, path).toBeLessThanOrEqual(1_600);
  }
});
