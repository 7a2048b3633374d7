import { expectAccessible } from "./accessibility";
import { expect, test } from "./fixtures";
import { openSettings } from "./pages/settings";

const SUBJECT = "Fire drill: can ";

test("a fire drill reaches a webhook and a mailbox, and the page shows who confirmed @long", async ({
  page,
  browser,
  account,
  webhooksPage,
  receiver,
  world,
}) => {
  const home = page.url();
  const caseId = new URL(home).pathname.slice(1);
  const secret = await webhooksPage.add(receiver.url);
  const teammate = await world.addTeammate(caseId);

  await openSettings(page, "Fire Drills");
  await expect(page.getByText("No fire drill yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send Fire Drill…" }).click();
  const dialog = page.getByRole("dialog", { name: "Send a fire drill?" });
  await expect(dialog).toContainText("1 channel");
  await expect(dialog).toContainText("http://127.0.0.1");
  await expect(dialog).toContainText("2 addresses");
  await expect(dialog.getByText(account.email)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send Fire Drill" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Fire drill" })).toBeVisible();
  const status = page.getByRole("status");
  await expect(status).toHaveText("0 of 3 messages confirmed");
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("127.0.0.1")).toContainText("Accepted");
  for (const address of [account.email, teammate])
    await expect(row(address)).toContainText("Kept in the outbox, not sent");
  await expect(row(account.email)).toContainText("Not confirmed yet");
  await expectAccessible(page);
  const drill = page.url();

  // Scanners open the link, and that confirms nothing.
  const mailed = await world.linkMailedTo(account.email, SUBJECT);
  expect((await fetch(mailed)).status).toBe(200);
  expect((await fetch(mailed, { method: "HEAD" })).status).toBe(200);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(mailed);
  await expect(stranger.getByRole("heading", { level: 1 })).toContainText("Fire drill of");
  await expectAccessible(stranger);
  await page.reload();
  await expect(status).toHaveText("0 of 3 messages confirmed");

  // The open page learns of the confirmation on its own.
  await stranger.getByRole("button", { name: "Confirm" }).click();
  await expect(stranger.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
  await expectAccessible(stranger);
  await expect(row(account.email)).toContainText("Confirmed just now");
  await expect(row(teammate)).toContainText("Not confirmed yet");
  await stranger.reload();
  await expect(stranger.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();

  // Without scripts, by the link in the webhook.
  expect(await receiver.events(1, secret)).toEqual(["snitch.reporting: pending → healthy"]);
  const [link = ""] = /https?:\/\/[^"\s]+\/drills\/[\w-]+/.exec(receiver.latest()?.body ?? "") ?? [];
  expect(link).not.toBe(mailed);
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(link);
  await plain.getByRole("button", { name: "Confirm" }).click();
  await expect(plain.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
  await expect(status).toHaveText("2 of 3 messages confirmed");

  const wrong = await stranger.goto(`${link.slice(0, -4)}AAAA`);
  expect(wrong?.status()).toBe(404);
  await expect(stranger.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible();
  expect(await stranger.locator('meta[name="robots"]').first().getAttribute("content")).toContain("noindex");
  await expectAccessible(stranger);

  await page.goto(drill);
  await row("127.0.0.1").getByRole("link", { name: "Accepted" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Fire drill" })).toBeVisible();
  await expect(page.getByText("Accepted (204)")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Who confirmed it" }).click();
  await expect(page).toHaveURL(drill);

  // Another one has to wait, and says so where it was asked for.
  await page.goto(`${home}/drills`);
  await expect(page.getByRole("row").filter({ hasText: "2 of 3" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send Fire Drill…" }).click();
  await dialog.getByRole("button", { name: "Send Fire Drill" }).click();
  await expect(dialog.getByRole("alert")).toContainText("less than ten minutes ago");
  await page.keyboard.press("Escape");

  await page.goto(`${home}/settings/audit`);
  await page.getByRole("link", { name: "fire drill", exact: true }).click();
  await expect(page).toHaveURL(drill);

  // A member who is signed in is named, no matter who the message was for.
  await page.goto(await world.linkMailedTo(teammate, SUBJECT));
  await expect(page.getByText(`others in it see that you confirmed it as ${account.email}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
  await page.goto(drill);
  await expect(status).toHaveText("All messages were confirmed.");
  await expect(row(teammate)).toContainText(`by ${account.email}`);

  // Who confirmed stays when the channel goes.
  await world.removeChannels(caseId);
  await page.reload();
  await expect(row("127.0.0.1")).toContainText("Removed since");
  await expect(row("127.0.0.1")).toContainText("Confirmed");
  await expect(status).toHaveText("All messages were confirmed.");
  await expectAccessible(page);

  // A viewer sees the drills, and starts none.
  await world.makeViewer(caseId, account.email);
  await page.goto(`${home}/drills`);
  await expect(page.getByRole("row").filter({ hasText: "3 of 3" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send Fire Drill…" })).toHaveCount(0);
});

test("a fire drill is planned for each month with the keyboard, and the page says when the next one is @long", async ({
  page,
  account,
  world,
}) => {
  const home = page.url();
  const caseId = new URL(home).pathname.slice(1);
  await page.goto(`${home}/drills`);
  const plan = page.getByRole("region", { name: "Monthly fire drill" });
  const next = page.getByText("Next monthly fire drill:");
  await expect(plan.getByLabel("Every month")).toHaveValue("off");
  await expect(next).toHaveCount(0);

  await plan.getByLabel("Every month").focus();
  await page.keyboard.press("O");
  await page.keyboard.press("n");
  await expect(plan.getByLabel("Every month")).toHaveValue("on");
  await page.keyboard.press("Tab");
  await expect(plan.getByLabel("Day of the month")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(plan.getByLabel("Hour")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Nowhere");
  await page.keyboard.press("Enter");
  await expect(plan.getByText("Enter a city or time zone, such as Berlin or Europe/Berlin.")).toBeVisible();
  await expect(plan.getByLabel("Time zone")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("UTC");
  await page.keyboard.press("Enter");
  await expect(plan.getByText("Saved.")).toBeVisible();
  await expect(next).toContainText("10:00");
  await expectAccessible(page);

  await page.goto(`${home}/settings/audit`);
  await expect(
    page.getByText("Plan changed from off to first weekday of the month, 10:00, UTC"),
  ).toBeVisible();

  await world.skipDrill(caseId);
  await page.goto(`${home}/drills`);
  await expect(page.getByText(/The drill of .* was skipped, because no Tattle worker ran/)).toBeVisible();
  await expectAccessible(page);

  await plan.getByLabel("Every month").selectOption("Off");
  await plan.getByRole("button", { name: "Save Plan" }).click();
  await expect(next).toHaveCount(0);
  await plan.getByLabel("Every month").selectOption("On");
  await plan.getByLabel("Day of the month").selectOption("First Monday");
  await plan.getByLabel("Hour").selectOption("07:00");
  await plan.getByRole("button", { name: "Save Plan" }).click();
  await expect(next).toContainText("07:00");

  await world.makeViewer(caseId, account.email);
  await page.reload();
  await expect(plan).toContainText("On: first Monday of the month, 07:00, UTC.");
  await expect(plan.getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
});
