import { expectAccessible } from "./accessibility";
import { expect, signedInTest } from "./fixtures";

signedInTest(
  "without JavaScript an admin makes a status page, looks at the preview, and shows it to everybody @long",
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
    await page.getByLabel("Name in its address").fill(slug);
    await page.getByLabel("Components").fill("Nightly backup = Internal backup\nAll of them = #backups");
    await page.getByRole("button", { name: "Add Page" }).click();
    await expect(page.getByText("Nobody sees this page yet.")).toBeVisible();

    const stranger = await (await browser.newContext({ baseURL })).newPage();
    expect((await stranger.goto(`/status/${slug}`))?.status()).toBe(404);
    await page.getByRole("link", { name: "Preview" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme’s backups");
    await page.goBack();
    await page.getByLabel("Who sees it?").selectOption("public");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("What you save is seen at once.")).toBeVisible();

    await expect(async () => {
      expect((await stranger.goto(`/status/${slug}`))?.status()).toBe(200);
    }).toPass();
    await expect(stranger.getByRole("heading", { level: 2 })).toHaveText([
      "Nightly backup",
      "All of them",
      "Subscribe by e-mail",
    ]);
    await expect(stranger.getByText("Internal backup")).toHaveCount(0);
    await expectAccessible(stranger);
    await stranger.getByLabel("E-mail address").fill("Reader@example.com");
    await stranger.getByRole("button", { name: "Subscribe by e-mail" }).click();
    await expect(stranger.getByText("If the address can be asked, an e-mail is on its way.")).toBeVisible();
    await stranger.context().close();

    await signedIn.goto(`${home}/status-pages/pages/${slug}`);
    await expect(signedIn.getByText("reader@example.com, not confirmed")).toBeVisible();
    await expectAccessible(signedIn);
    await signedIn.getByRole("button", { name: "Remove reader@example.com" }).click();
    await signedIn.getByRole("button", { name: "Remove Subscriber" }).click();
    await expect(signedIn.getByText("Nobody subscribes.")).toBeVisible();
    await context.close();
  },
);
