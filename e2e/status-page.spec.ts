import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { expect, signedInTest } from "./fixtures";
import { hydrated } from "./pages/command-menu";

const componentNames = (page: Page) =>
  page
    .getByRole("list", { name: "Components" })
    .getByRole("textbox")
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

signedInTest(
  "without JavaScript an admin makes a status page of three fields, looks at it, and publishes it @long",
  async ({ browser, page: signedIn, baseURL, world }) => {
    const home = new URL(signedIn.url()).pathname;
    await world.fill(home.slice(1), [{ name: "Internal backup", status: "healthy", tags: ["backups"] }]);
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
    await context.addCookies(await signedIn.context().cookies());
    const page = await context.newPage();
    const slug = `page-${home.slice(-8)}`;
    await page.goto(`${home}/status-pages`);
    await page.getByRole("link", { name: "Add a Status Page" }).click();
    await page.getByLabel("Title", { exact: true }).fill("Acme’s backups");
    await page.getByLabel("URL").fill(slug);
    await page.getByRole("textbox", { name: "What it shows" }).fill("#backups");
    await page.getByRole("button", { name: "Add Page" }).click();
    await expect(page.getByText("Draft: only members of this case see it")).toBeVisible();
    await expect(page.getByText("Editing components needs JavaScript.")).toBeVisible();

    const stranger = await (await browser.newContext({ baseURL })).newPage();
    expect((await stranger.goto(`/status/${slug}`))?.status()).toBe(404);
    const preview = page.frameLocator("iframe");
    await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Acme’s backups");
    // What cannot be edited without scripts stays as it is.
    await page.getByLabel("Description").fill("Every night.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.getByRole("link", { name: "Access" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toBeHidden();
    await page.getByRole("radio", { name: "Anyone with the password" }).check();
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    await page.getByRole("radio", { name: "Public" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Public. Saved changes go live.")).toBeVisible();

    await expect(async () => {
      expect((await stranger.goto(`/status/${slug}`))?.status()).toBe(200);
    }).toPass();
    await expect(stranger.getByRole("heading", { level: 2 })).toHaveText(["backups", "Subscribe by email"]);
    await expect(stranger.getByText("Every night.")).toBeVisible();
    await expect(stranger.getByText("Internal backup")).toHaveCount(0);
    await expectAccessible(stranger);
    await stranger.getByLabel("Email address").fill("Reader@example.com");
    await stranger.getByRole("button", { name: "Subscribe by email" }).click();
    await expect(stranger.getByText("Check your inbox.")).toBeVisible();
    await stranger.context().close();

    await signedIn.goto(`${home}/status-pages/pages/${slug}?tab=subscribers`);
    await expect(signedIn.getByText("reader@example.com, not confirmed")).toBeVisible();
    await expectAccessible(signedIn);
    await signedIn.getByRole("button", { name: "Remove reader@example.com" }).click();
    await signedIn.getByRole("button", { name: "Remove Subscriber" }).click();
    await expect(signedIn.getByText("No subscribers yet.")).toBeVisible();
    await context.close();
  },
);

signedInTest(
  "by keyboard alone components are added, named, grouped and ordered, and the page beside shows them @long",
  async ({ page, world }) => {
    const home = new URL(page.url()).pathname;
    await world.fill(home.slice(1), [
      { name: "Internal backup", status: "healthy", tags: ["backups"] },
      { name: "Internal report", status: "healthy" },
    ]);
    await page.goto(`${home}/status-pages/new-page`);
    await hydrated(page);
    await page.getByLabel("Title", { exact: true }).focus();
    await page.keyboard.type(`Größe ${home.slice(-8)}`);
    await expect(page.getByLabel("URL")).toHaveValue(`grosse-${home.slice(-8)}`);
    await page.getByRole("button", { name: "Add Page" }).focus();
    await page.keyboard.press("Enter");
    // Nothing was picked: all snitches.
    await expect.poll(() => componentNames(page)).toEqual(["Internal backup", "Internal report"]);
    await hydrated(page);
    await expectAccessible(page);

    await page.getByRole("textbox", { name: "Public name of Internal backup" }).fill("Nightly backup");
    const search = page.getByRole("combobox", { name: "Add a snitch or a tag" });
    await search.focus();
    await page.keyboard.type("#back");
    await expect(page.getByRole("option")).toHaveText(["#backups"]);
    await page.keyboard.press("Enter");
    await expect(search).toBeFocused();
    await page.getByRole("button", { name: "Add Group" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Name of the group" })).toBeFocused();
    await page.keyboard.type("Night");
    await page.getByRole("button", { name: "Move Night up" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    // It keeps the focus while its row moves.
    await expect(page.getByRole("button", { name: "Move Night up" })).toBeFocused();
    await page.getByRole("button", { name: "Move Internal report down" }).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => componentNames(page))
      .toEqual(["Nightly backup", "Night", "backups", "Internal report"]);
    await expect(
      page.getByRole("status").filter({ hasText: "Internal report is number 4 of 4." }),
    ).toBeAttached();

    // Another group, and what is added to the first one again.
    await page.getByRole("button", { name: "Add Group" }).click();
    await page.keyboard.type("Suppliers");
    const into = page.getByRole("combobox", { name: "In the group" });
    await expect(into.locator("option:checked")).toHaveText("Suppliers");
    await into.selectOption("Night");
    await page.getByRole("button", { name: "Add External Service" }).click();
    await page.keyboard.type("Payments");
    await expect
      .poll(() => componentNames(page))
      .toEqual(["Nightly backup", "Night", "backups", "Internal report", "Payments", "Suppliers"]);
    await page.getByRole("button", { name: "Remove Payments" }).click();
    await page.getByRole("button", { name: "Remove Suppliers" }).click();
    // The page beside shows what is not saved yet.
    const preview = page.frameLocator("iframe");
    await expect(preview.getByRole("heading", { name: "Internal report" })).toBeVisible();
    await page.getByRole("textbox", { name: "Public name of Internal report" }).fill("Typed report");
    await expect(preview.getByRole("heading", { name: "Typed report" })).toBeVisible();
    await page.getByRole("textbox", { name: "Public name of Internal report" }).fill("Internal report");

    // A reload loses nothing.
    await page.reload();
    await hydrated(page);
    await expect
      .poll(() => componentNames(page))
      .toEqual(["Nightly backup", "Night", "backups", "Internal report"]);
    await page.getByRole("textbox", { name: "Public name of Internal report" }).fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Enter a public name for each component.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Public name of Internal report" })).toBeFocused();
    await page.keyboard.type("Report");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(preview.getByRole("heading", { level: 3 })).toHaveText(["backups", "Report"]);
    await expect(preview.getByText("Internal")).toHaveCount(0);
    await expectAccessible(page);

    // What was saved has ids now: a second save keeps them.
    const ids = () => page.locator("input[name=groups]").evaluate((field: HTMLInputElement) => field.value);
    await expect.poll(async () => (await ids()).match(/id=/g)?.length).toBe(3);
    await page.getByRole("button", { name: "Dark" }).click();
    await expect(preview.locator("body")).toHaveCSS("background-color", "rgb(20, 23, 26)");
  },
);

signedInTest(
  "a wall screen needs no session, is dark and wide, and shows what failed first @long",
  async ({ browser, page, baseURL, world }) => {
    const home = new URL(page.url()).pathname;
    await world.fill(home.slice(1), [
      { name: "Invoices", status: "healthy", tags: ["healthy"] },
      { name: "Backup", status: "failed", tags: ["missing"] },
    ]);
    const slug = `page-${home.slice(-8)}`;
    await page.goto(`${home}/status-pages/new-page`);
    await hydrated(page);
    await page.getByLabel("Title", { exact: true }).fill("Acme’s jobs");
    await page.getByLabel("URL").fill(slug);
    for (const tag of ["#healthy", "#missing"]) {
      await page.getByRole("combobox", { name: "What it shows" }).fill(tag);
      await page.getByRole("option", { name: tag }).click();
    }
    await page.getByRole("button", { name: "Add Page" }).click();
    await hydrated(page);
    // The form before it has a title, too.
    await expect(page.getByRole("button", { name: "Publish…" })).toBeVisible();
    await page.getByLabel("Title", { exact: true }).fill("Acme’s own jobs");
    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(page.getByText("Your changes on this page are not saved yet.")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(page.getByRole("radio", { name: "Draft" })).toHaveCount(0);
    await page.getByRole("radio", { name: "Anyone with the password" }).check();
    await page.getByRole("button", { name: "Publish Page" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole("radio", { name: "Public" }).check();
    await page.getByRole("button", { name: "Publish Page" }).click();
    await expect(page.getByText("Public. Saved changes go live.")).toBeVisible();

    const context = await browser.newContext({ baseURL, viewport: { width: 1920, height: 1080 } });
    const wall = await context.newPage();
    await expect(async () => {
      expect((await wall.goto(`/status/${slug}?board`))?.status()).toBe(200);
    }).toPass();
    await expect(wall.locator("html")).toHaveCSS("color-scheme", "dark");
    const failed = await wall.getByRole("heading", { name: "missing" }).boundingBox();
    const healthy = await wall.getByRole("heading", { name: "healthy" }).boundingBox();
    expect(failed?.y).toBe(healthy?.y);
    expect(failed?.x).toBeLessThan(healthy?.x ?? 0);
    await expect(wall.getByLabel("Email address")).toBeHidden();
    expect(await wall.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_080);
    await expectAccessible(wall);
    await context.close();
  },
);

signedInTest(
  "each tab saves its own fields, and an address that changes is followed @long",
  async ({ page, world }) => {
    const home = new URL(page.url()).pathname;
    const slug = await world.addStatusPage(home.slice(1));
    await page.goto(`${home}/status-pages/pages/${slug}?tab=look`);
    await hydrated(page);
    await expect(page.getByLabel("Link 2", { exact: true })).toBeHidden();
    await page.getByLabel("Link 1", { exact: true }).fill("Imprint");
    await expect(page.getByLabel("Link 2", { exact: true })).toBeVisible();
    await page.getByLabel("URL of link 1", { exact: true }).fill("example.com");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("URL of link 1", { exact: true })).toBeFocused();
    await page.getByLabel("URL of link 1", { exact: true }).fill("https://example.com/imprint");
    await page.getByLabel("Color").fill("#0a7f5a");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("link", { name: "Access" }).click();
    await hydrated(page);
    await page.getByText("Limit to networks").click();
    await page.getByLabel("Networks").fill("10.0.0.0/8");
    await page.getByLabel("URL", { exact: true }).fill(`${slug}-2`);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL(new RegExp(`/${slug}-2\\?tab=access$`));
    await expectAccessible(page);

    await page.getByRole("link", { name: "Subscribers" }).click();
    await hydrated(page);
    await page.getByRole("radio", { name: "Publish long incidents automatically" }).check();
    await page.getByLabel("After (minutes)").fill("20");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();

    await page.getByRole("link", { name: "Look" }).click();
    await expect(page.getByLabel("Color")).toHaveValue("#0a7f5a");
    await expect(page.getByLabel("URL of link 1", { exact: true })).toHaveValue(
      "https://example.com/imprint",
    );
    await page.getByRole("link", { name: "Access" }).click();
    await expect(page.getByLabel("Networks")).toHaveValue("10.0.0.0/8");
    await expect(page.getByRole("radio", { name: "Public" })).toBeChecked();
  },
);
