import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";
import { hydrated } from "./pages/command-menu";

test("selected snitches are edited by keyboard: what is ticked changes, and what was refused is named @long", async ({
  page,
  world,
  webhooksPage,
  receiver,
  snitchList,
  snitchPage,
}) => {
  const home = page.url();
  await webhooksPage.add(receiver.url);
  const names = ["Alpha", "Bravo", "Charlie"];
  const tokens = await world.fill(
    new URL(home).pathname.slice(1),
    names.map((name) => ({ name, status: "healthy" })),
  );
  await page.goto(home);
  await hydrated(page);

  await snitchList.select("Alpha");
  await page.keyboard.press("j");
  await snitchList.toolbar().getByRole("button", { name: "Edit…" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Schedule and Alerts…" })).toBeFocused();
  await page.keyboard.press("Enter");
  const one = page.getByRole("dialog", { name: "Edit 1 snitch" });
  await one.getByRole("button", { name: "Change 1 snitch" }).click();
  await expect(one.getByText("Select what you want to change.")).toBeFocused();
  await one.getByRole("checkbox", { name: "Schedule" }).focus();
  await page.keyboard.press("Space");
  await one.getByLabel("When does it run?").fill("99 3 * * *");
  await page.keyboard.press("Tab");
  await one.getByRole("button", { name: "Change 1 snitch" }).click();
  await expect(one.getByLabel("When does it run?")).toBeFocused();
  await expectAccessible(page);
  await one.getByLabel("When does it run?").fill("0 3 * * *");
  await expect(one.getByText("03:00")).not.toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(one).toHaveCount(0);
  await expect(snitchList.toolbar().getByRole("button", { name: "Edit…" })).toBeFocused();
  await snitchList.edit("Schedule and Alerts…");
  await one.getByRole("checkbox", { name: "Schedule" }).check();
  await one.getByLabel("When does it run?").fill("0 3 * * *");
  await one.getByRole("button", { name: "Change 1 snitch" }).click();
  await expect(page.getByText("Changed 1 snitch.")).toBeVisible();

  for (const name of names) await snitchList.select(name);
  await snitchList.edit("Schedule and Alerts…");
  const all = page.getByRole("dialog", { name: "Edit 3 snitches" });
  for (const part of ["Grace", "Severity", "Reminders", "Channels"])
    await all.getByRole("checkbox", { name: part, exact: true }).check();
  await all.getByLabel("New grace").fill("15 minutes");
  await all.getByLabel("New severity").selectOption("warning");
  await all.getByRole("radio", { name: "Never" }).check();
  await all.getByRole("radio", { name: "Selected channels" }).check();
  await all.getByRole("group", { name: "Selected channels" }).getByRole("checkbox").check();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
  await all.getByRole("button", { name: "Change 3 snitches" }).click();
  const refused = page.getByRole("dialog", { name: "2 snitches not changed" });
  await expect(refused.getByText("1 snitch changed.")).toBeVisible();
  await expect(
    refused.getByText("The grace needs a schedule: an interval has fixed periods in UTC."),
  ).toBeVisible();
  await expect(refused.getByRole("listitem")).toHaveText(["Bravo", "Charlie"]);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(refused).toHaveCount(0);

  for (const [token, severity, schedule] of [
    [tokens[0], "warning", "0 3 * * *"],
    [tokens[1], "critical", null],
  ]) {
    await snitchPage.edit(`${home}/snitches/${token}`, "Alerts");
    await expect(page.getByLabel("Severity")).toHaveValue(severity ?? "");
    await snitchPage.edit(`${home}/snitches/${token}`, "Schedule");
    if (schedule) await expect(page.getByLabel("When does it run?")).toHaveValue(schedule);
  }
  await page.goto(`${home}/settings/audit`);
  await expect(page.getByText(/Severity changed from critical to warning/)).toHaveCount(1);
});
