import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";

const anEmail = () => `${randomBytes(6).toString("hex")}@example.com`;
const PASSWORD = "correct horse battery";
const NOT_SENT = "kept in the outbox, not sent: no mail server is set up";

/** Opens a page and expects that it calls no email sent. */
async function expectNothingSent(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // biome-ignore lint/performance/useDomNodeTextContent: textContent joins the words of neighbouring elements.
  const text = await page.getByRole("main").innerText();
  const promises = text.match(/.{0,40}(?<!\b(?:not|being) )\b(?:sent|on its way)\b.{0,40}/gi);
  expect(promises ?? [], path).toEqual([]);
}

async function expectAccessibleAtBothWidths(page: Page) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${page.url()} at ${width}`).toBeLessThanOrEqual(0);
  }
}

test("captured mail is never called sent, on any page @long", async ({ page, account, world }) => {
  await world.makeOperator(account.email);
  const home = page.url();
  const caseId = new URL(home).pathname.slice(1);
  const [token = ""] = await world.fill(caseId, [{ name: "Backup", status: "healthy" }]);
  await world.daysPass(token, 2);
  const snitch = `${home}/snitches/${token}`;
  await expect(async () => {
    await page.goto(snitch);
    await expect(page.getByText(`${account.email}: ${NOT_SENT}`).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const email = anEmail();
  await page.goto(`${home}/settings/members`);
  await page.getByLabel("Invite a person").fill(email);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText(
    /kept in the outbox, not sent/i,
  );

  const settings = ["", "/notifications", "/members", "/email", "/data", "/audit"].map(
    (tab) => `${home}/settings${tab}`,
  );
  const others = [
    "/outbox",
    "/operator",
    "/operator/email",
    "/account",
    "/account/notifications",
    "/password",
    "/sign-in/link",
  ];
  for (const path of [home, snitch, `${snitch}?show=notifications`, ...settings, ...others]) {
    await expectNothingSent(page, path);
  }
  await page.goto("/outbox");
  const mails = page.getByRole("row").filter({ hasText: account.email });
  await mails.getByRole("link", { name: /Missing: Backup/ }).click();
  await expect(page.getByText(/^kept in the outbox, not sent/i)).toBeVisible();
});

test("until a mail server is set up, members see a notice, and the operator also a step and a page with a test mail @long", async ({
  page,
  account,
  world,
}) => {
  const home = page.url();
  const notice = page.getByText("No mail server is set up.", { exact: true });
  await expect(notice).toBeVisible();
  await expect(page.getByText("No one receives alerts by email.")).toBeVisible();
  await expect(page.getByRole("link", { name: "outbox" })).toHaveCount(0);
  await page.getByRole("link", { name: "Whom to ask" }).click();
  await expect(page.getByText("Only the operator of this installation can set up email")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send Test Email" })).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);
  expect((await page.goto("/operator/email"))?.status()).toBe(404);

  await world.makeOperator(account.email);
  await page.goto(home);
  await expect(notice).toBeVisible();
  await expect(page.getByRole("region", { name: "Getting started" }).getByText("0 of 6")).toBeVisible();
  await page.getByRole("region", { name: "Getting started" }).getByText("Set up email").click();
  await expect(page).toHaveURL(`${home}/settings/email`);
  await expect(page.getByText("SMTP_URL=smtp://")).toBeVisible();
  await page.getByRole("button", { name: "Send Test Email" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Kept in the outbox, not sent" })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("link", { name: "Read it in the outbox" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Test email from Tattle");
  await expect(page.getByText(account.email, { exact: true }).last()).toBeVisible();

  await page.goto("/operator/email");
  await page.getByLabel("Send it to").fill("nobody");
  await page.getByRole("button", { name: "Send Test Email" }).click();
  await expect(page.getByText("Enter a valid email address.")).toBeVisible();
});

signedInTest(
  "a copied invitation link opens and joins, and the address is not confirmed by it @long",
  async ({ page, browser, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const home = page.url();
    const email = anEmail();
    await page.goto(`${home}/settings/members`);
    await page.getByLabel("Invite a person").fill(email);
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByRole("button", { name: `Copy Invitation Link for ${email}` }).click();
    await expect(page.getByRole("row").filter({ hasText: email }).getByText("Copied")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/invitations\/[\w-]{43}$/);
    await expectAccessibleAtBothWidths(page);

    const theirs = await (await browser.newContext()).newPage();
    await theirs.goto(link);
    await expect(theirs.getByRole("link", { name: "Sign in to join" })).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByLabel("Choose a password").fill(PASSWORD);
    await theirs.getByRole("button", { name: "Create Account and Join" }).click();
    await expect(theirs).toHaveURL(home);
    await theirs.goto("/account");
    await expect(theirs.getByText("Not confirmed yet")).toBeVisible();
    await theirs.goto(link);
    await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
  },
);

test("the outbox has pages, a search in subjects and a filter by address @long", async ({
  page,
  account,
  world,
}) => {
  await world.makeOperator(account.email);
  const to = anEmail();
  await world.capture(110, to, "Quarterly 100 % report");
  await page.goto("/outbox");
  await page.getByLabel("Filter by address").fill(to.toUpperCase());
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  const rows = page.getByRole("table", { name: "Captured emails" }).getByRole("row");
  await expect(rows).toHaveCount(51);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(rows.nth(1)).toContainText("report 51");
  await page.getByRole("link", { name: "Older" }).click();
  await expect(rows).toHaveCount(11);
  await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(rows.nth(1)).toContainText("report 1");

  await page.getByLabel("Search subjects").fill("100 % REPORT 77");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole("link", { name: to }).click();
  await expect(page).toHaveURL(new RegExp(`subject=.*&to=${encodeURIComponent(to)}`));
  await page.getByLabel("Search subjects").fill("nothing like it");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No email matches")).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("link", { name: "Clear Search" }).click();
  await expect(page).toHaveURL(/\/outbox$/);
});
