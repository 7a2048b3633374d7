import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";

test.use({ timezoneId: "Asia/Tokyo", locale: "en-US" });

signedInTest(
  "times are in the reader's zone, with UTC on hover, focus and touch",
  async ({ page, request, snitchPage }) => {
    const { url } = await snitchPage.add("Nightly backup", "Daily");
    await request.get(url);
    await expect(page.getByText(/^Got it\. It checked in at \d+:\d\d:\d\d [AP]M\.$/)).toBeVisible();
    await page.getByRole("link", { name: "Go to Snitch" }).click();
    await expect(page.getByText(/^Next check-in due by .*[AP]M \(in/)).toBeVisible();
    const due = page.getByRole("main").getByRole("time").first();
    const tooltip = page.getByRole("tooltip");
    const exact =
      /^\w{3} \w{3} \d+, \d{4}, \d+:00:00 [AP]M GMT\+9\n?\w{3} \w{3} \d+, \d{4}, 12:00:00 AM UTC$/;

    await due.hover();
    await expect(tooltip).toHaveText(exact);
    await page.keyboard.press("Escape");
    await expect(tooltip).toBeHidden();

    await due.focus();
    await expect(tooltip).toHaveText(exact);
    await expect(due).toHaveAccessibleDescription(/UTC/);
    await expectAccessible(page);
    await page.keyboard.press("Tab");

    await due.dispatchEvent("pointerdown", { pointerType: "touch" });
    await expect(tooltip).toHaveText(exact);
  },
);

signedInTest(
  "strips of UTC periods have the reader’s times, and one check-in is no chart @long",
  async ({ page, request, snitchPage }) => {
    const { url } = await snitchPage.add("Nightly backup", "Daily");
    await request.get(url);
    await page.getByRole("link", { name: "Go to Snitch" }).click();

    // A day in UTC begins at nine in Tokyo.
    const history = page.getByRole("group", { name: /^History/ });
    await expect(history.getByRole("button").last()).toHaveAccessibleName(/, 9:00 AM · healthy/);
    await expect(page.getByRole("heading", { name: "Time of check-in" })).toHaveCount(0);
  },
);

test("a person chooses zone, dates, clock and theme, and has them in every browser @long", async ({
  page,
  request,
  account,
  snitchPage,
  browser,
  baseURL,
}) => {
  const { url } = await snitchPage.add("Nightly backup", "Daily");
  await request.get(url);
  await page.goto("/account");
  const form = page.getByRole("region", { name: "Time and appearance" });
  await expect(form.getByLabel("Time zone")).toHaveAttribute("placeholder", /Asia\/Tokyo/);
  await form.getByLabel("Time zone").fill("Atlantis");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/Enter a city or time zone/)).toBeVisible();

  await form.getByLabel("Time zone").fill("America/New_York");
  await form.getByLabel("Dates").selectOption("en-GB");
  await form.getByLabel("Clock").selectOption("h12");
  await form.getByLabel("Theme").selectOption("dark");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expectAccessible(page);

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, locale: "de-DE" });
  const other = await context.newPage();
  await account.signIn("/sign-in", other);
  await other.getByRole("link", { name: "Nightly backup" }).click();
  await expect(other.getByText(/^Next check-in due by .*[ap]m \(in/)).toBeVisible();
  await expect(other.getByText("Times are in America/New_York.")).toBeVisible();
  await expect(other.locator("html")).toHaveCSS("color-scheme", "dark");
  await context.close();
});

signedInTest("after signing out, pages keep the theme @long", async ({ page }) => {
  await page.goto("/account");
  await page.getByLabel("Theme").selectOption("light");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "Sign Out Everywhere" }).click();
  await expect(page).toHaveURL(/sign-in/);

  const response = await page.request.get("/docs");
  expect(await response.text()).toContain('data-theme="light"');
});

test("without JavaScript and without a setting, times are in UTC, and say so @long", async ({
  browser,
  request,
  account,
  snitchPage,
  baseURL,
}) => {
  const { url } = await snitchPage.add("Nightly backup", "Daily");
  await request.get(url);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await account.signIn("/sign-in", page);
  await page.getByRole("link", { name: "Nightly backup" }).click();

  await expect(page.getByText(/^Next check-in due by .*[AP]M \(in/)).toBeVisible();
  await expect(page.getByText("Times are in UTC.")).toBeVisible();
  await context.close();
});
