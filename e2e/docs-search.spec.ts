import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";

test("the documentation is searched by keyboard, and a result leads to its heading", async ({ page }) => {
  await page.goto("/docs/runs");
  const search = page.getByRole("searchbox", { name: "Search the documentation" });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(search).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type("status exit");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/docs\/search\?q=status\+exit$/);
  await expect(search).toHaveValue("status exit");
  await expect(page.getByText(/^\d+ results? for “status exit”\.$/)).toBeVisible();
  const first = page.getByRole("main").getByRole("listitem").first();
  await expect(first.getByText("Check-ins", { exact: true })).toBeVisible();
  await expect(first.locator("mark").first()).toHaveText(/exit/i);
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beyond, `at ${width} px`).toBeLessThanOrEqual(0);
  }
  await first.getByRole("link", { name: "Exit status and message" }).click();
  await expect(page).toHaveURL(/\/docs\/check-ins#exit-status-and-message$/);
  await expect(page.getByRole("heading", { name: "Exit status and message" })).toBeInViewport();
});

test("each result of a search leads to a place that is there @long", async ({ page }) => {
  const broken: string[] = [];
  for (const query of ["snitch", "the", "pagerduty", "422", "POST"]) {
    await page.goto(`/docs/search?q=${query}`);
    const links = await page
      .getByRole("main")
      .getByRole("listitem")
      .getByRole("link")
      .evaluateAll((elements) => elements.map((element) => element.getAttribute("href") ?? ""));
    expect(links.length, query).toBeGreaterThan(0);
    for (const link of new Set(links)) {
      const [path = "", id] = link.split("#");
      const response = await page.request.get(path);
      if (!response.ok() || (id && !(await response.text()).includes(`id="${id}"`))) broken.push(link);
    }
  }
  expect(broken).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the documentation is searched by a form @long", async ({ page }) => {
    await page.goto("/docs");
    await page.getByRole("searchbox", { name: "Search the documentation" }).fill("escalation");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(/escalation/i);
    await page.goto("/docs/search?q=xyzzy");
    await expect(page.getByText("No part of a page contains all of these words.")).toBeVisible();
  });
});

test("hostile searches are text @long", async ({ page }) => {
  for (const query of ["<script>alert(1)</script>", "%00", "(((", "\\", "a".repeat(5_000), "&q=b"]) {
    const response = await page.goto(`/docs/search?q=${encodeURIComponent(query)}`);
    expect(response?.status(), query.slice(0, 20)).toBe(200);
    expect((await page.request.get(`/docs/find?q=${encodeURIComponent(query)}`)).status()).toBe(200);
  }
  expect((await page.request.get("/docs/find")).status()).toBe(200);
});

signedInTest("the command menu shows parts of the documentation @long", async ({ page, commandMenu }) => {
  await commandMenu.open();
  await page.keyboard.type("exit status");
  const group = page.getByRole("group", { name: "In the Documentation" });
  await group.getByRole("option", { name: /Exit status and message/ }).click();
  await expect(page).toHaveURL(/\/docs\/check-ins#exit-status-and-message$/);
});
