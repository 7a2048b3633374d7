import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";

test("the address of a snitch without its case leads to its page, after signing in if need be @long", async ({
  page,
  account,
  world,
  snitchPage,
}) => {
  const caseUrl = new URL(page.url());
  const [token = ""] = await world.fill(caseUrl.pathname.slice(1), [{ name: "Alpha", status: "healthy" }]);

  await page.goto(`/snitches/${token}`);
  await expect(page).toHaveURL(`${caseUrl.href}/snitches/${token}`);
  await expect(snitchPage.status()).toHaveText("Healthy");
  await page.goto("/snitches/0123456789abcdef");
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();

  await page.context().clearCookies();
  await account.signIn(`/snitches/${token}`);
  await expect(page).toHaveURL(`${caseUrl.href}/snitches/${token}`);
});

signedInTest(
  "the history is usable by keyboard, and the timeline has filters and pages @long",
  async ({ page, request, account, world, snitchPage }) => {
    const home = page.url();
    const [token = ""] = await world.fill(new URL(home).pathname.slice(1), [
      { name: "Alpha", status: "healthy" },
    ]);
    await request.get(`${process.env.CHECK_IN_URL}/${token}?s=3&m=disk+full`);
    await page.goto(`${home}/snitches/${token}`);
    await expect(snitchPage.status()).toHaveText("Errored");
    await expect(page).toHaveTitle(/^▲ Errored: Alpha/);

    const history = page.getByRole("group", { name: /^History/ });
    await history.getByRole("button").last().focus();
    await page.keyboard.press("ArrowLeft");
    await expect(history.getByRole("button").nth(-2)).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Home");
    await expect(history.getByRole("button").first()).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByText(/exit 3 · “disk full”$/)).toBeVisible();
    await expect(history.getByRole("button", { pressed: true })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(history.getByRole("button", { pressed: true })).toHaveCount(0);

    const chart = page.getByRole("group", { name: /^Usually checks in/ });
    await chart.getByRole("button").last().focus();
    await expect(page.getByText(/: no healthy check-in$/)).toBeVisible();
    // The last check-in was 30 hours ago: on one of the two days before.
    for (let day = 0; day < 3; day++) await page.keyboard.press("ArrowLeft");
    await expect(page.getByText(/^Checked in .*, \d\d:\d\d$/)).toBeVisible();

    const entries = snitchPage.entries();
    await snitchPage.tab("Activity").click();
    await snitchPage.kind("Errors").click();
    await expect(entries.filter({ hasText: "Reported an error, exit status 3" })).toHaveCount(1);
    await expect(entries.filter({ hasText: "Checked in" })).toHaveCount(0);
    await snitchPage.kind("Notifications").click();
    await expect(entries.filter({ hasText: account.email })).toHaveCount(1);
    await snitchPage.kind("Check-ins").click();
    await expect(page).toHaveURL(/show=check_ins/);
    await page.getByRole("link", { name: "Older" }).click();
    await expect(entries.filter({ hasText: "row 30" })).toHaveCount(1);
    await page.getByRole("link", { name: "Latest" }).click();
    await expect(entries.filter({ hasText: "disk full" })).toHaveCount(1);
  },
);

signedInTest(
  "the settings preview the alert time, and a snitch is deleted by typing its name",
  async ({ page, snitchPage, world }) => {
    const home = page.url();
    const [token = ""] = await world.fill(new URL(home).pathname.slice(1), [
      { name: "Alpha", status: "healthy" },
    ]);
    const url = `${home}/snitches/${token}`;
    await snitchPage.edit(url, "Schedule");
    await page.getByRole("radio", { name: "Hourly" }).check();
    await expect(page.getByText(/you would be alerted at about .*:01\./)).toBeVisible();
    await snitchPage.save();
    await expect(snitchPage.section("Schedule")).toContainText("Hourly, a calendar period in UTC");
    await expect(snitchPage.section("Schedule").getByRole("link", { name: "Edit Schedule" })).toBeFocused();
    await page.getByRole("link", { name: "Edit Name" }).click();
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.getByRole("textbox", { name: "Name" }).fill("Bravo");
    await snitchPage.save();
    await expect(page.getByRole("heading", { level: 1, name: "Bravo" })).toBeVisible();

    await page.getByRole("button", { name: "Delete Snitch…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Alpha");
    await dialog.getByRole("button", { name: "Delete Snitch" }).click();
    await expect(dialog.getByText(/must be “Bravo”/)).toBeVisible();
    await dialog.getByLabel("Name").fill("Bravo");
    await dialog.getByRole("button", { name: "Delete Snitch" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Monitor your first job" })).toBeVisible();
  },
);

signedInTest(
  "a check-in URL that leaked is replaced, and the old one works until its overlap ends",
  async ({ page, request, world, snitchPage }) => {
    const home = page.url();
    const [token = ""] = await world.fill(new URL(home).pathname.slice(1), [
      { name: "Alpha", status: "healthy" },
    ]);
    await page.goto(`${home}/snitches/${token}`);
    const former = await snitchPage.checkInUrl();
    const dialog = page.getByRole("dialog", { name: "Replace the check-in URL?" });
    const replace = async (overlap: string) => {
      await page.getByRole("button", { name: "Replace URL…" }).click();
      await dialog.getByLabel("The old URL works for").selectOption(overlap);
      await dialog.getByRole("button", { name: "Replace URL" }).click();
      const url = await dialog.getByLabel("New check-in URL").inputValue();
      await dialog.getByRole("button", { name: "Close" }).click();
      expect(await snitchPage.checkInUrl()).toBe(url);
      return url;
    };
    const checkIn = async (url: string) => (await request.get(url)).status();

    const second = await replace("Another week");
    expect([await checkIn(former), await checkIn(second)]).toEqual([202, 202]);
    await page.reload();
    await expect(page.getByText(/^1 check-in by the old URL from \S+\. It works until /)).toBeVisible();
    const third = await replace("No longer: all previous URLs expire now");
    expect([await checkIn(former), await checkIn(second), await checkIn(third)]).toEqual([404, 404, 202]);
    await expect(page.getByText(/by the old URL/)).toHaveCount(0);
  },
);

signedInTest(
  "a viewer reads the settings of a snitch, and can change none @long",
  async ({ page, account, snitchPage, world }) => {
    const home = page.url();
    const caseId = new URL(home).pathname.slice(1);
    const [token = ""] = await world.fill(caseId, [{ name: "Alpha", status: "healthy" }]);
    await world.makeViewer(caseId, account.email);
    await page.goto(`${home}/snitches/${token}`);
    await snitchPage.tab("Settings").click();
    await expect(snitchPage.section("Alerts")).toContainText("After 1 failure, to everyone in the case");
    await page.goto(`${home}/snitches/${token}/settings?edit=alerts`);
    await expect(snitchPage.section("Alerts")).toContainText("After 1 failure");
    await expect(page.getByRole("link", { name: /^Edit/ })).toHaveCount(0);
    await expect(snitchPage.saveButton()).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
    await expectAccessible(page);
  },
);
