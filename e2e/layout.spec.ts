import { expect, signedInTest as test } from "./fixtures";

const WIDTHS = [390, 768, 1280, 2560];

test("no page scrolls sideways, from 390 to 2560 px", async ({ page, world }) => {
  const home = new URL(page.url()).pathname;
  const long =
    "A name that is far too long for the column of the list that it is shown in every night of a year".repeat(
      2,
    );
  const [token = ""] = await world.fill(home.slice(1), [
    { name: long, status: "failed", tags: ["critical", "a-tag-of-some-length-that-has-to-fit-somewhere"] },
    { name: "Alpha", status: "healthy" },
  ]);
  const paths = [
    home,
    `${home}/new`,
    `${home}/maintenance`,
    `${home}/maintenance/new`,
    `${home}/snitches/${token}`,
    `${home}/snitches/${token}/activity`,
    `${home}/snitches/${token}/activity/changes`,
    `${home}/snitches/${token}/settings`,
    `${home}/snitches/${token}/setup`,
    `${home}/snitches/${token}/snooze`,
    "/docs",
    "/docs/webhooks",
    "/",
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(beyond, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test("with reduced motion nothing is animated, and prints show no buttons @long", async ({ page, world }) => {
  const home = page.url();
  const [token = ""] = await world.fill(new URL(home).pathname.slice(1), [
    { name: "Alpha", status: "pending" },
  ]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${home}/snitches/${token}/setup`);
  const moving = await page.evaluate(
    () => document.getAnimations().filter((animation) => animation.playState === "running").length,
  );
  expect(moving).toBe(0);

  await page.emulateMedia({ media: "print", reducedMotion: null });
  await page.goto(home);
  await expect(page.getByRole("cell", { name: "Alpha" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Case" })).toBeHidden();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
});

test("onboarding steps are ticked off, and disappear after the last one @long", async ({
  page,
  request,
  world,
  snitchPage,
  apiKeysPage,
  webhooksPage,
  receiver,
}) => {
  const home = page.url();
  const steps = page.getByRole("region", { name: "Getting started" });
  await expect(steps.getByText("0 of 5")).toBeVisible();
  await steps.getByRole("link", { name: "Add a snitch" }).click();
  await page.goto(home);
  const { url } = await snitchPage.add("Nightly backup", "Daily");
  await request.get(url);
  await apiKeysPage.create("CI");
  await webhooksPage.add(receiver.url);
  await page.goto(home);
  await expect(steps.getByText("4 of 5")).toBeVisible();
  await world.addTeammate(new URL(home).pathname.slice(1));
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Snitches" })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test("onboarding can be hidden, and stays hidden @long", async ({ page }) => {
  const steps = page.getByRole("region", { name: "Getting started" });

  await steps.getByRole("button", { name: "Hide the first steps" }).click();

  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
