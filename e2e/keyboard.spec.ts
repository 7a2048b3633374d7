import { expect, signedInTest, test } from "./fixtures";
import { hydrated, pressToFocus } from "./pages/command-menu";

test("by keyboard alone: sign in, find a snitch, pause it", async ({ page, account, world, snitchPage }) => {
  const home = new URL(page.url()).pathname;
  await world.fill(home.slice(1), [
    { name: "Alpha", status: "healthy" },
    { name: "Bravo", status: "healthy" },
  ]);
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(account.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Snitches" })).toBeVisible();
  await hydrated(page);

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "Bravo" })).toBeFocused();
  await page.keyboard.press("k");
  await expect(page.getByRole("link", { name: "Alpha" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(snitchPage.status()).toHaveText("Healthy");
  await pressToFocus(page, "p", page.getByRole("menuitem", { name: /^1 hour/ }));
  await page.keyboard.press("Enter");
  await expect(snitchPage.status()).toHaveText("Paused");
  await expect(snitchPage.mute()).toBeFocused();
  await page.keyboard.press("p");
  await expect(snitchPage.status()).toHaveText("Healthy");
});

signedInTest(
  "the command menu finds snitches, opens pages, pauses, and returns the focus",
  async ({ page, world, commandMenu, snitchPage }) => {
    const home = page.url();
    await world.fill(new URL(home).pathname.slice(1), [{ name: "Nightly backup", status: "healthy" }]);
    await page.reload();

    await commandMenu.open();
    await commandMenu.choose("night", "Nightly backup");
    await expect(snitchPage.status()).toHaveText("Healthy");

    await commandMenu.open();
    await expect(commandMenu.option("Nightly backup")).toBeVisible();
    await commandMenu.choose("case settings", "Case Settings");
    await expect(page).toHaveURL(/\/settings/);

    await page.goto(home);
    await hydrated(page);
    const link = page.getByRole("link", { name: "Nightly backup" });
    await pressToFocus(page, "j", link);
    await commandMenu.open();
    await page.keyboard.press("Escape");
    await expect(link).toBeFocused();

    await commandMenu.open();
    await commandMenu.choose("pause a", "Pause a Snitch…");
    await commandMenu.choose("night", "Nightly backup");
    await commandMenu.choose("checks in", "Until it checks in again");
    await expect(page.getByText("Paused Nightly backup until it checks in again.")).toBeVisible();
  },
);

signedInTest("the command menu keeps what is typed while it loads @long", async ({ page, commandMenu }) => {
  const home = page.url();
  await hydrated(page);
  await page.route("**/_next/static/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });

  await page.keyboard.press("Control+k");
  await page.keyboard.type("cases?");
  await page.keyboard.press("Backspace");

  await expect(commandMenu.dialog().getByRole("combobox")).toHaveValue("cases");
  await page.keyboard.type(" too");
  await expect(commandMenu.dialog().getByRole("combobox")).toHaveValue("cases too");
  await page.keyboard.press("Escape");
  await expect(commandMenu.dialog()).toHaveCount(0);
  expect(page.url()).toBe(home);
});

signedInTest(
  "shortcuts do nothing while a person types, and “?” lists them @long",
  async ({ page, world }) => {
    const home = page.url();
    await world.fill(new URL(home).pathname.slice(1), [{ name: "Alpha", status: "healthy" }]);
    await page.reload();

    const search = page.getByRole("searchbox", { name: "Search snitches" });
    await search.fill("");
    await search.pressSequentially("cjkxpy?/");
    await expect(page).toHaveURL(`${home}?q=cjkxpy%3F%2F`);
    await expect(search).toHaveValue("cjkxpy?/");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto(home);
    await hydrated(page);

    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    // A page may listen some time after it is hydrated.
    await expect(async () => {
      if (!(await keys.isVisible())) await page.keyboard.press("?");
      await expect(keys.getByText("Add a snitch")).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.keyboard.press("c");
    await expect(page).toHaveURL(home);
    await page.keyboard.press("Escape");
    await expect(keys).toHaveCount(0);
    await page.keyboard.press("c");
    await expect(page).toHaveURL(`${home}/new`);
  },
);
