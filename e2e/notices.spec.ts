import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";
import { hydrated } from "./pages/command-menu";

test("a member posts an update next to its page, readers see it, and resolving it ends it @long", async ({
  page,
  world,
}) => {
  const home = new URL(page.url()).pathname;
  const slug = await world.addStatusPage(home.slice(1));
  await page.goto(`${home}/status-pages`);
  await page.getByRole("link", { name: "Post an Update" }).click();
  await hydrated(page);
  await page.getByRole("button", { name: "Post Update" }).click();
  await expect(page.getByText("Title can’t be blank.")).toBeVisible();
  await expect(page.getByLabel("Starts")).toBeHidden();
  await page.getByLabel("Title").fill("Payments are late");
  await page.getByLabel("Text").fill("We are **looking**.");
  const chip = page.getByRole("combobox", { name: "Payments" });
  await chip.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(chip).toHaveValue("major");
  await expectAccessible(page);
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Acme status");
  await expect(preview.getByRole("heading", { name: "Payments are late" })).toBeVisible();
  await page.getByRole("button", { name: "Post Update" }).click();
  await expect(page.getByRole("heading", { name: "Payments are late", level: 1 })).toBeVisible();
  await expect(page.getByText("Incident, investigating, on")).toBeVisible();
  await expect(page.getByRole("link", { name: "Acme status" })).toHaveAttribute(
    "href",
    new RegExp(`/status/${slug}$`),
  );
  await expectAccessible(page);

  const notice = page.url();
  await expect(async () => {
    await page.goto(`/status/${slug}`);
    await expect(page.getByRole("heading", { name: "Payments are late" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText("looking", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.goto(notice);
  await expect(page.getByRole("combobox", { name: "Payments" })).toHaveValue("major");
  await page.getByLabel("State").selectOption("resolved");
  await page.getByRole("button", { name: "Post Update" }).click();
  await expect(page.getByText("Text can’t be blank.")).toBeVisible();
  await expect(page.getByLabel("State")).toHaveValue("resolved");
  await page.getByLabel("Text").fill("Paid.");
  await page.getByRole("button", { name: "Post Update" }).click();
  await expect(page.getByLabel("Summary")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
});

test("maintenance has times and news has no state, and what was typed stays when the kind changes @long", async ({
  page,
  world,
}) => {
  const home = new URL(page.url()).pathname;
  await world.addStatusPage(home.slice(1));
  await page.goto(`${home}/status-pages/notices`);
  await expect(page.getByText("Updates posted on status pages appear here.")).toBeVisible();
  await page.getByRole("link", { name: "Post an Update" }).click();
  await hydrated(page);
  await page.getByLabel("Title").fill("New disks");
  await page.getByLabel("Text").fill("We replace the disks.");
  await page.getByRole("link", { name: "News" }).click();
  await expect(page.getByLabel("State")).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Payments" })).toHaveCount(0);
  await page.getByRole("link", { name: "Maintenance", exact: true }).last().click();
  await expect(page.getByLabel("State")).toHaveValue("scheduled");
  await expect(page.getByLabel("Title")).toHaveValue("New disks");
  await page.getByRole("button", { name: "Post Update" }).click();
  await expect(page.getByText("Starts can’t be blank")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByLabel("Starts").fill("2090-03-10T22:00");
  await page.getByLabel("Ends").fill("2090-03-11T02:00");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Post Update" }).click();
  await expect(page.getByRole("heading", { name: "New disks", level: 1 })).toBeVisible();
  await expect(page.getByText("Maintenance, scheduled")).toBeVisible();
  await page.getByLabel("Ends").fill("2090-03-11T03:00");
  await page.getByRole("button", { name: "Save Notice" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByLabel("Ends")).toHaveValue("2090-03-11T03:00");
  await expectAccessible(page);
});

test("with several pages the update is on those that are chosen, with their components @long", async ({
  page,
  world,
}) => {
  const home = new URL(page.url()).pathname;
  const slugs = [await world.addStatusPage(home.slice(1)), await world.addStatusPage(home.slice(1))];
  await page.goto(`${home}/status-pages/notices/new?page=${slugs[1]}`);
  await hydrated(page);
  const pages = page.getByRole("checkbox", { name: "Acme status" });
  await expect(pages.and(page.locator(":checked"))).toHaveAttribute("name", `page ${slugs[1]}`);
  await expect(page.getByRole("combobox", { name: "Payments" })).toHaveCount(1);
  await page.locator(`[name="page ${slugs[1]}"]`).uncheck();
  await page.getByLabel("Title").fill("Payments are late");
  await page.getByLabel("Text").fill("We are looking.");
  await page.getByRole("button", { name: "Post Update" }).click();
  await expect(page.getByText("Status pages can’t be blank.")).toBeVisible();
  await page.locator(`[name="page ${slugs[0]}"]`).check();
  await page.getByRole("combobox", { name: "Payments" }).selectOption("minor");
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { name: "Payments are late" })).toBeVisible();
  await page.getByRole("button", { name: "Post Update" }).click();
  await expect(page.getByText("Incident, investigating, on")).toBeVisible();
  await expect(page.getByRole("link", { name: "Acme status" })).toHaveAttribute(
    "href",
    new RegExp(`/status/${slugs[0]}$`),
  );
  await expect(page.getByRole("combobox", { name: "Payments" })).toHaveValue("minor");
});
