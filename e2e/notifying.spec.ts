import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";

/** Saves the form with this button, and waits until it says so. */
async function save(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name });
  await button.click();
  await expect(page.locator("form").filter({ has: button }).getByText("Saved.")).toBeVisible();
}

signedInTest(
  "a webhook gets the alerts that it is meant for, and the list says which",
  async ({ page, webhooksPage }) => {
    await webhooksPage.add("https://hooks.example/tattle");
    await page.getByLabel("Snitches with one of these tags").fill("db, web");
    await page.getByLabel("Severity at least").selectOption("Warning");
    await page.getByLabel("Error", { exact: true }).check();
    await page.getByLabel("Fallback: receives alerts").check();
    await save(page, "Save Alerts");
    await expectAccessible(page);

    await page.reload();
    await expect(page.getByLabel("Snitches with one of these tags")).toHaveValue("db, web");
    await page.getByRole("link", { name: "Channels" }).first().click();
    await expect(page.getByText("tag db or web · warning or worse · error · fallback")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("link", { name: "https://hooks.example/" }).click();
    await page.getByLabel("With none of these tags").fill("x".repeat(70));
    await page.getByRole("button", { name: "Save Alerts" }).click();
    await expect(page.getByText(/With none of these tags has a tag that is too long/)).toBeVisible();
    await expect(page.getByLabel("With none of these tags")).toBeFocused();
  },
);

test("a member sets quiet hours and a digest, and reads the digest @long", async ({
  page,
  account,
  world,
}) => {
  const home = page.url();
  const caseId = new URL(home).pathname.slice(1);
  await world.fill(caseId, [
    { name: "Nightly backup", status: "healthy" },
    { name: "Import", status: "failed" },
  ]);
  await page.goto("/account/notifications");
  await page.getByLabel("From", { exact: true }).fill("22:00");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Until is missing: enter both times, or neither.")).toBeVisible();
  await expect(page.getByLabel("Until", { exact: true })).toBeFocused();
  await page.getByLabel("Until", { exact: true }).fill("07:00");
  await page.getByLabel("Saturday").uncheck();
  await page.getByLabel("Digest", { exact: true }).selectOption("Every day");
  await page.getByLabel("Arrives at").selectOption("18:00");
  await page.getByLabel("No digest when nothing happened").check();
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await save(page, "Save");
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("22:00");
  await expect(page.getByLabel("Saturday")).not.toBeChecked();
  await expect(page.getByLabel("Sunday")).toBeChecked();
  await expect(page.getByLabel("Digest", { exact: true })).toHaveValue("daily");
  await expect(page.getByLabel("Arrives at")).toHaveValue("18");
  await expect(page.getByLabel("No digest when nothing happened")).toBeChecked();
  await page.goto(`${home}/settings/audit`);
  await expect(page.getByText(/22:00 to 07:00, Monday, .*Sunday, Europe\/Berlin/)).toBeVisible();

  // The digest must not wait for the end of the night.
  await page.goto("/account/notifications");
  await page.getByLabel("From", { exact: true }).fill("");
  await page.getByLabel("Until", { exact: true }).fill("");
  await page.getByLabel("No digest when nothing happened").uncheck();
  await save(page, "Save");
  await world.digestIsDue(caseId);
  const digest = await world.textMailedTo(account.email, "Your day: ");
  // Its first period may not be over on the day that the digest is about.
  expect(digest).toMatch(/> Nightly backup\n> (\d+(\.\d)?% healthy|nothing expected)/);
  expect(digest).toContain("You chose to get this email every day.");
});

test("an admin adds a step of escalation, and one without anyone is refused @long", async ({
  page,
  account,
}) => {
  await page.goto(`${page.url()}/settings/notifications`);
  await page.getByRole("link", { name: "Add Step" }).click();
  const within = page.getByLabel("If no one acknowledges within");
  await within.fill("15 minutes");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/must notify someone: choose a person or a channel\.$/)).toBeVisible();
  await expect(within).toBeFocused();
  await page.getByRole("checkbox", { name: account.email }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();

  const step = page.getByText(`If no one acknowledges within 15 minutes, notify ${account.email}.`);
  await expect(step).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Edit Step 1" }).click();
  await expect(within).toHaveValue("15 minutes");
  await expect(page.getByRole("checkbox", { name: account.email })).toBeChecked();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("link", { name: "Add Step" })).toBeVisible();
  await expect(step).toHaveCount(0);
});

signedInTest(
  "every page of a case warns when nobody would be alerted, until somebody is again",
  async ({ page, webhooksPage }) => {
    const home = page.url();
    const band = page.getByRole("region", { name: "No one would be alerted" });
    await webhooksPage.add("https://hooks.example/tattle");
    await expect(band).toHaveCount(0);
    await page.getByRole("button", { name: "Switch Off" }).click();
    await expect(band).toContainText("The webhook https://hooks.example/… is switched off: switch it on.");
    await page.goto(`${home}/settings/members`);
    await expect(band).toBeVisible();
    await expectAccessible(page);

    await band.getByRole("link", { name: "Open webhook" }).click();
    await page.getByRole("button", { name: "Switch On" }).click();
    await expect(band).toHaveCount(0);
  },
);

test("without JavaScript alerts are routed, quiet hours are set and a step is added @long", async ({
  browser,
  page: owner,
  account,
  baseURL,
}) => {
  const caseUrl = owner.url();
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await account.signIn("/sign-in", page);

  // The address in emails that were sent before.
  await page.goto(`${caseUrl}/settings#your-emails`);
  await page.getByRole("link", { name: "Open Your Notifications" }).click();
  await page.getByLabel("From", { exact: true }).fill("22:00");
  await page.getByLabel("Until", { exact: true }).fill("07:00");
  await page.getByLabel("Monday").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await page.goto("/account/notifications");
  await expect(page.getByLabel("Until", { exact: true })).toHaveValue("07:00");
  await expect(page.getByLabel("Monday")).not.toBeChecked();

  await page.goto(`${caseUrl}/settings/notifications`);
  await page.getByRole("link", { name: "Add Step" }).click();
  await page.getByLabel("If no one acknowledges within").fill("1h");
  await page.getByRole("checkbox", { name: account.email }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^If no one acknowledges within 1 hour, notify/)).toBeVisible();

  await page.goto(`${caseUrl}/channels/new/webhook`);
  await page.getByLabel("URL", { exact: true }).fill("https://hooks.example/tattle");
  await page.getByRole("button", { name: "Add Channel" }).click();
  await page.getByLabel("With all of these tags").fill("db");
  await page.getByRole("button", { name: "Save Alerts" }).click();
  await page.goto(`${caseUrl}/channels`);
  await expect(page.getByText("tag db", { exact: true })).toBeVisible();
  await context.close();
});
