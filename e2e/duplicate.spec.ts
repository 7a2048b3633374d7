import { expect, signedInTest as test } from "./fixtures";

test("a snitch is duplicated from its settings and from the command menu, with its settings and a URL of its own @long", async ({
  page,
  snitchPage,
  commandMenu,
}) => {
  const home = page.url();
  await page.goto(`${home}/new`);
  await page.getByLabel("Name", { exact: true }).fill("Nightly backup");
  await page.getByLabel("When does it run?").fill("30 7 * * 1-5");
  await page.getByRole("button", { name: "Add Snitch" }).click();
  await expect(page).toHaveURL(/\/setup$/);
  const token = (await snitchPage.checkInUrl()).split("/").at(-1) ?? "";
  const details = "Tags, environment, link and notes";
  await snitchPage.edit(`${home}/snitches/${token}`, details);
  await page.getByLabel("Tags", { exact: true }).fill("db, critical");
  await page.getByLabel("Notes", { exact: true }).fill("Call Ada first.");
  await snitchPage.save();
  await snitchPage.edit(`${home}/snitches/${token}`, "Schedule");
  await page.getByLabel("Grace").fill("20 minutes");
  await snitchPage.save();

  await page.goto(`${home}/snitches/${token}/settings`);
  await page.getByRole("link", { name: "Duplicate", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Duplicate a snitch");
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toHaveValue("Nightly backup (copy)");
  await expect(name).toBeFocused();
  await expect(page.getByLabel("When does it run?")).toHaveValue("30 7 * * 1-5");
  await page.getByRole("button", { name: "Add Snitch" }).click();
  await expect(page).toHaveURL(/\/setup$/);
  expect(await snitchPage.checkInUrl()).not.toContain(token);
  await page.goto(page.url().replace("/setup", "/settings"));
  await expect(snitchPage.section(details)).toContainText("db, critical · Call Ada first.");
  await expect(snitchPage.section("Schedule")).toContainText("20 minutes grace");

  await page.goto(`${home}/snitches/${token}`);
  await commandMenu.open();
  await page.keyboard.type("duplicate");
  await page.getByRole("option", { name: "Duplicate This Snitch" }).click();
  await expect(name).toHaveValue("Nightly backup (copy)");
});

test("a second snitch of the same name is a warning, and not refused @long", async ({ page, snitchPage }) => {
  const home = page.url();
  await snitchPage.add("Nightly backup", "Daily");
  await page.goto(`${home}/new`);
  const warning = page.getByText("Another snitch has this name: alerts about the two will look alike.");
  await page.getByLabel("Name", { exact: true }).pressSequentially("nightly backup");
  await expect(warning).toBeVisible();
  await page.getByLabel("Name", { exact: true }).press("End");
  await page.getByLabel("Name", { exact: true }).pressSequentially(" 2");
  await expect(warning).toHaveCount(0);
  await page.getByLabel("Name", { exact: true }).press("Backspace");
  await page.getByLabel("Name", { exact: true }).press("Backspace");
  await expect(warning).toBeVisible();
  await page.getByRole("button", { name: "Add Snitch" }).click();
  await expect(page.getByText("Waiting for the first check-in…")).toBeVisible();
});

test("a draft of the empty form does not end up in a copy @long", async ({ page, snitchPage }) => {
  const home = page.url();
  const { token } = await snitchPage.add("Backup", "Daily");
  await page.goto(`${home}/new`);
  await page.getByLabel("Name", { exact: true }).fill("Something else");
  page.once("dialog", (dialog) => dialog.accept());
  await page.goto(`${home}/new?from=${token}`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Backup (copy)");
});

test("a token of another case, or of none, gives the empty form @long", async ({ page, world }) => {
  const home = page.url();
  await page.goto("/cases/new");
  await page.getByLabel("Name").fill("Second");
  await page.getByRole("button", { name: "Create Case" }).click();
  await expect(page).not.toHaveURL(/cases\/new/);
  const [foreign = ""] = await world.fill(new URL(page.url()).pathname.slice(1), [
    { name: "Secret", status: "healthy" },
  ]);
  for (const from of [foreign, "nowhere", "a%00b"]) {
    expect((await page.goto(`${home}/new?from=${from}`))?.status()).toBe(200);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add a snitch");
  }
});
