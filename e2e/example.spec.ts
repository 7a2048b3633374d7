import { expectAccessibleAtAnyWidth } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

test("an empty case has an example job: it checks in, is missed, recovers, and one click removes it @long", async ({
  page,
  world,
  snitchPage,
}) => {
  const home = page.url();
  await page.getByRole("button", { name: "Try It with an Example Job" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Example job" })).toBeVisible();
  const note = page.getByRole("region", { name: "This is an example: you are the job" });
  await expect(note).toContainText("Click Check In Now");
  await expectAccessibleAtAnyWidth(page);

  await page.getByRole("button", { name: "Check In Now" }).click();
  await expect(snitchPage.status()).toHaveText("Healthy");
  await expect(note).toContainText("Now let it go missing: do nothing.");

  const token = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await world.daysPass(token, 1);
  await expect(snitchPage.status()).toHaveText("Missing");
  await expect(note).toContainText("you see the incident and who was alerted");
  await page.getByRole("button", { name: "Check In Now" }).click();
  await expect(snitchPage.status()).toHaveText("Healthy");

  await note.getByRole("button", { name: "Remove Example" }).click();
  await expect(page).toHaveURL(home);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");
});

test("without JavaScript the example job can be added and removed, too @long", async ({
  browser,
  page,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    storageState: await page.context().storageState(),
  });
  const still = await context.newPage();
  await still.goto(page.url());
  await still.getByRole("button", { name: "Try It with an Example Job" }).click();
  await expect(still.getByRole("heading", { level: 1, name: "Example job" })).toBeVisible();
  await still.getByRole("button", { name: "Remove Example" }).click();
  await expect(still.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");
  await context.close();
});
