import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

test("words in a report say what it means, as its form says, and a form with an error keeps what was typed @long", async ({
  page,
  request,
  snitchPage,
}) => {
  const { url } = await snitchPage.add("Nightly backup", "Daily");
  const snitchUrl = page.url().replace("/setup", "");
  await snitchPage.edit(snitchUrl, "Keyword filters");
  await page.getByRole("checkbox", { name: "The body of requests" }).check();
  const failure = page.getByLabel("Failure keywords");
  await failure.evaluate((field: HTMLInputElement) => field.removeAttribute("maxlength"));
  await failure.fill("x".repeat(1_001));
  await page.getByLabel("Success keywords").fill("completed, 0 errors");
  await snitchPage.saveButton().click();
  await expect(page.getByText(/failure_keywords, which is too long/)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "The body of requests" })).toBeChecked();
  await failure.fill("aborted");
  await snitchPage.save();
  await expect(snitchPage.section("Keyword filters")).toContainText(
    "Failure: aborted; success: completed, 0 errors; in the body of requests",
  );
  await snitchPage.edit(snitchUrl, "Keyword filters");
  await expect(page.getByLabel("Success keywords")).toHaveValue("completed, 0 errors");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }

  await snitchPage.tab("Overview").click();
  expect((await request.post(url, { data: "Backup aborted" })).status()).toBe(202);
  await expect(snitchPage.status()).toHaveText("Errored");
  expect((await request.post(url, { data: "Backup completed" })).status()).toBe(202);
  await expect(snitchPage.status()).toHaveText("Healthy");
});
