import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleAtAnyWidth } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import type { Account } from "./pages/account";
import { hydrated } from "./pages/command-menu";
import type { World } from "./test-data";

test.use({ timezoneId: "Asia/Tokyo" });

const parseCaseId = (url: string) => new URL(url).pathname.slice(1);

/** On time for three weeks; then late by seven minutes, missing, and late by eleven minutes: an alert was sent about each. */
const DAYS = [
  ...Array.from({ length: 20 }, () => ({ late: 0 })),
  { late: 0 },
  { late: 7, sent: true },
  { late: 0 },
  { late: null, sent: true },
  { late: 0 },
  { late: 11, sent: true },
  { late: 0 },
];

/** A daily job with a grace of five minutes. Returns the URL of its snitch. */
async function aLateJob(page: Page, account: Account, world: World): Promise<string> {
  expect(account.email).toBeTruthy();
  const [token = ""] = await world.fill(parseCaseId(page.url()), [
    { name: "Nightly backup", status: "healthy" },
  ]);
  await world.runsLate(token, DAYS);
  return `${page.url()}/snitches/${token}`;
}

const summary = (page: Page) => page.getByRole("region", { name: "Result" }).getByRole("status");
const rows = (page: Page) => page.getByRole("table", { name: "Alerts day by day" }).locator("tbody tr");
const grace = (page: Page) => page.getByRole("region", { name: "Suggested grace" });

test("other settings say day by day what would have been sent, and are in the address @long", async ({
  page,
  account,
  world,
}) => {
  test.slow();
  const url = await aLateJob(page, account, world);
  await page.goto(url);
  await page.getByRole("link", { name: "Try settings on past check-ins" }).click();
  await expect(page).toHaveURL(`${url}/replay`);
  await expect(summary(page)).toHaveText(
    "With its current settings, 3 alerts would have been sent in the last 30 days; 3 were sent.",
  );
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText("Different", { exact: true })).toHaveCount(0);

  await page.getByLabel("Grace", { exact: true }).fill("8 minutes");
  await page.getByRole("button", { name: "Try Settings" }).click();
  await expect(page).toHaveURL(/\/replay\?days=30&.*grace=8\+minutes/);
  await expect(summary(page)).toHaveText(
    "With these settings, 2 alerts would have been sent in the last 30 days; 3 were sent.",
  );
  await expect(page.getByLabel("Grace", { exact: true })).toHaveValue("8 minutes");
  const different = rows(page).filter({ hasText: "Different" });
  await expect(different).toHaveCount(1);
  await expect(different.getByRole("cell").nth(1)).toContainText("No alerts");
  // 03:05 UTC in the reader’s zone.
  await expect(different.getByRole("cell").nth(2)).toContainText(/12:05.*Missed check-in/);

  await page.getByRole("link", { name: "7 days" }).click();
  await expect(summary(page)).toContainText("in the last 7 days");
  await expect(page.getByLabel("Grace", { exact: true })).toHaveValue("8 minutes");
  await page.getByRole("link", { name: "90 days" }).click();
  await expect(summary(page)).toContainText(
    "2 alerts would have been sent in the last 90 days; 3 were sent.",
  );

  await page.getByLabel("Alert after").fill("2");
  await page.getByRole("button", { name: "Try Settings" }).click();
  await expect(summary(page)).toContainText(
    "no alerts would have been sent in the last 90 days; 3 were sent.",
  );
  await expect(rows(page).first()).toContainText("not sent: too few in a row");
  await expectAccessibleAtAnyWidth(page);

  await page.getByRole("link", { name: "Back to the settings of the snitch" }).click();
  await expect(summary(page)).toContainText("With its current settings, 3 alerts");
  await page.goto(`${url}/settings`);
  await page.getByRole("link", { name: "Try settings on past check-ins" }).click();
  await expect(page).toHaveURL(`${url}/replay`);
});

test("one button sets the suggested grace, and the page then says so @long", async ({
  page,
  account,
  world,
}) => {
  const url = await aLateJob(page, account, world);
  await page.goto(`${url}/replay?days=60`);
  await expect(grace(page)).toContainText(
    /14 minutes: 99% of 2[67] runs in the last 60 days reported within 11 minutes of their time/,
  );
  await expect(grace(page)).toContainText("would have been 11 minutes.");
  await expect(grace(page)).toContainText("The snitch has a grace of 5 minutes.");
  await hydrated(page);
  await grace(page).getByRole("button", { name: "Set Grace to 14 minutes" }).focus();
  await page.keyboard.press("Enter");
  await expect(grace(page)).toContainText("Saved. The grace is now 14 minutes.");
  await expect(grace(page)).toContainText("The snitch has this grace.");
  await expect(grace(page).getByRole("button")).toHaveCount(0);
  await expect(page).toHaveURL(`${url}/replay?days=60`);
  await expect(summary(page)).toHaveText(
    "With its current settings, 1 alert would have been sent in the last 60 days; 3 were sent.",
  );
  await expectAccessible(page);
  await page.goto(`${url}/settings`);
  await expect(page.getByRole("region", { name: "Schedule", exact: true })).toContainText("14 minutes grace");
  await page.goto(`${url}/activity/changes`);
  await expect(page.getByRole("main")).toContainText("Grace changed from 5 minutes to 14 minutes");
});

signedInTest(
  "a grace before the usual time is a warning, and smart alerts have none to suggest @long",
  async ({ page, world }) => {
    const [token = ""] = await world.fill(parseCaseId(page.url()), [
      { name: "Nightly backup", status: "healthy" },
    ]);
    await world.runsLate(
      token,
      Array.from({ length: 25 }, () => ({ late: 3 })),
    );
    const url = `${page.url()}/snitches/${token}/replay`;
    await page.goto(`${url}?grace=0+seconds`);
    const result = page.getByRole("region", { name: "Result" });
    await expect(result).toContainText(
      "These settings alert at the time of a run, but the job usually reports 3 minutes after it.",
    );
    await page.getByRole("radio", { name: "Smart" }).check();
    await page.getByRole("button", { name: "Try Settings" }).click();
    await expect(page).toHaveURL(/alert_type=smart/);
    await expect(result).not.toContainText("Too soon");
    await expect(grace(page)).toContainText("With smart alerts a grace has no effect");
    await expect(grace(page).getByRole("button")).toHaveCount(0);
    await expectAccessible(page);
  },
);

test("one button gives the snitch the settings that were tried @long", async ({
  page,
  account,
  snitchPage,
  world,
}) => {
  const url = await aLateJob(page, account, world);
  await page.goto(`${url}/replay?alert_after=2&grace=10m`);
  await page.getByRole("button", { name: "Use These Settings", exact: true }).click();
  await expect(page.getByText("Saved. The snitch now has these settings.")).toBeVisible();
  await expect(summary(page)).toContainText("With its current settings, no alerts would have been sent");
  await page.goto(`${url}/settings`);
  await expect(snitchPage.section("Schedule")).toContainText("10 minutes grace");
  await expect(snitchPage.section("Alerts")).toContainText("After 2 failures");
  await expect(snitchPage.section("Name")).toContainText("Nightly backup");
});

test("the days are one Tab stop, which arrow keys move along @long", async ({ page, account, world }) => {
  const url = await aLateJob(page, account, world);
  await page.goto(`${url}/replay?days=7&grace=8m`);
  await hydrated(page);
  const days = page.getByRole("group", { name: /^Days\./ }).getByRole("button");
  await expect(days).toHaveCount(7);
  await page.getByRole("link", { name: "90 days" }).focus();
  await page.keyboard.press("Tab");
  await expect(days.last()).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(days.nth(5)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(days.first()).toBeFocused();
  await expect(days.and(page.getByLabel(/: 1 alert would have been sent; 1 was sent\.$/))).toHaveCount(2);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Use These Settings", exact: true })).toBeFocused();
});

test("invalid settings are refused on their field, as in the settings of the snitch @long", async ({
  page,
  account,
  world,
}) => {
  const url = await aLateJob(page, account, world);
  await page.goto(`${url}/replay?schedule=60+3+*+*+*&days=60`);
  await expect(page.getByRole("alert").filter({ hasText: "cannot be tried" })).toContainText(
    "Schedule minute must be 0–59.",
  );
  const schedule = page.getByLabel("When does it run?");
  await expect(schedule).toHaveValue("60 3 * * *");
  await expect(schedule).toBeFocused();
  await expect(schedule).toHaveAccessibleDescription(/Schedule minute must be 0–59\./);
  await expectAccessible(page);
  await page.goto(`${url}/replay?grace=a+while`);
  await expect(page.getByLabel("Grace", { exact: true })).toBeFocused();
  await page.goto(`${url}/replay?kind=%00&schedule=%00&days=%00&grace=%EF%BF%BD`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Try settings on past check-ins");
});

signedInTest("a snitch that never reported has nothing to try settings on @long", async ({ page, world }) => {
  const home = page.url();
  const [token = ""] = await world.fill(parseCaseId(home), [{ name: "New", status: "pending" }]);
  await page.goto(`${home}/snitches/${token}/replay`);
  await expect(page.getByText("This snitch has never reported.")).toBeVisible();
  await expect(page.getByRole("link", { name: "See How to Check In" })).toBeVisible();
  await expectAccessible(page);
});

test("a viewer tries settings, and cannot use them @long", async ({ page, account, world }) => {
  const url = await aLateJob(page, account, world);
  await world.makeViewer(new URL(url).pathname.split("/")[1] ?? "", account.email);
  await page.goto(`${url}/replay?grace=8m`);
  await expect(summary(page)).toContainText("2 alerts would have been sent");
  await expect(grace(page)).toContainText("14 minutes: 99%");
  await expect(page.getByRole("button", { name: /^(Use|Set) / })).toHaveCount(0);
});

test("without JavaScript settings can be tried and used @long", async ({
  page,
  account,
  world,
  browser,
  baseURL,
}) => {
  const url = await aLateJob(page, account, world);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    storageState: await page.context().storageState(),
  });
  const still = await context.newPage();
  await still.goto(`${url}/replay`);
  await still.getByLabel("Grace", { exact: true }).fill("8 minutes");
  await still.getByRole("button", { name: "Try Settings" }).click();
  await expect(summary(still)).toContainText("2 alerts would have been sent");
  await still.getByRole("button", { name: "Set Grace to 14 minutes" }).click();
  await expect(grace(still)).toContainText("The snitch has this grace.");
  await context.close();
});
