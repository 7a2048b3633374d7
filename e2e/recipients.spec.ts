import { randomBytes } from "node:crypto";
import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";

test("an address outside the case confirms before it is alerted, leaves with one click, and the members take over @long", async ({
  page,
  request,
  browser,
  account,
  snitchPage,
  world,
}) => {
  const stranger = `${randomBytes(6).toString("hex")}@example.com`;
  const home = page.url();
  const { url, token } = await snitchPage.add("Nightly backup", "Daily");
  const snitchUrl = `${home}/snitches/${token}`;
  await snitchPage.edit(snitchUrl, "Alerts");
  await expect(page.getByText("An address outside the case is asked to confirm first.")).toBeVisible();
  await page.getByLabel("Recipients").fill(stranger);
  await snitchPage.save();
  await page.goto(snitchUrl);
  const notEmailed = page.getByRole("region", { name: "Recipients without emails" });
  await expect(notEmailed).toContainText("not confirmed yet");
  await expect(notEmailed).toContainText("Its alerts go to the case’s alert address or its members instead.");
  await expectAccessible(page);

  // The job is missed before the address confirms: a member gets the alert, and the reason.
  const missing = "▲ Missing: Nightly backup";
  expect((await request.get(url)).status()).toBe(202);
  await world.daysPass(token, 3);
  await expect.poll(() => world.countMailed(account.email, missing)).toBe(1);
  expect(await world.countMailed(stranger, missing)).toBe(0);
  await page.reload();
  await expect(page.getByText(`${stranger}: not sent, address not confirmed yet`).first()).toBeVisible();
  await expect(
    page
      .getByText(`${account.email} instead: kept in the outbox, not sent: no mail server is set up`)
      .first(),
  ).toBeVisible();

  // Opening the link changes nothing; the button confirms.
  const link = await world.linkMailedTo(stranger, "Confirm your address to get alerts");
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("May we email you?");
  await expectAccessible(theirs);
  await theirs.reload();
  await theirs.getByRole("button", { name: "Confirm Address" }).click();
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Emails from this case");
  await expectAccessible(theirs);
  await theirs.getByLabel("While a job is missing").selectOption("Only the first, until it recovers");
  await theirs.getByRole("button", { name: "Save Choice" }).click();
  await expect(theirs.getByText("Saved.")).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByLabel("While a job is missing")).toHaveValue("first");
  await page.reload();
  await expect(notEmailed).toHaveCount(0);

  await request.get(url);
  // Another day than before: an alert of the same time would be the same alert.
  await world.daysPass(token, 4);
  await expect.poll(() => world.countMailed(stranger, missing)).toBe(1);

  // The mail provider's request has no cookies and a foreign origin.
  const choices = await world.choiceLinkMailedTo(stranger);
  const oneClick = choices.replace("/recipients/", "/unsubscribe/");
  const opened = await fetch(oneClick, { redirect: "manual" });
  expect([opened.status, opened.headers.get("location")]).toEqual([303, new URL(choices).pathname]);
  const posted = await fetch(oneClick, {
    method: "POST",
    headers: { Origin: "https://mail.example" },
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(posted.status).toBe(200);
  await page.reload();
  await expect(notEmailed).toContainText(/unsubscribed on \d+ \w+ \d{4}/);
  await page.goto(`${home}/settings/notifications`);
  await expect(page.getByRole("table", { name: "Recipients outside the case" })).toContainText(
    /unsubscribed on/,
  );
  await expectAccessible(page);
  await page.goto(`${home}/settings/audit`);
  await expect(page.getByText(`unsubscribed ${stranger}`)).toBeVisible();

  await request.get(url);
  await world.daysPass(token, 5);
  await expect.poll(() => world.countMailed(account.email, missing)).toBe(2);
  expect(await world.countMailed(stranger, missing)).toBe(1);

  await theirs.goto(choices);
  await theirs.getByRole("button", { name: "Subscribe Again" }).click();
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Emails from this case");
});

signedInTest(
  "members choose how often they are emailed, and admins for the whole case @long",
  async ({ page }) => {
    const settings = `${page.url()}/settings/notifications`;
    await page.goto(settings);
    await page.getByRole("link", { name: "Edit Emails while a snitch is missing" }).click();
    await page
      .getByRole("combobox", { name: "Emails while a snitch is missing" })
      .selectOption("The first, then one a day");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("The first, then one a day.")).toBeVisible();
    await page.getByRole("link", { name: "their account" }).click();
    const own = page.getByLabel("Emails to you while a snitch is missing");
    await expect(own.getByRole("option", { name: "Case default: the first, then one a day" })).toBeAttached();
    await own.selectOption("Every missed period");
    await page.getByRole("button", { name: "Save" }).click();
    const form = page.locator("form").filter({ has: own });
    await expect(form.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(own).toHaveValue("every");
    await page.goto(settings);
    await expect(page.getByText("The first, then one a day.")).toBeVisible();
  },
);
