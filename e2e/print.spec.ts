import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

/** Chromium writes one of these objects for each page. */
const countPages = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

const print = (page: Page, landscape: boolean) =>
  page.pdf({ format: "A4", landscape, preferCSSPageSize: false });

test("a snitch with a long history prints on two pages, portrait and landscape, from both themes @long", async ({
  page,
  request,
  world,
}) => {
  const home = new URL(page.url()).pathname;
  const [token = ""] = await world.fill(home.slice(1), [{ name: "Nightly backup", status: "failed" }]);
  const message = "pg_dump: error: connection to server failed. ".repeat(20);
  for (const status of [1, 2, 3])
    await request.post(`${process.env.CHECK_IN_URL}/${token}`, { form: { s: status, m: message } });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${home}/snitches/${token}`);
    await expect(page.getByRole("heading", { name: "Time of check-in" })).toBeVisible();
    for (const landscape of [false, true])
      expect(
        countPages(await print(page, landscape)),
        `${colorScheme}, landscape: ${landscape}`,
      ).toBeLessThanOrEqual(2);
  }
});

test("a print is black on white, without buttons and navigation, also from the dark theme @long", async ({
  page,
  world,
}) => {
  const home = new URL(page.url()).pathname;
  const [token = ""] = await world.fill(home.slice(1), [{ name: "Alpha", status: "failed" }]);
  await page.goto(`${home}/snitches/${token}`);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
  });
  await page.emulateMedia({ media: "print" });

  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.getByRole("navigation", { name: "Case" })).toBeHidden();
  await expect(page.getByRole("button", { name: /^Snooze|^Pause/ })).toBeHidden();
  await expect(page.getByRole("group", { name: /^History/ })).toBeVisible();
});

test("the report of a month counts each snitch, can be narrowed to a tag, and prints on one sheet @long", async ({
  page,
  world,
}) => {
  const home = new URL(page.url()).pathname;
  await world.fillBusy(home.slice(1), 60);
  await page.goto(home);
  await page.getByText("Display", { exact: true }).click();
  await page.getByRole("link", { name: "Monthly report" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Report for / })).toBeVisible();
  await expect(page.getByText(/of [\d,]+ ran as scheduled/)).toBeVisible();
  await expectAccessible(page);
  expect(countPages(await print(page, false))).toBe(1);

  await page.getByRole("navigation", { name: "Tag" }).getByRole("link", { name: "db7", exact: true }).click();
  await expect(page).toHaveURL(/tag=db7/);
  await expect(page.getByRole("table", { name: "Tags" })).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Snitches" }).getByRole("rowheader")).toHaveCount(4);
});

test("the printed report has every job and alert and what each word means, on A4, in light, without navigation @long", async ({
  page,
  world,
}) => {
  const home = new URL(page.url()).pathname;
  await world.fillBusy(home.slice(1), 60);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${home}/reports`);
  await page.getByRole("link", { name: "Printed report with every alert" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Scheduled jobs in / })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("table", { name: "Periods of each job" }).getByRole("rowheader")).toHaveCount(
    61,
  );
  await expect(page.getByRole("term").filter({ hasText: "Excused" })).toBeVisible();
  await expect(page.getByText("tattle export periods --from")).toBeVisible();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  // In points: 210 by 297 mm.
  expect(pdf.toString("latin1")).toMatch(/\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/);
  expect(countPages(pdf)).toBeLessThan(10);
});
