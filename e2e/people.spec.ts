import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import { Account } from "./pages/account";

const anEmail = () => `${randomBytes(6).toString("hex")}@example.com`;
const PASSWORD = "correct horse battery";

/** Opens a link and checks its page with axe. */
async function open(page: Page, link: string) {
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
}

test("a new user confirms the email address by the link in the email", async ({ page, account, world }) => {
  await page.goto("/account");
  await expect(page.getByText("Not confirmed yet")).toBeVisible();
  await expectAccessible(page);

  const link = await world.linkMailedTo(account.email, "Confirm your email address");
  await open(page, link);
  await page.getByRole("button", { name: "Confirm Address" }).click();
  await expect(page.getByText(/^Confirmed on /)).toBeVisible();

  await open(page, link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
});

test("an invited person joins once, and sees what the role may do", async ({
  page,
  account,
  browser,
  world,
}) => {
  const home = page.url();
  const email = anEmail();
  await page.goto(`${home}/settings/members`);
  await page.getByLabel("Invite a person").fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption("viewer");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("row").filter({ hasText: email })).toBeVisible();
  await expectAccessible(page);

  const link = await world.linkMailedTo(email, "Join");
  const theirs = await (await browser.newContext()).newPage();
  await open(theirs, link);
  await theirs.getByLabel("Choose a password").fill(PASSWORD);
  await theirs.getByRole("button", { name: "Create Account and Join" }).click();
  await expect(theirs).toHaveURL(home);
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");

  await theirs.goto(`${home}/settings/members`);
  await expect(theirs.getByLabel("Invite a person")).toHaveCount(0);
  await expect(theirs.getByRole("table", { name: "What each role can do" })).toBeVisible();
  expect((await theirs.goto(`${home}/new`))?.status()).toBe(404);
  await theirs.goto(`${home}/api-keys`);
  await expect(theirs.getByLabel("Name of the new key")).toHaveCount(0);
  expect((await theirs.goto(`${home}/settings/danger`))?.status()).toBe(404);
  await theirs.goto(`${home}/settings`);
  await expect(theirs.getByRole("link", { name: "Danger" })).toHaveCount(0);
  await expectAccessible(theirs);

  await page.reload();
  await page.getByRole("button", { name: `Change ${email}` }).click();
  await page.getByRole("dialog").getByLabel("Role").selectOption("admin");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save Role" }).click();
  await expect(page.getByRole("row", { name: new RegExp(`${email}.*admin`) })).toBeVisible();
  await page.goto(`${home}/settings/audit`);
  await expect(
    page.getByRole("row").filter({ hasText: `${account.email}changed the role of ${email}` }),
  ).toHaveCount(1);
  await expect(page.getByText("Role changed from viewer to admin")).toBeVisible();
  await page.getByLabel("Who").fill(email);
  await page.getByRole("button", { name: "Filter" }).click();
  // They joined, and signed in.
  await expect(page.getByRole("table", { name: "Audit log" }).getByRole("row")).toHaveCount(3);
  await expectAccessible(page);
});

test("an API key is created, used, shown in the audit log by name, and revoked @long", async ({
  page,
  request,
  account,
}) => {
  const home = page.url();
  await page.goto(`${home}/api-keys`);
  await page.getByLabel("Name of the new key").fill(`Deploy of ${account.email}`);
  await page.getByLabel("Expires", { exact: true }).selectOption("90");
  await page.getByRole("button", { name: "Create Key" }).click();
  const key = await page.getByLabel("API key", { exact: true }).inputValue();
  await expect(page.getByText(`curl -u ${key}: ${new URL(home).origin}/v1/snitches`)).toBeVisible();
  await expectAccessible(page);

  const headers = { Authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` };
  const made = await request.post("/v1/snitches", { headers, data: { name: "Backup", interval: "daily" } });
  expect(made.status()).toBe(200);
  await page.goto(`${home}/settings/audit`);
  await expect(
    page.getByRole("row").filter({ hasText: "Deploy of" }).filter({ hasText: "Backup" }),
  ).toHaveCount(1);

  await page.goto(`${home}/api-keys`);
  await page.getByRole("button", { name: /^Revoke Deploy of/ }).click();
  await page.getByRole("button", { name: "Revoke Key" }).click();
  await expect(page.getByText("Revoked and expired keys (1)")).toBeVisible();
  expect((await request.get("/v1/snitches", { headers })).status()).toBe(401);
});

test("removing a member asks what happens to the API keys that they created @long", async ({
  page,
  request,
  account,
  browser,
  world,
}) => {
  const home = page.url();
  const caseId = new URL(home).pathname.slice(1);
  const removal = async (keyName: string) => {
    const email = anEmail();
    const theirs = await (await browser.newContext()).newPage();
    await new Account(theirs, email, PASSWORD).signUp();
    await world.addAdmin(caseId, email);
    await theirs.goto(`${home}/api-keys`);
    await theirs.getByLabel("Name of the new key").fill(keyName);
    await theirs.getByRole("button", { name: "Create Key" }).click();
    const key = await theirs.getByLabel("API key", { exact: true }).inputValue();
    await page.goto(`${home}/settings/members`);
    await page.getByRole("button", { name: `Change ${email}` }).click();
    await expect(page.getByRole("dialog")).toContainText(
      `They created an API key that still works: ${keyName}.`,
    );
    const statusOfKey = async () =>
      (
        await request.get("/v1/snitches", {
          headers: { Authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` },
        })
      ).status();
    return { email, theirs, statusOfKey };
  };

  const kept = await removal("Deploy");
  await expect(page.getByRole("radio", { name: "Revoke it" })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Keep it" }).check();
  await page.getByRole("button", { name: "Remove from Case" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Members" }).getByText(kept.email)).toHaveCount(0);
  expect(await kept.statusOfKey()).toBe(200);
  await page.goto(`${home}/api-keys`);
  await expect(page.getByText("may have a copy: “Deploy”.")).toBeVisible();
  await expect(page.getByText(`by ${kept.email}, who is no longer a member`)).toBeVisible();
  await expectAccessible(page);

  const revoked = await removal("Metrics");
  await page.getByRole("button", { name: "Remove from Case" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Members" }).getByText(revoked.email)).toHaveCount(0);
  expect(await revoked.statusOfKey()).toBe(401);
  await page.goto(`${home}/settings/audit`);
  const removed = page.getByRole("row").filter({ hasText: `${account.email}removed` });
  await expect(removed.filter({ hasText: "Kept keys: Deploy" })).toHaveCount(1);
  await expect(removed.filter({ hasText: "Revoked keys: Metrics" })).toHaveCount(1);

  const left = await removal("Reports");
  await page.keyboard.press("Escape");
  await left.theirs.goto(`${home}/settings/members`);
  await left.theirs.getByRole("button", { name: /^Leave / }).click();
  await expect(left.theirs.getByRole("dialog")).toContainText(
    "You created an API key that still works: Reports.",
  );
  await expectAccessible(left.theirs);
  await left.theirs.getByRole("button", { name: "Leave Case" }).click();
  await expect(left.theirs).toHaveURL((url) => url.pathname !== `/${caseId}/settings/members`);
  expect(await left.statusOfKey()).toBe(401);
});

signedInTest(
  "a case is deleted by typing its name, and its check-in URLs are unknown afterwards",
  async ({ page, request, snitchPage }) => {
    const home = page.url();
    const { url } = await snitchPage.add("Nightly backup", "Daily");
    await page.goto(`${home}/settings`);
    const name = await page.getByLabel("Name", { exact: true }).inputValue();
    await page.getByRole("link", { name: "Danger" }).click();
    await page.getByRole("button", { name: "Delete Case…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("another name");
    await dialog.getByRole("button", { name: "Delete Case" }).click();
    await expect(dialog.getByText(`must be “${name}”`)).toBeVisible();
    await expectAccessible(page);

    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Delete Case" }).click();
    await expect(page).toHaveURL(/\/cases\/new$/);
    expect((await page.goto(home))?.status()).toBe(404);
    expect((await request.get(url)).status()).toBe(404);
  },
);

test("a person who forgot the password signs in by link, sets a new one, and is signed out everywhere else", async ({
  page,
  account,
  browser,
  world,
}) => {
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto("/sign-in/link");
  await expectAccessible(elsewhere);
  await elsewhere.getByLabel("Email").fill(account.email);
  await elsewhere.getByRole("button", { name: "Create Link" }).click();
  await expect(
    elsewhere.getByText("If this address has an account, a link is kept in the outbox, not sent"),
  ).toBeVisible();
  await open(elsewhere, await world.linkMailedTo(account.email, "Your sign-in link"));
  await elsewhere.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");

  const third = await (await browser.newContext()).newPage();
  await third.goto("/password");
  await expectAccessible(third);
  await third.getByLabel("Email").fill(account.email);
  await third.getByRole("button", { name: "Create Link" }).click();
  await expect(third.getByText("a link is kept in the outbox, not sent")).toBeVisible();
  await open(third, await world.linkMailedTo(account.email, "Choose a new password"));
  await third.getByLabel("New password").fill("battery staple");
  await third.getByRole("button", { name: "Save Password and Sign In" }).click();
  await expect(third.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");

  for (const ended of [page, elsewhere]) {
    await ended.goto("/account");
    await expect(ended).toHaveURL(/\/sign-in\?to=%2Faccount$/);
  }
  await new Account(page, account.email, "battery staple").signIn();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");
});

test("a person sees the browsers in which they are signed in, and signs one of them out @long", async ({
  page,
  account,
  browser,
}) => {
  const elsewhere = await (
    await browser.newContext({ userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko Firefox/145.0" })
  ).newPage();
  await new Account(elsewhere, account.email, account.password).signIn();
  await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");

  await page.goto("/account");
  const sessions = page.getByRole("table", { name: "Sessions" });
  await expect(sessions.getByRole("row")).toHaveCount(3);
  await expect(sessions.getByRole("row").filter({ hasText: "(this browser)" })).toHaveCount(1);
  await expectAccessible(page);
  await sessions.getByRole("button", { name: "Sign Out Firefox on Linux" }).click();
  await expect(sessions.getByRole("row")).toHaveCount(2);
  await elsewhere.goto("/account");
  await expect(elsewhere).toHaveURL(/\/sign-in\?to=%2Faccount$/);

  await sessions.getByRole("button", { name: /^Sign Out/ }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("a person changes the email address, then deletes the account @long", async ({
  page,
  account,
  world,
}) => {
  const email = anEmail();
  await page.goto("/account");
  await page.getByLabel("New address").fill(email);
  await page.getByRole("button", { name: "Create Link" }).click();
  await expect(
    page.getByText("If the address isn’t in use yet, a link is kept in the outbox, not sent"),
  ).toBeVisible();
  await open(page, await world.linkMailedTo(email, "Confirm your email address"));
  await page.getByRole("button", { name: "Change Address" }).click();
  await expect(page.getByText(/^Confirmed on /)).toBeVisible();
  await world.linkMailedTo(account.email, "Your email address was changed");

  await page.getByRole("button", { name: "Delete Account…" }).click();
  await expect(page.getByRole("dialog")).toContainText("You are the only member of");
  await expectAccessible(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await world.sessionsAge(email);
  await dialog.getByRole("button", { name: "Delete Account", exact: true }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm it’s you" });
  await confirmation.getByLabel("Password").fill("a guess");
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await expect(confirmation.getByText("Password is incorrect.")).toBeVisible();
  await confirmation.getByLabel("Password").fill(account.password);
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
  await new Account(page, email, account.password).signIn();
  await expect(page.getByRole("alert").filter({ hasText: "Incorrect email or password" })).toBeVisible();
});

test("the operator sees all cases, all users and the state of alerting @long", async ({
  page,
  account,
  world,
}) => {
  await world.makeOperator(account.email);
  await open(page, "/operator");
  await expect(page.getByText("Channel delivery")).toBeVisible();
  await expect(page.getByText(/^● (empty|\d+ in )/)).toBeVisible();
  await page.getByLabel("Search cases").fill("no case has this name");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("No case matches.")).toBeVisible();
  await open(page, `/operator/users?search=${account.email}`);
  await expect(page.getByRole("table", { name: "People" }).getByText(account.email)).toBeVisible();
});

test("a incorrect password, and then the right one, are in the audit log, and a key’s limit is set on its page @long", async ({
  page,
  account,
}) => {
  const home = page.url();
  await page.goto(`${home}/api-keys`);
  await page.getByLabel("Name of the new key").fill("Jobs");
  await page.getByLabel("Permissions").selectOption("Cronitor: check-ins");
  await page.getByLabel("Snitches it may add").first().fill("20");
  await page.getByRole("button", { name: "Create Key" }).click();
  await page.getByText("0 of 20").click();
  const keys = page.getByRole("table", { name: "API keys", exact: true });
  await keys.getByLabel("Snitches it may add").fill("");
  await keys.getByRole("button", { name: "Save" }).click();
  await expect(keys.getByText("0 of any number")).toBeVisible();
  await expectAccessible(page);

  await page.context().clearCookies();
  await new Account(page, account.email, "a guess").signIn();
  await expect(page.getByRole("alert").filter({ hasText: "Incorrect email or password" })).toBeVisible();
  await new Account(page, account.email, account.password).signIn();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");
  await page.goto(`${home}/settings/audit`);
  const rows = page.getByRole("row");
  await expect(rows.filter({ hasText: "Someone" }).filter({ hasText: account.email })).toHaveCount(1);
  await expect(rows.filter({ hasText: "signed in as" })).toHaveCount(2);
  await expect(rows.filter({ hasText: "changed the limit of the API key" })).toHaveCount(1);
});
