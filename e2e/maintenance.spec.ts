import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleAtAnyWidth } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import { hydrated } from "./pages/command-menu";

test.use({ timezoneId: "Europe/Riga" });

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const calendar = (page: Page) => section(page, "The next two weeks");

/** A time for a field, so many hours from now, in UTC. */
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);

async function startForEverything(page: Page) {
  await hydrated(page);
  await page.getByRole("button", { name: "Start Maintenance Now" }).click();
  await page.getByRole("button", { name: "Start 2 Hours of Maintenance" }).click();
  await expect(section(page, "Under way")).toBeVisible();
}

/** Opens a page at both widths, and expects that axe finds nothing. */
async function expectAccessibleAt(page: Page, path: string) {
  await page.goto(path);
  await expectAccessibleAtAnyWidth(page);
}

signedInTest(
  "recurring maintenance is planned, seen, changed, and removed @long",
  async ({ page, world }) => {
    const home = new URL(page.url()).pathname;
    const [backup = "", other = ""] = await world.fill(home.slice(1), [
      { name: "Backup", status: "healthy", tags: ["database"] },
      { name: "Import", status: "healthy" },
    ]);
    await page.goto(home);
    await page.getByRole("navigation", { name: "Case" }).getByRole("link", { name: "Maintenance" }).click();
    await expect(page.getByText("No maintenance is planned").first()).toBeVisible();
    await expectAccessibleAt(page, `${home}/maintenance`);

    await page.getByRole("link", { name: "Plan Maintenance" }).click();
    await page.getByLabel("Name").fill("Database upgrade");
    await page.getByRole("radio", { name: "By tag" }).check();
    await page.getByRole("radio", { name: /^Recurring/ }).check();
    await page.getByRole("textbox", { name: "Schedule" }).fill("every day");
    await page.getByLabel("Duration").fill("2 hours");
    await page.getByRole("button", { name: "Plan Maintenance" }).click();
    await expect(page.getByText("Tags can’t be blank: choose at least one.")).toBeVisible();
    await page.getByRole("checkbox", { name: "database" }).check();
    await page.getByRole("button", { name: "Plan Maintenance" }).click();
    await expect(page.getByText("Schedule must have fixed times")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Schedule" })).toBeFocused();
    await expect(page.getByLabel("Duration")).toHaveValue("2 hours");
    await expect(page.getByRole("checkbox", { name: "database" })).toBeChecked();
    await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Riga");
    await page.getByRole("textbox", { name: "Schedule" }).fill("0 2 * * *");
    await page.getByRole("button", { name: "Plan Maintenance" }).click();

    const row = section(page, "Recurring").getByRole("row", { name: /Database upgrade/ });
    await expect(row).toContainText("database");
    await expect(row).toContainText("for 2 hours");
    await expect(
      calendar(page).getByRole("link", { name: "02:00–04:00 Database upgrade" }).last(),
    ).toBeVisible();
    await expectAccessibleAt(page, `${home}/maintenance`);
    await expectAccessibleAt(page, `${home}/maintenance/new`);

    await page.goto(`${home}/snitches/${backup}`);
    await expect(page.getByText(/^(Next maintenance|Maintenance until)/).first()).toHaveText(
      /maintenance .*02:00|Maintenance until .*04:00/i,
    );
    await expect(page.getByRole("link", { name: "Database upgrade" })).toBeVisible();
    await page.goto(`${home}/snitches/${other}`);
    await expect(page.getByRole("heading", { name: "Import" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Database upgrade" })).toHaveCount(0);

    await page.goto(`${home}/maintenance`);
    await section(page, "Recurring").getByRole("link", { name: "Database upgrade" }).click();
    await expect(page.getByRole("textbox", { name: "Schedule" })).toHaveValue("0 2 * * *");
    await page.getByLabel("Name").fill("Upgrade");
    await page.getByRole("radio", { name: "Chosen snitches" }).check();
    await page.getByRole("combobox", { name: "Snitches" }).fill("impo");
    await page.getByRole("option", { name: "Import" }).click();
    await page.getByLabel("Duration").fill("30m");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(
      section(page, "Recurring").getByRole("row", { name: /Upgrade Import .*for 30 minutes/ }),
    ).toBeVisible();

    await section(page, "Recurring").getByRole("link", { name: "Upgrade" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Upgrade");
    await expectAccessibleAt(page, page.url());
    await page.getByRole("button", { name: "Remove Maintenance…" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove Upgrade?" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Remove Maintenance" }).click();
    await expect(page.getByText("No maintenance is planned").first()).toBeVisible();
  },
);

signedInTest(
  "two hours for everything begin after a question, are marked everywhere, and can be undone and ended, by keyboard @long",
  async ({ page, world, snitchList }) => {
    const home = new URL(page.url()).pathname;
    const [token = ""] = await world.fill(home.slice(1), [{ name: "Backup", status: "failed" }]);
    await page.goto(`${home}/maintenance`);
    await hydrated(page);

    await page.getByRole("button", { name: "Start Maintenance Now" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toContainText("no alerts are sent about any snitch");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(section(page, "Under way")).toHaveCount(0);
    await startForEverything(page);
    await page.getByRole("button", { name: "Undo: Maintenance" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toContainText("This rewrites history");
    await page.getByRole("button", { name: "Undo Maintenance" }).press("Enter");
    await expect(page.getByText("No maintenance is planned").first()).toBeVisible();
    await startForEverything(page);
    const row = section(page, "Under way").getByRole("row", { name: /^Maintenance All snitches Until/ });
    await expect(row).toContainText(/\(in (2 hours|1 h \d+ min)\)/);
    await expectAccessibleAt(page, `${home}/maintenance`);

    await page.goto(home);
    await expect(snitchList.row("Backup")).toContainText(/Maintenance until .*\d\d:\d\d/);
    await expectAccessible(page);
    await page.goto(`${home}/snitches/${token}`);
    await expect(page.getByText(/^Maintenance until .*\d\d:\d\d/)).toBeVisible();
    await expectAccessible(page);

    await page.goto(`${home}/maintenance`);
    await hydrated(page);
    await page.getByRole("button", { name: "End Now: Maintenance" }).focus();
    await page.keyboard.press("Enter");
    await expect(section(page, "Past").getByRole("row", { name: /^Maintenance All snitches/ })).toBeVisible();
    await expect(section(page, "Under way")).toHaveCount(0);
    await page.goto(home);
    await expect(snitchList.row("Backup")).not.toContainText("Maintenance");
  },
);

test("without JavaScript maintenance is planned, changed, ended and removed @long", async ({
  browser,
  account,
  world,
  page,
  baseURL,
}) => {
  const home = new URL(page.url()).pathname;
  await world.fill(home.slice(1), [{ name: "Backup", status: "healthy" }]);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const plain = await context.newPage();
  await account.signIn("/sign-in", plain);
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("Snitches");

  await plain.goto(`${home}/maintenance/new`);
  await plain.getByLabel("Name").fill("Move");
  await plain.getByRole("radio", { name: "Chosen snitches" }).check();
  await plain.getByLabel("Starts").fill("2026-01-02T22:00");
  await plain.getByLabel("Ends").fill("2026-01-02T21:00");
  await plain.getByRole("button", { name: "Plan Maintenance" }).click();
  const snitches = plain.getByRole("textbox", { name: "Snitches" });
  await expect(snitches).toHaveAccessibleDescription(/Snitches can’t be blank: choose at least one\./);
  await snitches.fill("backups");
  await plain.getByRole("button", { name: "Plan Maintenance" }).click();
  await expect(plain.getByText("Ends must be later than the start.")).toBeVisible();
  await plain.getByLabel("Ends").fill("2026-01-03T02:00");
  await plain.getByRole("button", { name: "Plan Maintenance" }).click();
  await expect(snitches).toHaveAccessibleDescription(/No snitch of this case is called “backups”/);
  await snitches.fill("backup");
  await plain.getByRole("button", { name: "Plan Maintenance" }).click();
  await expect(section(plain, "Past").getByRole("row", { name: /^Move Backup/ })).toContainText("22:00");

  await section(plain, "Past").getByRole("link", { name: "Move" }).click();
  await expect(plain.getByLabel("Starts")).toHaveValue("2026-01-02T22:00");
  await plain.getByRole("radio", { name: /^Recurring/ }).check();
  await plain.getByRole("textbox", { name: "Schedule" }).fill("30 3 * * 1");
  await plain.getByLabel("Duration").fill("90 minutes");
  await plain.getByRole("button", { name: "Save" }).click();
  await expect(section(plain, "Recurring")).toContainText("for 1 hour 30 minutes");

  await plain.getByRole("link", { name: "Plan Maintenance" }).click();
  await plain.getByLabel("Name").fill("Now");
  await plain.getByLabel("Starts").fill(hoursFromNow(-1));
  await plain.getByLabel("Ends").fill(hoursFromNow(24));
  await plain.getByRole("button", { name: "Plan Maintenance" }).click();
  await plain.getByRole("button", { name: "End Now: Now" }).click();
  await expect(section(plain, "Past")).toBeVisible();
  await section(plain, "Recurring").getByRole("link", { name: "Move" }).click();
  await plain.getByRole("button", { name: "Remove Maintenance" }).click();
  await expect(section(plain, "Recurring")).toHaveCount(0);
  await context.close();
});

signedInTest("a viewer reads maintenance and cannot change it @long", async ({ page, account, world }) => {
  const home = new URL(page.url()).pathname;
  await world.fill(home.slice(1), [{ name: "Backup", status: "healthy" }]);
  await page.goto(`${home}/maintenance`);
  await startForEverything(page);
  await world.setRole(account.email, "viewer");

  await page.reload();
  await expect(section(page, "Under way").getByRole("row", { name: /All snitches/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /Now|Everything/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Plan Maintenance" })).toHaveCount(0);
  await page.goto(`${home}/maintenance/new`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is nothing here");
});
