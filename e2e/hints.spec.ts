import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

test("a hint and the link of a snitch are on the page of an incident, and a wrong link is refused at its field @long", async ({
  page,
  request,
  snitchPage,
}) => {
  const home = page.url();
  const { url } = await snitchPage.add("Nightly backup", "Daily");
  const snitchUrl = page.url().replace("/setup", "");
  await snitchPage.edit(snitchUrl, "Tags, environment, link and notes");
  await page.getByLabel("Link", { exact: true }).fill("javascript:alert(1)");
  await snitchPage.saveButton().click();
  await expect(page.getByText("Link must be a URL with http:// or https://.")).toBeVisible();
  await page.getByLabel("Link", { exact: true }).fill("https://git.example.com/backup");
  await snitchPage.save();

  await page.goto(`${home}/settings/notifications`);
  await page.getByRole("link", { name: "Add Hint" }).click();
  await page.getByLabel("Exit status").fill("137");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Hint can’t be blank.")).toBeVisible();
  await page.getByLabel("Hint", { exact: true }).fill("Out of memory: see runbook 4.");
  await page.getByRole("textbox", { name: "Link" }).fill("https://wiki.example.com/4");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("137: Out of memory: see runbook 4.")).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }

  expect((await request.get(`${url}?s=137`)).status()).toBe(202);
  await page.goto(snitchUrl);
  await page.getByRole("link", { name: "Incident timeline" }).click();
  await expect(page.getByRole("link", { name: "Out of memory: see runbook 4." })).toHaveAttribute(
    "href",
    "https://wiki.example.com/4",
  );
  await expect(page.getByRole("link", { name: "https://git.example.com/backup" })).toBeVisible();
});
