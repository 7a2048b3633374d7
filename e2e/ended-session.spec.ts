import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

/** The values of the page's form, by field name. */
const readForm = (page: Page) =>
  page
    .getByRole("main")
    .locator("form")
    .first()
    .evaluate((form: HTMLFormElement) =>
      [...form.elements].flatMap((field) => {
        if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type))
          return [[field.name, field.value, field.checked]];
        const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
        if ((isField && field.type !== "hidden") || field instanceof HTMLSelectElement)
          return [[field.name, field.value]];
        return [];
      }),
    );

async function signInHere(page: Page, { email, password }: { email: string; password: string }) {
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

test("a form that was filled when the session ended is there again after signing in, and is saved then", async ({
  page,
  account,
  world,
}) => {
  const home = page.url();
  await page.goto(`${home}/new`);
  await page.getByLabel("Name", { exact: true }).fill("Nightly backup");
  await page.getByLabel("When does it run?").fill("30 2 * * 1-5");
  await page.getByRole("button", { name: "Change the time zone" }).click();
  await page.getByLabel("Time zone", { exact: true }).fill("Asia/Tokyo");
  const typed = (await readForm(page)).filter(([name]) => name !== "timezone");

  await world.endSessions(account.email);
  await page.getByRole("button", { name: "Add Snitch" }).click();
  // A colleague adds a snitch meanwhile: the form has more fields from then on.
  await world.fill(new URL(home).pathname.slice(1), [{ name: "Upload", status: "healthy" }]);
  await signInHere(page, account);
  await expect(page).toHaveURL(`${home}/new`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nightly backup");
  await expect.poll(() => readForm(page)).toEqual(expect.arrayContaining(typed));
  await expect(page.getByText("Times are in Asia/Tokyo.")).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toContain(account.password);

  await page.getByRole("button", { name: "Add Snitch" }).click();
  await expect(page).toHaveURL(/\/setup$/);
  await page.goto(page.url().replace("/setup", "/settings"));
  await expect(page.getByText("At 02:30, Monday through Friday, Asia/Tokyo").first()).toBeVisible();
  await page.goto(`${home}/new`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
});

test("a calendar period that was chosen when the session ended, and a section of the settings, are there again", async ({
  page,
  account,
  world,
  snitchPage,
}) => {
  const home = page.url();
  await page.goto(`${home}/new`);
  await page.getByLabel("Name", { exact: true }).fill("Nightly backup");
  await page.getByRole("button", { name: "Choose a calendar period instead" }).click();
  await page.getByRole("radio", { name: "Weekly" }).check();
  await world.endSessions(account.email);
  await page.getByRole("button", { name: "Add Snitch" }).click();
  await signInHere(page, account);
  await expect(page).toHaveURL(`${home}/new`);
  await expect(page.getByRole("radio", { name: "Weekly" })).toBeChecked();
  await page.getByRole("button", { name: "Add Snitch" }).click();
  await expect(page).toHaveURL(/\/setup$/);

  const url = page.url().replace("/setup", "");
  await snitchPage.edit(url, "Runs");
  await page.getByLabel("Longest runtime").fill("45 minutes");
  await world.endSessions(account.email);
  await snitchPage.saveButton().click();
  await signInHere(page, account);
  await expect(page).toHaveURL(`${url}/settings?edit=runs`);
  await expect(page.getByLabel("Longest runtime")).toHaveValue("45 minutes");
  await snitchPage.save();
  await expect(snitchPage.section("Runs")).toContainText("At most 45 minutes");
});

test("a secret that was typed when the session ended is typed again: no browser keeps it @long", async ({
  page,
  account,
  world,
}) => {
  const form = `${page.url()}/channels/new/slack`;
  await page.goto(form);
  await page.getByLabel("Name", { exact: false }).first().fill("Night shift");
  const secret = page.locator('input[name^="secret."]').first();
  await secret.fill("https://hooks.slack.com/services/T0/B0/very-secret");
  await page.getByRole("button", { name: "Show Webhook URL" }).click();
  await secret.press("End");
  await page.keyboard.type("-indeed");
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(await kept()).toContain("Night shift");
  expect(await kept()).not.toContain("very-secret");

  await world.endSessions(account.email);
  await page.getByRole("button", { name: "Add Channel" }).click();
  await signInHere(page, account);
  await expect(page).toHaveURL(form);
  await expect(page.getByLabel("Name", { exact: false }).first()).toHaveValue("Night shift");
  await expect(secret).toHaveValue("");
  expect(await kept()).not.toContain("very-secret");
});
