import { MINUTE_MS } from "@/lib/rules/durations";
import { type MuteTime, muteEnd, muteTimesAt } from "@/lib/rules/notifications/mute";
import { expectAccessible, expectAccessibleAtAnyWidth } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import { hydrated, pressToFocus } from "./pages/command-menu";
import type { World } from "./test-data";

const ZONE = "Asia/Kabul";
test.use({ timezoneId: ZONE });

/** “Until tomorrow”; before 06:00 “Until this morning”. */
const UNTIL_MORNING = /^Until (tomorrow|this morning)\b.*09:00$/;
const firstMorning = (zone = ZONE): MuteTime => muteTimesAt(new Date(), zone)[2] ?? "tomorrow";

let startedAt: Date;
test.beforeEach(() => {
  // The page may show its times by the minute.
  startedAt = new Date(Date.now() - MINUTE_MS);
});

/** Waits for a pause that ends when its words promise, if it began during this test. */
const expectPaused = (world: World, token: string, time: MuteTime) =>
  expect
    .poll(async () => {
      const end = await world.pauseEnd(token);
      return end && muteEnd(time, startedAt, ZONE) <= end && end <= muteEnd(time, new Date(), ZONE);
    })
    .toBe(true);

const parseCaseId = (url: string) => new URL(url).pathname.slice(1);

signedInTest(
  "a snitch is paused from its row until tomorrow in the reader’s zone @long",
  async ({ page, world, snitchList }) => {
    const [token = ""] = await world.fill(parseCaseId(page.url()), [
      { name: "Alpha", status: "failed" },
      { name: "Bravo", status: "pending" },
    ]);
    await page.reload();
    await page.getByRole("button", { name: "Actions for Bravo" }).click();
    const items = page.getByRole("menuitem");
    await expect(items).toHaveText([
      "Acknowledge",
      "Check In Now",
      "Snooze",
      "Pauseafter its first check-in",
      "Copy Check-in URL",
      "Settings",
    ]);
    await expect(items.filter({ hasText: "Pause" })).toHaveAttribute("aria-disabled", "true");
    await expectAccessible(page);
    await page.keyboard.press("Escape");

    await hydrated(page);
    // A pointer that leaves an item of the menu takes the focus along, and that closes what is open next to it.
    await page.mouse.move(0, 0);
    await page.getByRole("link", { name: "Alpha" }).focus();
    await page.keyboard.press("p");
    await expect(page.getByRole("menuitem", { name: /^1 hour/ })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: UNTIL_MORNING }).click();
    await expect(page.getByText(/^Paused Alpha until .*, 09:00\.$/)).toBeVisible();
    await expect(snitchList.row("Alpha")).toContainText("Paused");
    await expectPaused(world, token, firstMorning());
  },
);

signedInTest(
  "a snooze from the row of a missing snitch keeps it watched; p opens the same menu at Pause, and Escape returns to the row @long",
  async ({ page, world, snitchList }) => {
    const home = page.url();
    const [token = ""] = await world.fill(parseCaseId(home), [{ name: "Alpha", status: "healthy" }]);
    await world.daysPass(token, 2);
    await page.reload();
    await hydrated(page);
    await expect(snitchList.row("Alpha")).toContainText("Missing");
    const group = (name: RegExp) => page.getByRole("group", { name });
    await page.getByRole("link", { name: "Alpha", exact: true }).focus();
    await page.keyboard.press("p");
    await expect(
      group(/^Pause monitoring/)
        .getByRole("menuitem")
        .first(),
    ).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Alpha", exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Actions for Alpha" }).click();
    await page.getByRole("menuitem", { name: "Acknowledge", exact: true }).click();
    await expect(page.getByText("Acknowledged Alpha.")).toBeVisible();
    await expect(snitchList.row("Alpha")).toContainText("Acknowledged");
    await page.getByRole("link", { name: "Alpha", exact: true }).focus();
    await page.keyboard.press("s");
    await expect(
      group(/^Snooze alerts/)
        .getByRole("menuitem")
        .first(),
    ).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^Snoozed the alerts of Alpha until .*\.$/)).toBeVisible();
    await expect(snitchList.row("Alpha")).toContainText("Missing");
    expect((await world.incident(token))?.snoozedUntil).not.toBeNull();
    expect(await world.pauseEnd(token)).toBeNull();

    // The incident’s page has the same menu, without the half that is under way.
    await page.goto(`${home}/incidents/${(await world.incident(token))?.id}`);
    await hydrated(page);
    const firstPause = group(/^Pause monitoring/)
      .getByRole("menuitem")
      .first();
    await pressToFocus(page, "p", firstPause);
    await expect(group(/^Snooze alerts/)).toHaveCount(0);
    await page.getByRole("menuitem", { name: "Until I unpause it" }).click();
    await expect(page.getByRole("button", { name: "End Snooze" })).toHaveCount(0);
    await page.goto(`${home}/snitches/${token}`);
    await expect(page.getByRole("status", { name: "Status" })).toHaveText("Paused");
  },
);

signedInTest(
  "a snitch is paused on its page, by keyboard, and again while it is paused @long",
  async ({ page, account, world, snitchPage }) => {
    const [token = ""] = await world.fill(parseCaseId(page.url()), [{ name: "Alpha", status: "errored" }]);
    await page.goto(`${page.url()}/snitches/${token}`);
    await hydrated(page);

    await pressToFocus(page, "s", page.getByRole("menuitem", { name: /^1 hour/ }));
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: /^4 hours/ })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(snitchPage.status()).toHaveText("Paused");
    await expectPaused(world, token, "4_hours");
    await expect(page.getByText(`by ${account.email}`)).toBeVisible();

    await snitchPage.mute().click();
    // On a Sunday, tomorrow is Monday, and is offered once.
    const untilMorning = page.getByRole("menuitem", { name: /^Until .*(morning|tomorrow|Monday)/ });
    await untilMorning.last().click();
    await expectPaused(world, token, "monday");

    await snitchPage.mute().click();
    await page.getByRole("menuitem", { name: "Until a time…" }).click();
    const dialog = page.getByRole("dialog", { name: "Pause monitoring until a time" });
    await expect(dialog.getByText(`In ${ZONE}.`)).toBeVisible();
    await dialog.getByLabel("Time").fill("2020-01-01T09:00");
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(dialog.getByText("Time must be in the future.")).toBeVisible();
    await dialog.getByLabel("Time").fill("2100-01-01T09:00");
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => world.pauseEnd(token)).toEqual(new Date("2100-01-01T04:30Z"));
  },
);

signedInTest(
  "a snitch is paused by command, from anywhere and on its page @long",
  async ({ page, world, commandMenu, snitchPage }) => {
    const home = page.url();
    const [token = ""] = await world.fill(parseCaseId(home), [{ name: "Nightly backup", status: "healthy" }]);
    await page.reload();

    await commandMenu.open();
    await commandMenu.choose("pause a", "Pause a Snitch…");
    await commandMenu.choose("night", "Nightly backup");
    await expectAccessible(page);
    await commandMenu.choose("until t", UNTIL_MORNING);
    await expect(page.getByText(/^Paused Nightly backup until .*, 09:00\.$/)).toBeVisible();
    await expectPaused(world, token, firstMorning());

    await page.goto(`${home}/snitches/${token}`);
    await commandMenu.open();
    await commandMenu.choose("mute this", "Snooze This Snitch…");
    await page.getByRole("menuitem", { name: /^1 hour/ }).click();
    await expectPaused(world, token, "1_hour");
    await expect(snitchPage.status()).toHaveText("Paused");
  },
);

test("the link of an alert mail opens a page that mutes only when asked to @long", async ({
  page,
  account,
  world,
  snitchPage,
}) => {
  const home = page.url();
  const [token = ""] = await world.fill(parseCaseId(home), [{ name: "Alpha", status: "healthy" }]);
  await world.daysPass(token, 2);
  const link = await world.snoozeLinkMailedTo(account.email);

  await page.goto(link);
  await expect(snitchPage.status()).toHaveText("Missing");
  await expect(page.getByRole("heading", { level: 1, name: "Snooze Alpha", exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: /^4 hours / })).toHaveCount(2);
  expect((await world.incident(token))?.snoozedUntil).toBeNull();
  await expectAccessibleAtAnyWidth(page);
  await page
    .getByRole("group", { name: /^Snooze alerts/ })
    .getByRole("radio", { name: UNTIL_MORNING })
    .check();
  await page.getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(page).toHaveURL(/\/incidents\/[\w-]+$/);
  await expect(snitchPage.status()).toHaveText("Missing");
  expect((await world.incident(token))?.snoozedUntil).toEqual(muteEnd(firstMorning(), new Date(), ZONE));
  expect(await world.pauseEnd(token)).toBeNull();
});

signedInTest(
  "without JavaScript the page pauses too, in the zone that it names, and refuses what is pending @long",
  async ({ browser, page, baseURL, world }) => {
    const home = page.url();
    const [alpha = "", bravo = ""] = await world.fill(parseCaseId(home), [
      { name: "Alpha", status: "healthy" },
      { name: "Bravo", status: "pending" },
    ]);
    const storageState = await page.context().storageState();
    // Nothing has said the reader’s zone yet.
    const cookies = storageState.cookies.filter(({ name }) => name !== "time-zone");
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL,
      storageState: { ...storageState, cookies },
    });
    const still = await context.newPage();
    await still.goto(`${home}/snitches/${alpha}/snooze`);
    await still.getByRole("radio", { name: UNTIL_MORNING }).check();
    await expect(still.getByText("Times are in UTC.")).toBeVisible();
    await still.getByRole("button", { name: "Pause" }).click();
    await expect(still.getByRole("status", { name: "Status" })).toHaveText("Paused");
    expect(await world.pauseEnd(alpha)).toEqual(muteEnd(firstMorning("UTC"), new Date(), "UTC"));

    await still.goto(`${home}/snitches/${bravo}/snooze`);
    await expect(still.getByText("A snitch cannot be paused before its first check-in.")).toBeVisible();
    await context.close();
  },
);
