import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";
import { SnitchPage } from "./pages/snitch-page";

const LINE = "CRON_TZ=Europe/Riga 30 7 * * 1-5 root /usr/local/bin/nightly-backup";

const parseCaseId = (url: string) => new URL(url).pathname.slice(1);

/** Minutes from now as a daily crontab line in UTC. */
function dailyIn(minutes: number): string {
  const at = new Date(Date.now() + minutes * 60_000);
  return `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
}

test.use({ permissions: ["clipboard-read", "clipboard-write"], timezoneId: "Asia/Tokyo" });

test("a pasted crontab line becomes a schedule with its next runs in both zones @long", async ({ page }) => {
  await page.goto(`${page.url()}/new`);
  const schedule = page.getByLabel("When does it run?");
  await page.evaluate((line) => navigator.clipboard.writeText(line), LINE);
  // The name has the focus, and hands the line on.
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Control+V");

  await expect(schedule).toHaveValue("30 7 * * 1-5 root /usr/local/bin/nightly-backup");
  await expect(page.getByText("The job’s times are in Europe/Riga.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("nightly-backup");
  await expect(page.getByText("At 07:30, Monday through Friday, Europe/Riga")).toBeVisible();
  const runs = page.getByRole("table").getByRole("row");
  await expect(runs).toHaveCount(6);
  await expect(runs.nth(1)).toContainText("07:30");
  await expect(runs.nth(1)).toContainText(/1[34]:30/);
  await expectAccessible(page);

  await schedule.fill("60 7 * * *");
  await expect(schedule).toHaveAccessibleDescription(/Schedule minute must be 0–59\./);
  await page.getByRole("button", { name: "Add Snitch" }).click();
  await expect(schedule).toBeFocused();
  await expect(schedule).toHaveAccessibleDescription(/Schedule minute must be 0–59\./);

  await schedule.fill("30 7 * 1-5");
  await expect(schedule).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("button", { name: /^Use / })).toHaveCount(0);
  await schedule.fill("30 7 * mon-fri");
  await page.getByRole("button", { name: "Use 30 7 * * mon-fri" }).click();
  await expect(schedule).toHaveValue("30 7 * * mon-fri");
  await expect(schedule).toBeFocused();
  await schedule.fill("30 7 * * mon-fri root /usr/local/bin/nightly-backup");
  await page.getByRole("button", { name: "Add Snitch" }).click();
  await expect(page).toHaveURL(/\/setup$/);
  const toCopy = page.getByText("30 7 * * mon-fri root /usr/local/bin/nightly-backup && curl").first();
  await expect(toCopy).toBeVisible();
  await page.reload();
  await expect(toCopy).toBeVisible();
  await page.goto(page.url().replace("/setup", ""));
  await expect(page.getByText("At 07:30, Monday through Friday, Europe/Riga").first()).toBeVisible();
});

test("a run is kept by a check-in that is early or late, and missed without one @long", async ({
  page,
  request,
  world,
  snitchPage,
}) => {
  const home = page.url();
  const add = async (name: string, schedule: string) => {
    await page.goto(`${home}/new`);
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("When does it run?").fill(schedule);
    await page.getByRole("button", { name: "Change the time zone" }).click();
    await page.getByLabel("Time zone", { exact: true }).fill("UTC");
    await page.getByRole("button", { name: "Add Snitch" }).click();
    await expect(page).toHaveURL(/\/setup$/);
    return new URL(page.url()).pathname.split("/").at(-2) ?? "";
  };
  const early = await add("Early", dailyIn(3));
  const late = await add("Late", dailyIn(-30));
  for (const token of [early, late]) {
    expect((await request.get(`${process.env.CHECK_IN_URL}/${token}`)).status()).toBe(202);
  }
  // Both have kept the run that is near: the next one is tomorrow, with an hour of grace.
  const hoursLeft = async (token: string) =>
    (((await world.deadline(token))?.getTime() ?? 0) - Date.now()) / 3_600_000;
  await expect.poll(() => hoursLeft(early)).toBeGreaterThan(24.5);
  await expect.poll(() => hoursLeft(late)).toBeGreaterThan(24);
  expect(await hoursLeft(late)).toBeLessThan(25);

  await world.daysPass(late, 2);
  await page.goto(`${home}/snitches/${late}`);
  await expect(snitchPage.status()).toHaveText("Missing");
  expect((await request.get(`${process.env.CHECK_IN_URL}/${late}`)).status()).toBe(202);
  await expect(snitchPage.status()).toHaveText("Healthy");
});

test("a snitch in the wrong time zone is found out, and one button mends it @long", async ({
  page,
  world,
}) => {
  const home = page.url();
  const [token = ""] = await world.fill(parseCaseId(home), [{ name: "Alpha", status: "healthy" }]);
  await world.runsOnTokyoTime(token);
  await page.goto(`${home}/snitches/${token}`);
  await expect(
    page.getByText("This job seems to run on Asia/Tokyo time, but the snitch expects UTC."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Change to Asia/Tokyo" }).click();
  await expect(page.getByText("At 07:30, Asia/Tokyo").first()).toBeVisible();
  await expect(page.getByText("This job seems to run on")).toHaveCount(0);
});

test("a form with a wrong name, schedule and time zone says all three next to their fields @long", async ({
  page,
}) => {
  await page.goto(`${page.url()}/new`);
  await page.getByLabel("When does it run?").fill("0 3 * *");
  await page.getByRole("button", { name: "Change the time zone" }).click();
  await page.getByLabel("Time zone", { exact: true }).fill("Middle-earth");
  await page.getByRole("button", { name: "Add Snitch" }).click();
  for (const [label, error] of [
    ["Name", /Name can’t be blank\./],
    ["When does it run?", /Add a fifth field: 0 3 \* \* \* runs daily at 03:00\./],
    ["Time zone", /“Middle-earth” is not a time zone/],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(error);
  }
  await expectAccessible(page);
});

test("without JavaScript, another zone or a period is chosen, and an error in a folded part of a form unfolds it @long", async ({
  browser,
  baseURL,
  page,
}) => {
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, storageState });
  const plain = await context.newPage();
  const snitchPage = new SnitchPage(plain);
  await plain.goto(`${page.url()}/new`);
  await plain.getByRole("link", { name: "Choose a calendar period instead" }).click();
  await expect(plain.getByRole("radio", { name: "Daily" })).toBeChecked();
  await plain.goto(`${page.url()}/new`);
  await plain.getByLabel("Name").fill("Nightly backup");
  await plain.getByLabel("When does it run?").fill("30 7 * *");
  await plain.locator("summary", { hasText: "Change the time zone" }).click();
  await plain.getByLabel("Time zone", { exact: true }).fill("Europe/Riga");
  await plain.getByRole("button", { name: "Add Snitch" }).click();
  await expect(plain.getByText("Add a fifth field: 30 7 * * * runs daily at 07:30.")).toBeVisible();
  await plain.getByLabel("When does it run?").fill("30 7 * * *");
  await plain.getByRole("button", { name: "Add Snitch" }).click();
  await expect(plain).toHaveURL(/\/setup$/);

  await snitchPage.edit(plain.url().replace("/setup", ""), "Schedule");
  await plain.getByText("More settings").click();
  await plain.getByLabel("Early").fill("soon");
  await snitchPage.saveButton().click();
  await expect(plain.getByText("Early must be a duration such as “10 minutes” or “1h 30m”")).toBeVisible();
  await plain.getByLabel("Early").fill("10 minutes");
  await snitchPage.save();
  await expect(snitchPage.section("Schedule")).toContainText(
    "At 07:30, Europe/Riga, 1 hour grace, up to 10 minutes early",
  );
  await context.close();
});
