import type { Page } from "@playwright/test";
import { expect, signedInTest as test } from "./fixtures";

const WIDTHS = [390, 820, 1024, 1280, 1920];

/** Names that break layouts. Latin without a space, a script from right to left, and emoji. */
const NAMES = ["W".repeat(255), "גיבוי".repeat(51), "🧨🎉".repeat(63)];

/** Elements wider than their place: the page, or a table inside it. */
const findOverflow = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll("table, [role=dialog], [data-sonner-toast]"),
    ].flatMap((element) => {
      const box = element instanceof HTMLTableElement ? element.parentElement : element;
      return box && box.scrollWidth > box.clientWidth + 1
        ? [
            `${element.tagName} ${element.getAttribute("aria-label") ?? ""} ${box.scrollWidth} > ${box.clientWidth}`,
          ]
        : [];
    }),
  );

async function expectNamesToFit(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findOverflow(page), `${page.url()} at ${width} px`).toEqual([]);
  }
}

test("names of 255 characters break, and push nothing out of its place @long", async ({
  page,
  world,
  apiKeysPage,
  webhooksPage,
  receiver,
  request,
}) => {
  test.slow();
  const home = new URL(page.url()).pathname;
  await webhooksPage.add(`${receiver.url}/${"w".repeat(255)}`);
  await apiKeysPage.create("K".repeat(100));
  const snitches = NAMES.map((name) => ({ name, status: "failed", tags: ["t".repeat(64), "קריטי"] }));
  const tokens = await world.fill(home.slice(1), [
    ...snitches,
    { name: "Alpha", status: "healthy", interval: "10_minute" },
  ]);
  await request.get(`${process.env.CHECK_IN_URL}/${tokens[0]}?s=${"E".repeat(64)}&m=${"m".repeat(150)}`);
  const settings = ["", "/notifications", "/members", "/data", "/audit"].map((tab) => `/settings${tab}`);
  for (const path of ["", "/channels", "/api-keys", ...settings]) {
    await page.goto(`${home}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNamesToFit(page);
  }
  for (const token of tokens.slice(0, 3)) {
    for (const path of ["", "/activity", "/activity/changes", "/settings", "/setup", "/snooze"]) {
      await page.goto(`${home}/snitches/${token}${path}`);
      await expectNamesToFit(page);
    }
  }
});

test("names of 255 characters fit into the command menu, dialogs and messages @long", async ({
  page,
  world,
  commandMenu,
}) => {
  const home = new URL(page.url()).pathname;
  const [token = ""] = await world.fill(home.slice(1), [{ name: NAMES[0] ?? "", status: "healthy" }]);
  await page.goto(`${home}/snitches/${token}/settings`);
  await page.getByRole("button", { name: /^Delete/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNamesToFit(page);
  await page.keyboard.press("Escape");

  await page.goto(home);
  await commandMenu.open();
  await page.keyboard.type("WWW");
  await expect(commandMenu.option(/^W+$/)).toBeVisible();
  await expectNamesToFit(page);
  await page.keyboard.press("Escape");

  await commandMenu.open();
  await commandMenu.choose("Pause a", "Pause a Snitch…");
  await commandMenu.choose("WWW", /^W+$/);
  await expectNamesToFit(page);
  await commandMenu.choose("checks in", "Until it checks in again");
  await expect(page.getByText(/^Paused W+/)).toBeVisible();
  await expectNamesToFit(page);
});
