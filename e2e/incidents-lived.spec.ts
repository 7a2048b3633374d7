import { expect, test } from "./fixtures";

const CHILDREN = 30;

test("a parent with thirty children goes down, and people get one message @long", async ({
  page,
  account,
  snitchPage,
  world,
}) => {
  const caseId = new URL(page.url()).pathname.slice(1);
  const names = Array.from({ length: CHILDREN }, (_, i) => `Report ${i + 1}`);
  const [database = "", ...reports] = await world.fill(
    caseId,
    ["Database", ...names].map((name) => ({ name, status: "healthy" })),
  );
  await snitchPage.edit(`/${caseId}/snitches/${reports[0]}`, "Alerts");
  await page.getByText("More settings").click();
  await page.getByRole("combobox", { name: "Depends on" }).fill("data");
  await page.getByRole("option", { name: "Database" }).click();
  await expect(page.getByRole("button", { name: "Remove Database" })).toBeVisible();
  await snitchPage.save();
  await world.dependOn(reports.slice(1), database);

  await Promise.all(reports.map((token) => world.daysPass(token, 3)));
  await expect.poll(() => world.countHeld(caseId)).toBe(CHILDREN);
  await world.daysPass(database, 3);
  const text = await world.textMailedTo(account.email, `${CHILDREN} dependent snitches`);
  expect(text).toContain("Database");

  await page.goto(`/${caseId}/incidents?group=none`);
  const open = page.getByRole("list", { name: "Open incidents" });
  await expect(open.getByRole("listitem").filter({ hasText: "Database" }).first()).toBeVisible();
  expect(await world.countMailed(account.email, "▲ Missing")).toBe(1);
});

test("recurring maintenance is planned and takes place: an error is alerted when it is over @long", async ({
  page,
  account,
  request,
  snitchPage,
  world,
}) => {
  const home = new URL(page.url()).pathname;
  const { url, token } = await snitchPage.add("Nightly backup", "Daily");
  await request.get(url);
  await expect.poll(() => world.deadline(token)).not.toBeNull();

  await page.goto(`${home}/maintenance/new`);
  await page.getByLabel("Name").fill("Database upgrade");
  await page.getByRole("radio", { name: /^Recurring/ }).check();
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await page.getByRole("textbox", { name: "Schedule" }).fill(`0 ${anHourAgo.getUTCHours()} * * *`);
  await page.getByLabel("Time zone").fill("UTC");
  await page.getByLabel("Duration").fill("4 hours");
  await page.getByRole("button", { name: "Plan Maintenance" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Maintenance", exact: true })).toBeVisible();

  await expect(async () => {
    expect((await request.get(`${url}?s=1`)).status()).toBe(202);
    await page.goto(`${home}/incidents`);
    await expect(page.getByRole("list", { name: "Open incidents" })).toContainText("Nightly backup", {
      timeout: 2_000,
    });
  }).toPass();
  await expect(page.getByRole("list", { name: "Open incidents" })).toContainText(/maintenance/i);
  expect(await world.countMailed(account.email, "■ Errored")).toBe(0);

  await page.goto(`${home}/maintenance`);
  await page.getByRole("link", { name: "Database upgrade" }).first().click();
  await page.getByRole("button", { name: "Remove Maintenance…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove Maintenance" }).click();
  await expect(page.getByText("No maintenance is planned").first()).toBeVisible();
  await expect.poll(() => world.countMailed(account.email, "■ Errored")).toBe(1);
});
