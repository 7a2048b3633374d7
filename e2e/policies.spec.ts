import { expectAccessible } from "./accessibility";
import { expect, test } from "./fixtures";

test("an admin escalates snitches with a tag by a policy of their own, and their pages name it @long", async ({
  page,
  account,
  world,
}) => {
  const home = page.url();
  const caseId = new URL(home).pathname.slice(1);
  const [token] = await world.fill(caseId, [{ name: "Nightly backup", status: "healthy", tags: ["db"] }]);
  const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
  const within = page.getByLabel("If no one acknowledges within");
  await page.goto(`${home}/settings/notifications`);
  await page.getByRole("link", { name: "Add Step" }).click();
  await within.fill("30 minutes");
  await page.getByRole("checkbox", { name: account.email }).check();
  await save();

  await page.getByRole("link", { name: "Add Policy" }).click();
  await save();
  await expect(page.getByText("Name can’t be blank.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Databases");
  await page.getByLabel("Snitches with one of these tags").fill("db, sql");
  await page.getByLabel("Repeat the steps").selectOption("2 times");
  await expectAccessible(page);
  await save();

  await expect(page.getByText("For tag db or sql. Repeats twice.")).toBeVisible();
  await expect(page.getByText("For all other snitches.")).toBeVisible();
  const sentence = `If no one acknowledges within 30 minutes, notify ${account.email}.`;
  await expect(page.getByText(sentence)).toHaveCount(2);

  await page.getByRole("link", { name: "Edit Databases: Step 1" }).click();
  await expect(within).toHaveValue("30 minutes");
  await within.fill("0");
  await save();
  await expect(page.getByText(`At once, notify ${account.email} instead of everyone.`)).toBeVisible();
  await page.getByRole("link", { name: /^Add Step ?: Databases$/ }).click();
  await within.fill("0");
  await page.getByRole("checkbox", { name: account.email }).check();
  await save();
  await expect(page.getByText(/is the same as in another step: combine them\.$/)).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }

  await page.goto(`${home}/snitches/${token}`);
  await expect(page.getByText("Escalation policy: Databases (matches tag db)")).toBeVisible();

  await page.goto(`${home}/settings/notifications`);
  for (const name of ["Databases", "Everything else"]) {
    await page.getByRole("link", { name: `Edit ${name}`, exact: true }).click();
    await page.getByRole("button", { name: "Remove" }).click();
    // A row that is being edited has no link to edit it, either.
    await expect(page.getByRole("region", { name: `${name}: Step 1` })).toHaveCount(0);
  }
  await expect(page.getByText(sentence)).toHaveCount(1);
  await page.goto(`${home}/snitches/${token}`);
  await expect(page.getByText("Escalation policy")).toHaveCount(0);
});
