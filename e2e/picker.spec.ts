import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import { hydrated } from "./pages/command-menu";

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
  async ({ page, world }) => {
    const home = new URL(page.url()).pathname;
    const [token] = await world.fill(home.slice(1), [
      { name: "Report", status: "healthy" },
      { name: "Import", status: "healthy" },
    ]);
    const settings = `${home}/snitches/${token}/settings`;
    await page.goto(settings);
    await hydrated(page);
    await page.getByText("Alerts", { exact: true }).last().click();
    await page.getByRole("combobox", { name: "Depends on" }).click();
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["Import"]);
    await page.getByRole("option", { name: "Import" }).click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.goto(settings);
    await hydrated(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Remove Import" }).click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.goto(settings);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report");
    await expect(page.getByRole("button", { name: "Remove Import" })).toHaveCount(0);
  },
);

test("without JavaScript snitches are named by name or token, and an error repeats what nobody or several are called @long", async ({
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
  await plain.goto(`${home}/snitches/${token}/settings`);
  await plain.getByText("Alerts", { exact: true }).last().click();
  const field = plain.getByRole("textbox", { name: "Depends on" });
  const save = plain.getByRole("button", { name: "Save Changes" });
  for (const [text, error] of [
    ["import, Nobody", "No snitch of this case is called “Nobody”"],
    ["Twin", "More than one snitch is called “Twin”"],
  ] as const) {
    await field.fill(text);
    await save.click();
    await expect(field).toHaveAccessibleDescription(new RegExp(error));
    await expect(field).toHaveValue(text);
  }
  await field.fill(`import, ${second}`);
  await save.click();
  await expect(plain.getByText("Saved.")).toBeVisible();
  await plain.goto(`${home}/snitches/${token}/settings`);
  await expect(field).toHaveValue(`Import (${first}), Twin (${second})`);
  await save.click();
  await expect(plain.getByText("Saved.")).toBeVisible();
  await context.close();
});
