import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

const parseCaseId = (url: string) => new URL(url).pathname.slice(1);

test("what no one may want any more is listed, and kept, paused or deleted there @long", async ({
  page,
  snitchPage,
  world,
}) => {
  const home = page.url();
  const caseId = parseCaseId(home);
  const [, old = ""] = await world.fill(caseId, [
    { name: "Alpha", status: "failed" },
    { name: "Bravo", status: "failed" },
    { name: "Charlie", status: "pending" },
    { name: "Delta", status: "healthy" },
  ]);
  await world.weeksPass(caseId);
  await page.reload();
  await page.getByRole("link", { name: "3 stale" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Stale snitches" })).toBeVisible();
  const rows = page.getByRole("list", { name: "Snitches" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expectAccessible(page);

  const row = (name: string) => rows.filter({ hasText: name });
  await expect(row("Charlie").getByRole("button", { name: "Pause" })).toHaveCount(0);
  await row("Charlie").getByRole("button", { name: "Keep" }).click();
  await expect(rows).toHaveCount(2);
  await row("Alpha").getByRole("button", { name: "Pause" }).click();
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveText([/Bravo/]);

  await page.goto(`${home}/snitches/${old}`);
  const note = page.getByRole("note").filter({ hasText: "Still wanted?" });
  await expect(note).toContainText("It has been missing since");
  await note.getByRole("button", { name: "Keep" }).click();
  await expect(note).toHaveCount(0);
  await snitchPage.edit(`${home}/snitches/${old}`, "Dismissed suggestions");
  await expect(page.getByLabel("Still wanted?")).toBeChecked();
  await page.getByLabel("Still wanted?").uncheck();
  await snitchPage.save();
  await page.goto(`${home}/snitches/${old}`);
  await note.getByRole("button", { name: "Delete…" }).click();
  await page.getByLabel("Name").fill("Bravo");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page).toHaveURL(home);
  await page.goto(`${home}/still-wanted`);
  await expect(page.getByText("Every snitch has checked in lately, is paused, or was kept.")).toBeVisible();
});

test("a snitch that flaps says with which grace it would not, and one click sets it @long", async ({
  page,
  snitchPage,
  world,
}) => {
  const home = page.url();
  const [token = ""] = await world.fill(parseCaseId(home), [{ name: "Import", status: "healthy" }]);
  await world.flaps(token);
  await page.goto(`${home}/snitches/${token}`);
  const note = page.getByRole("note").filter({ hasText: "It flaps" });
  // A replay begins without the check-in before its first one.
  await expect(note).toContainText(
    /It changed \d\d times within 24 hours\. With a grace of 12 minutes, it would (not have changed|have changed (once|twice))\./,
  );
  await expectAccessible(page);
  await note.getByRole("button", { name: "Set Grace to 12 Minutes" }).click();
  await page.goto(`${home}/snitches/${token}/settings`);
  await expect(snitchPage.section("Schedule")).toContainText("12 minutes grace");
  await page.goto(`${home}/snitches/${token}`);
  await note.getByRole("button", { name: "Do Not Suggest Again" }).click();
  await expect(note).toHaveCount(0);
});

test("a check of a number that the job sends is suggested until it is dismissed, or added by one click @long", async ({
  page,
  snitchPage,
  world,
}) => {
  const home = page.url();
  const [token = ""] = await world.fill(parseCaseId(home), [{ name: "Import", status: "healthy" }]);
  await world.addRuns(token, 8);
  const url = `${home}/snitches/${token}`;
  const note = page.getByRole("note").filter({ hasText: "Alert when rows falls below half of usual?" });

  await page.goto(`${url}/runs`);
  await expect(note).toContainText("this would have raised");
  await note.getByRole("button", { name: "Do Not Suggest Again" }).click();
  await expect(note).toHaveCount(0);
  await snitchPage.edit(url, "Dismissed suggestions");
  await page.getByLabel("Alert below half of usual?").uncheck();
  await snitchPage.save();
  await page.goto(`${url}/runs`);
  await note.getByRole("button", { name: "Add This Check" }).click();
  await expect(note).toHaveCount(0);
  await page.goto(`${url}/settings`);
  await expect(snitchPage.section("Runs")).toContainText("rows > 50% of usual");
});
