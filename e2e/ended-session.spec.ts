import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

/** What is in the fields of the page's form, by their names. */
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
  await page.getByLabel("E-mail").fill(email);
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
  const main = page.getByRole("main");
  for (const title of ["Alerts (optional)", "Run rules (optional)", "Tags and notes (optional)"]) {
    await main.getByText(title).click();
  }
  await page.getByRole("radio", { name: /^Schedule/ }).check();
  await page.getByRole("textbox", { name: "Schedule" }).fill("30 2 * * 1-5");
  await page.getByLabel("Grace", { exact: true }).fill("20 minutes");
  await page.getByLabel("Longest runtime").fill("45 minutes");
  await page.getByLabel("Tags", { exact: true }).fill("db, nightly");
  await page.getByLabel("Notes", { exact: true }).fill("Call Ada first.\nThen look at the disk.");
  await page.getByLabel("Severity", { exact: true }).selectOption("critical");
  const typed = await readForm(page);

  await world.endSessions(account.email);
  await page.getByRole("button", { name: "Add Snitch" }).click();
  // A colleague adds a snitch meanwhile: the form has more fields from then on.
  await world.fill(new URL(home).pathname.slice(1), [{ name: "Upload", status: "healthy" }]);
  await signInHere(page, account);
  await expect(page).toHaveURL(`${home}/new`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nightly backup");
  await expect.poll(() => readForm(page)).toEqual(expect.arrayContaining(typed));
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toContain(account.password);

  await page.getByRole("button", { name: "Add Snitch" }).click();
  await expect(page).toHaveURL(/\/setup$/);
  await page.goto(`${home}/new`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
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
