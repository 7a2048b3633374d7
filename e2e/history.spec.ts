import { expectAccessibleAtAnyWidth } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

test("a snitch whose deadline has just passed is late in the list, in its history and in its sentence @long", async ({
  page,
  world,
  snitchList,
  snitchPage,
}) => {
  const home = page.url();
  const [token = ""] = await world.fill(new URL(home).pathname.slice(1), [
    { name: "Alpha", status: "healthy" },
  ]);
  await world.deadlinePasses(token);

  await page.goto(home);
  await expect(snitchList.row("Alpha")).toContainText("Late");
  await expect(page.getByRole("link", { name: "1 healthy, 1 late" })).toBeVisible();
  await page.goto(`${home}/snitches/${token}`);
  await expect(snitchPage.status()).toHaveText("Late");
  await expect(page.getByText("Alerts are sent a minute after the deadline.")).toBeVisible();
  await expect(
    page
      .getByRole("group", { name: /^History/ })
      .getByRole("button")
      .last(),
  ).toHaveAccessibleName(/· late$/);
});

test("the history of a job of minutes shows its periods, and zooms out to hours @long", async ({
  page,
  world,
}) => {
  const home = page.url();
  const [token = ""] = await world.fill(new URL(home).pathname.slice(1), [
    { name: "Alpha", status: "healthy", interval: "1_minute" },
  ]);
  await page.goto(`${home}/snitches/${token}`);
  const bars = page.getByRole("group", { name: /^History/ }).getByRole("button");
  const scale = page.getByRole("navigation", { name: "Scale of the history" });

  await expect(bars).toHaveCount(60);
  await expect(page.getByText(/, one bar for each period \(every minute\)$/)).toBeVisible();
  await expect(page.getByText(/^(1 period, healthy|\d+ of \d+ periods were healthy)/)).toBeVisible();
  await expectAccessibleAtAnyWidth(page);
  await scale.getByRole("link", { name: "Hours" }).click();
  await expect(bars).toHaveCount(24);
  await expect(page).toHaveURL(/history=hours/);
  await expect(scale.getByRole("link", { name: "Hours" })).toHaveAttribute("aria-current", "true");
  await scale.getByRole("link", { name: "Periods" }).click();
  await expect(bars).toHaveCount(60);
});
