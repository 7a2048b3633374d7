import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

test("snitches have environments: the list is filtered and grouped by them, and a view keeps that @long", async ({
  page,
  snitchPage,
  snitchList,
}) => {
  const home = page.url();
  await snitchPage.add("Nightly backup", "Daily");
  await snitchPage.edit(page.url().replace("/setup", ""), "Tags, environment, link and notes");
  await page.getByLabel("Environment", { exact: true }).fill("production");
  await snitchPage.save();
  await expect(page.getByText("in production")).toBeVisible();
  await page.goto(home);
  await snitchPage.add("Import", "Daily");

  await page.goto(home);
  await snitchList.unfold("Display");
  await page.getByRole("link", { name: "By environment" }).click();
  await expect(page).toHaveURL(`${home}?group=environment`);
  await expect(snitchList.rows().getByRole("rowheader")).toHaveText([/^production/, /^No environment/]);
  await page.getByRole("link", { name: "production", exact: true }).click();
  await expect(page).toHaveURL(`${home}?environment=production`);
  await expect(snitchList.row("Nightly backup")).toHaveCount(1);
  await expect(snitchList.row("Import")).toHaveCount(0);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
  await snitchList.unfold("Display");
  await page.getByRole("button", { name: "Save View" }).click();
  await page.getByLabel("Name").fill("Live");
  await page.getByRole("button", { name: "Save View" }).last().click();
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect(snitchList.row("Import")).toHaveCount(1);
  await page.getByRole("link", { name: "Live", exact: true }).click();
  await expect(page).toHaveURL(`${home}?environment=production`);
});
