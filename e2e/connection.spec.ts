import type { Page } from "@playwright/test";
import { expect, signedInTest as test } from "./fixtures";

/** What stands between the browser and the server. Each returns a function that removes it. */
const OBSTACLES: Record<string, (page: Page) => Promise<() => Promise<void>>> = {
  "the server is stopped": async (page) => {
    await page.route("**", (route) => route.abort("connectionrefused"));
    return () => page.unroute("**");
  },
  "a proxy answers 502 @long": async (page) => {
    const body = "<html><body><h1>502 Bad Gateway</h1></body></html>";
    await page.route("**", (route) => route.fulfill({ status: 502, contentType: "text/html", body }));
    return () => page.unroute("**");
  },
  "the browser is offline @long": async (page) => {
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  },
};

const band = (page: Page) => page.getByText(/^Not connected since/);

for (const [name, put] of Object.entries(OBSTACLES)) {
  test(`an open list stays while ${name}, and is current again afterwards`, async ({
    page,
    world,
    snitchList,
  }) => {
    const caseId = new URL(page.url()).pathname.slice(1);
    await world.fill(caseId, [{ name: "Alpha", status: "healthy" }]);
    await page.reload();
    await expect(snitchList.row("Alpha")).toBeVisible();

    const remove = await put(page);
    // The next refresh comes within 15 seconds.
    await expect(band(page)).toBeVisible();
    await expect(snitchList.row("Alpha")).toBeVisible();
    await world.fill(caseId, [{ name: "Bravo", status: "failed" }]);

    await remove();
    await expect(snitchList.row("Bravo")).toBeVisible();
    await expect(band(page)).toBeHidden();
  });

  test(`what is typed into a form stays while ${name}`, async ({ page, snitchPage }) => {
    const { token } = await snitchPage.add("Backup", "Daily");
    const url = page.url().replace(/\/setup$/, "");
    expect(token).toBeTruthy();
    await snitchPage.edit(url, "Tags, environment, link and notes");
    const notes = page.getByLabel("Notes", { exact: true });
    await notes.fill("Call Ada first.");

    const remove = await put(page);
    await snitchPage.saveButton().click();
    await expect(page.getByText("Couldn’t connect to Tattle")).toBeVisible();
    await expect(notes).toHaveValue("Call Ada first.");

    await remove();
    await page.reload();
    await expect(notes).toHaveValue("Call Ada first.");
    await snitchPage.save();
    await page.reload();
    await expect(page.getByText("Call Ada first.")).toBeVisible();
  });
}

test("a search while the server cannot be reached leaves the page and the text as they are", async ({
  page,
  world,
  snitchList,
}) => {
  const home = page.url();
  await world.fill(new URL(home).pathname.slice(1), [
    { name: "Alpha", status: "healthy" },
    { name: "Bravo", status: "healthy" },
  ]);
  await page.reload();
  await expect(snitchList.row("Alpha")).toBeVisible();
  await page.route("**/*", (route) => route.abort());

  const probed = page.waitForRequest("**/readyz");
  await snitchList.search().pressSequentially("alpha");
  await probed;
  await expect(snitchList.row("Bravo")).toBeVisible();
  await page.unrouteAll();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${home}?q=alpha`);
  await expect(snitchList.row("Bravo")).toHaveCount(0);
});

test("a link that is followed while the browser is offline leaves the page and what was typed, and works afterwards @long", async ({
  page,
  world,
  snitchList,
}) => {
  const home = page.url();
  await world.fill(new URL(home).pathname.slice(1), [{ name: "Alpha", status: "healthy" }]);
  await page.reload();
  const row = snitchList.row("Alpha");
  const message = page.getByText("Couldn’t connect to Tattle, so this page stays open.");
  const messages = page.getByRole("region", { name: /^Notifications/ });

  await expect(messages).toBeAttached();
  await page.context().setOffline(true);
  await row.getByRole("link", { name: "Alpha" }).click();
  await expect(message.first()).toBeVisible();
  await row.click({ position: { x: 500, y: 10 } });
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.keyboard.press("c");
  await page.getByRole("link", { name: "Maintenance", exact: true }).first().click();
  await expect(page).toHaveURL(home);
  await expect(row).toBeVisible();
  await page.context().setOffline(false);
  await row.getByRole("link", { name: "Alpha" }).click();
  await expect(page).toHaveURL(/\/snitches\//);

  // No one is asked whether to leave a page that cannot be left.
  await page.goto(`${home}/new`);
  // Text typed before the scripts run isn't in a draft.
  await expect(messages).toBeAttached();
  await page.getByLabel("Name", { exact: true }).fill("Backup");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Maintenance", exact: true }).first().click();
  await expect(message.first()).toBeVisible();
  await expect(page).toHaveURL(`${home}/new`);
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Backup");
});

test("leaving a form with unsaved changes asks first @long", async ({ page }) => {
  const home = page.url();
  await page.goto(`${home}/new`);
  await page.getByLabel("Name").fill("Backup");

  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("link", { name: "Maintenance", exact: true }).click();
  await expect(page).toHaveURL(`${home}/new`);
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("link", { name: "Maintenance", exact: true }).click();
  await expect(page).not.toHaveURL(`${home}/new`);

  await page.goto(`${home}/new`);
  await expect(page.getByLabel("Name")).toHaveValue("");
});

test("a page of an older version reloads on its own, but not while someone types @long", async ({
  page,
  world,
  snitchList,
}) => {
  await world.fill(new URL(page.url()).pathname.slice(1), [{ name: "Alpha", status: "healthy" }]);
  await page.reload();
  await expect(snitchList.row("Alpha")).toBeVisible();
  await page.route("**/readyz", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "x-tattle-build": "newer" } });
  });

  const search = page.getByRole("searchbox").first();
  await search.fill("Alp");
  await expect(page.getByText("A new version of Tattle is running.")).toBeVisible();
  await expect(search).toHaveValue("Alp");

  const reloaded = page.waitForEvent("load");
  await search.blur();
  await reloaded;
});
