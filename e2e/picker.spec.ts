import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import { hydrated } from "./pages/command-menu";
import { SnitchPage } from "./pages/snitch-page";

const MANY = Array.from({ length: 1_000 }, (_, i) => ({ name: `Import of db${i}`, status: "healthy" }));

signedInTest(
  "snitches of a large case are picked by keyboard, survive a reload and a refusal, and the form stays small @long",
  async ({ page, world }) => {
    const home = new URL(page.url()).pathname;
    await world.fill(home.slice(1), [...MANY, { name: "Nightly backup", status: "failed" }]);
    await page.goto(`${home}/maintenance/new`);
    await hydrated(page);
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    console.log(`nodes: ${nodes}`);
    expect(nodes).toBeLessThan(1_000);

    await page.getByLabel("Name").fill("Upgrade");
    await page.getByRole("radio", { name: "Chosen snitches" }).check();
    await page.keyboard.press("Tab");
    const search = page.getByRole("combobox", { name: "Snitches" });
    await expect(search).toBeFocused();
    await expect(search).toHaveAttribute("aria-expanded", "false");
    await page.keyboard.type("db99");
    await expect(page.getByRole("status").filter({ hasText: "8 snitches found." })).toBeAttached();
    await expect(search).toHaveAttribute("aria-expanded", "true");
    await expectAccessible(page);
    const options = page.getByRole("listbox", { name: "Snitches" }).getByRole("option");
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
    const second = await options.nth(1).textContent();
    await page.keyboard.press("Enter");
    const chips = page.getByRole("list", { name: "Snitches: chosen snitches" }).getByRole("listitem");
    await expect(chips).toHaveText([second ?? ""]);
    await expect(page.getByRole("status").filter({ hasText: `Added ${second}.` })).toBeAttached();
    await expect(search).toBeFocused();
    await page.keyboard.type("backup");
    await expect(options).toHaveText(["Nightly backup"]);
    await page.keyboard.press("Enter");
    await expect(chips).toHaveCount(2);
    await page.keyboard.type("nothing like it");
    await expect(page.getByText("No other snitch matches.").first()).toBeVisible();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await search.fill("");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Backspace");
    await expect(chips).toHaveText([second ?? ""]);
    await expectAccessible(page);

    await page.reload();
    await hydrated(page);
    await expect(chips).toHaveText([second ?? ""]);
    await page.getByLabel("Starts").fill("2026-01-02T22:00");
    await page.getByLabel("Ends").fill("2026-01-02T21:00");
    await page.getByRole("button", { name: "Plan Maintenance" }).click();
    await expect(page.getByText("Ends must be later than the start.")).toBeVisible();
    await expect(chips).toHaveText([second ?? ""]);
    // Playwright sets a time without the events of a person, so that the draft does not have it.
    await page.getByLabel("Starts").fill("2026-01-02T22:00");
    await page.getByLabel("Ends").fill("2026-01-03T21:00");
    await page.getByRole("button", { name: "Plan Maintenance" }).click();
    await expect(page.getByRole("row", { name: new RegExp(`^Upgrade ${second}`) })).toBeVisible();
  },
);

signedInTest(
  "what a snitch depends on is picked in its settings, not itself, and removed again @long",
  async ({ page, snitchPage, world }) => {
    const home = new URL(page.url()).pathname;
    const [token] = await world.fill(home.slice(1), [
      { name: "Report", status: "healthy" },
      { name: "Import", status: "healthy" },
    ]);
    const url = `${home}/snitches/${token}`;
    await snitchPage.edit(url, "Alerts");
    await hydrated(page);
    await page.getByText("More settings").click();
    await page.getByRole("combobox", { name: "Depends on" }).click();
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["Import"]);
    await page.getByRole("option", { name: "Import" }).click();
    await snitchPage.save();
    await expect(snitchPage.section("Alerts")).toContainText("held while Import is down");
    await snitchPage.edit(url, "Alerts");
    await hydrated(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Remove Import" }).click();
    await snitchPage.save();
    await expect(snitchPage.section("Alerts")).not.toContainText("Import");
  },
);

test("without JavaScript snitches are named by name or token, and an error repeats what no one or several are called @long", async ({
  browser,
  page,
  account,
  world,
  baseURL,
}) => {
  const home = new URL(page.url()).pathname;
  const [token, first, second] = await world.fill(home.slice(1), [
    { name: "Report", status: "healthy" },
    { name: "Import", status: "healthy" },
    { name: "Twin", status: "healthy" },
    { name: "Twin", status: "healthy" },
  ]);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const plain = await context.newPage();
  await account.signIn("/sign-in", plain);
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("Snitches");
  const url = `${home}/snitches/${token}`;
  const settings = new SnitchPage(plain);
  await settings.edit(url, "Alerts");
  await plain.getByText("More settings").click();
  const field = plain.getByRole("textbox", { name: "Depends on" });
  for (const [text, error] of [
    ["import, Nobody", "No snitch of this case is called “Nobody”"],
    ["Twin", "More than one snitch is called “Twin”"],
  ] as const) {
    await field.fill(text);
    await settings.saveButton().click();
    await expect(field).toHaveAccessibleDescription(new RegExp(error));
    await expect(field).toHaveValue(text);
  }
  await field.fill(`import, ${second}`);
  await settings.save();
  await settings.edit(url, "Alerts");
  await expect(field).toHaveValue(`Import (${first}), Twin (${second})`);
  await settings.save();
  await context.close();
});
