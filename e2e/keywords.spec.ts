import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

test("words in a report say what it means, as its form says, and a form with an error keeps what was typed @long", async ({
  page,
  request,
  snitchPage,
}) => {
  const { url } = await snitchPage.add("Nightly backup", "Daily");
  await page.goto(`${page.url().replace("/setup", "")}/settings`);
  const fold = page.locator("details").filter({ hasText: "Look for words in" });
  await expect(fold).not.toHaveAttribute("open");
  await page.getByText("Keywords", { exact: true }).click();
  await page.getByRole("checkbox", { name: "The body of requests" }).check();
  await page.getByLabel("Words for failure").fill("aborted");
  await page.getByLabel("Words for success").fill("completed, 0 errors");
  await page.getByLabel("Longest runtime").evaluate((field: HTMLInputElement) => {
    field.value = "soon";
  });
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText(/^Longest runtime must be a duration/)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "The body of requests" })).toBeChecked();
  await page.getByLabel("Longest runtime").fill("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  await page.reload();
  await expect(fold).toHaveAttribute("open");
  await expect(page.getByLabel("Words for success")).toHaveValue("completed, 0 errors");
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
