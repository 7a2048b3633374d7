import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { FAILING_OUTPUT } from "@/testing/failing-output";
import { expectAccessible, expectAccessibleAtAnyWidth } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import { hydrated } from "./pages/command-menu";
import { SnitchPage } from "./pages/snitch-page";

const parseCaseId = (url: string) => new URL(url).pathname.slice(1);

test("an incident is acknowledged on a page behind a sign-in, which changes nothing on its own", async ({
  page,
  account,
  world,
  snitchPage,
  request,
}) => {
  const home = page.url();
  const [token = ""] = await world.fill(parseCaseId(home), [{ name: "Alpha", status: "healthy" }]);
  await world.daysPass(token, 2);
  await expect.poll(() => world.incident(token)).not.toBeNull();
  const link = `${home}/incidents/${(await world.incident(token))?.id}/acknowledge`;

  // A scanner of links has no session.
  expect((await request.get(link)).url()).toContain("/sign-in");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Acknowledge Alpha", exact: true })).toBeVisible();
  await expect(snitchPage.status()).toHaveText("Missing");
  await expectAccessibleAtAnyWidth(page);
  expect((await world.incident(token))?.acknowledgedBy).toBeNull();

  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText(`Acknowledged by ${account.email}, `)).toBeVisible();
  await expect(page.getByRole("button", { name: "Acknowledge" })).toHaveCount(0);
  expect((await world.incident(token))?.acknowledgedBy).toBe(account.email);

  await page.getByRole("link", { name: "Open the incident" }).click();
  const story = page.getByRole("region", { name: "Incident timeline" });
  await expect(story.getByRole("listitem")).toHaveCount(2);
  await expect(story.getByText(`Acknowledged by ${account.email}`)).toBeVisible();
  await expect(story.getByText(/^Missed check-in/)).toBeVisible();
  await expect(story.getByText(new RegExp(`^${account.email}: `))).toBeVisible();
});

signedInTest(
  "an incident is assigned, an acknowledgement taken back, and a note written, also after its end @long",
  async ({ page, request, account, world, snitchPage }) => {
    const { token, url } = await snitchPage.add("Nightly backup", "Daily");
    const home = page.url().split("/snitches/")[0] ?? "";
    await request.get(url);
    await expect.poll(() => world.deadline(token)).not.toBeNull();
    await world.daysPass(token, 3);
    await expect.poll(() => world.incident(token)).not.toBeNull();
    await page.goto(`${home}/incidents/${(await world.incident(token))?.id}`);
    await hydrated(page);
    const story = page.getByRole("region", { name: "Incident timeline" });

    await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
    await page.getByRole("button", { name: "Unacknowledge" }).click();
    await expect(story.getByText(`Unacknowledged by ${account.email}`)).toBeVisible();
    expect((await world.incident(token))?.acknowledgedBy).toBeNull();
    await page.getByLabel("Assigned to").selectOption(account.email);
    await page.getByRole("button", { name: "Assign", exact: true }).click();
    await expect(story.getByText(`Assigned to ${account.email} by ${account.email}`)).toBeVisible();
    await expect(page.getByLabel("Assigned to")).toHaveValue(account.email);

    await page.getByLabel("Note").fill("The disk of db7 is full.\n<b>Deleting dumps</b>");
    await page.getByLabel("State").selectOption("Identified");
    await page.getByRole("button", { name: "Add Note" }).click();
    await expect(story.getByText("<b>Deleting dumps</b>")).toBeVisible();
    await expect(story.getByText(`Identified by ${account.email}`)).toBeVisible();
    await expect(page.getByLabel("Note")).toHaveValue("");
    await expectAccessibleAtAnyWidth(page);
  },
);

signedInTest(
  "an incident is seen, acknowledged and snoozed by keyboard, and its end is notified",
  async ({ page, request, account, world, snitchPage, snitchList }) => {
    const { token, url } = await snitchPage.add("Nightly backup", "Daily");
    const home = page.url().split("/snitches/")[0] ?? "";
    await request.get(url);
    await expect.poll(() => world.deadline(token)).not.toBeNull();
    await world.daysPass(token, 3);
    await expect.poll(() => world.incident(token)).not.toBeNull();
    await page.goto(`${home}/incidents`);
    await expect(page.getByRole("link", { name: "Incidents 1 open" })).toBeVisible();
    const open = page.getByRole("list", { name: "Open incidents" });
    await expect(open.getByRole("listitem")).toHaveText([/^Nightly backup\s*expected by .*, last healthy /]);
    await expectAccessible(page);

    await open.getByRole("link", { name: "Nightly backup" }).focus();
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("heading", { level: 1, name: "Nightly backup: missed check-in", exact: true }),
    ).toBeVisible();
    await hydrated(page);
    await page.keyboard.press("a");
    await expect(page.getByText(`Acknowledged by ${account.email}, `)).toBeVisible();
    await page.keyboard.press("s");
    await expect(page.getByRole("menuitem", { name: /^1 hour/ }).first()).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: /^4 hours/ }).first()).toBeFocused();
    const before = Date.now();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^Snoozed until .*The snitch stays monitored\.$/)).toBeVisible();
    const end = (await world.incident(token))?.snoozedUntil?.getTime() ?? 0;
    expect(end).toBeGreaterThanOrEqual(before + 4 * HOUR_MS - MINUTE_MS);
    expect(end).toBeLessThanOrEqual(Date.now() + 4 * HOUR_MS + MINUTE_MS);
    await expectAccessible(page);

    // The snitch is monitored as before, and its pages say what keeps alerts back.
    await page.goto(home);
    await expect(snitchList.row("Nightly backup")).toContainText("Missing");
    await expect(snitchList.row("Nightly backup")).toContainText("Acknowledged");
    await expect(snitchList.row("Nightly backup")).toContainText(/Snoozed until/);
    await page.goto(`${home}/snitches/${token}`);
    await expect(snitchPage.status()).toHaveText("Missing");
    await snitchPage.mute().click();
    await expect(page.getByRole("menu").getByRole("group")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expectAccessible(page);
    await page.getByRole("button", { name: "End Snooze" }).click();
    await expect(snitchPage.mute()).toBeFocused();

    await request.get(url);
    await expect(snitchPage.status()).toHaveText("Healthy");
    await expect.poll(() => world.countMailed(account.email, "● Recovered")).toBe(1);
    await page.goto(`${home}/incidents`);
    await expect(page.getByText("All clear.")).toBeVisible();
    await page.getByRole("link", { name: "Closed", exact: true }).click();
    await page.getByRole("list", { name: "Closed incidents" }).getByRole("link").click();
    await expect(page.getByRole("status", { name: "Status" })).toHaveText("Recovered");
    await expect(page.getByRole("button", { name: "Acknowledge" })).toHaveCount(0);
  },
);

const CAUSES = [
  "OSError: [Errno 28] No space left on device: '/data/{id}'",
  "connect ECONNREFUSED 10.0.3.7:5432",
  "Killed by signal 9 in {id}",
  "Timed out after 30 s",
];

signedInTest(
  "sixty open incidents of four causes are acknowledged by cause in two key presses each @long",
  async ({ page, account, world, commandMenu }) => {
    const home = page.url();
    const caseId = parseCaseId(home);
    const tokens: string[] = [];
    for (const [i, message] of CAUSES.entries()) {
      const fifteen = Array.from({ length: 15 }, (_, at) => ({
        name: `Job ${i} of db${at}`,
        status: "errored",
        tags: [at % 3 ? "test" : "prod"],
      }));
      tokens.push(...(await world.fill(caseId, fifteen)));
      await world.openIncidents(caseId, message);
    }
    await page.goto(`${home}/incidents`);
    const groups = page.getByRole("heading", { level: 2 }).getByRole("button", { name: /– 15$/ });
    await expect(groups).toHaveCount(4);
    await expect(page.getByRole("button", { name: "OSError: No space left on device – 15" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Open incidents" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Acknowledge", exact: true })).toHaveCount(0);
    await expectAccessible(page);

    await hydrated(page);
    await page.getByRole("button", { name: /^OSError/ }).click();
    const space = page.getByRole("list", { name: /^OSError/ }).getByRole("listitem");
    await expect(space).toHaveCount(15);
    expect(
      new Set(
        await space.evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height))),
      ),
    ).toEqual(new Set([44]));
    await expectAccessible(page);

    // A cause is found by its words, a snitch by its name, and a tag by the filter.
    await commandMenu.open();
    await commandMenu.choose("space left", "OSError: No space left on device");
    await expect(page).toHaveURL(/\/incidents\?cause=OSError/);
    await expect(space).toHaveCount(15);
    await expect(groups).toHaveCount(1);
    await page.goto(`${home}/incidents?group=none`);
    const open = page.getByRole("list", { name: "Open incidents" }).getByRole("listitem");
    await expect(open).toHaveCount(60);
    await page.getByLabel("Search incidents").fill("Job 3 of db4");
    await expect(open).toHaveText([/Job 3 of db4/]);
    await page.getByText("Filter", { exact: true }).click();
    await page.getByRole("list", { name: "Tag" }).getByRole("link", { name: "prod" }).click();
    await expect(page.getByText("No incident matches.")).toBeVisible();

    await page.goto(`${home}/incidents`);
    await hydrated(page);
    for (const left of [3, 2, 1, 0]) {
      if (left === 3) await page.keyboard.press("j");
      await page.keyboard.press("a");
      await expect(groups).toHaveCount(left);
      if (left > 0) await expect(groups.first()).toBeFocused();
    }
    const taken = page.getByRole("list", { name: "Acknowledged" }).getByRole("listitem");
    await expect(taken).toHaveCount(60);
    await expect(taken.first()).toContainText(account.email);
    expect((await world.incident(tokens[0] ?? ""))?.acknowledgedBy).toBe(account.email);
    expect(await world.countAudited(caseId, "snitch.acknowledged")).toBe(60);
    await expectAccessible(page);
  },
);

signedInTest("a page of 200 open incidents is below 120 kB", async ({ page, world }) => {
  const home = page.url();
  const caseId = parseCaseId(home);
  await world.fill(
    caseId,
    Array.from({ length: 200 }, (_, i) => ({
      name: `Nightly backup of db${i}`,
      status: i % 2 === 0 ? "errored" : "failed",
      tags: ["db", `host${i % 10}`],
    })),
  );
  await world.openIncidents(caseId, FAILING_OUTPUT);
  const response = await page.request.get(`${home}/incidents`);
  const bytes = (await response.body()).length;
  console.log(`incidents: ${bytes} bytes`);
  expect(bytes).toBeLessThan(120_000);
});

signedInTest("an incident is snoozed until a time of at most thirty days @long", async ({ page, world }) => {
  const home = page.url();
  const [token = ""] = await world.fill(parseCaseId(home), [{ name: "Alpha", status: "failed" }]);
  await world.openIncident(token);
  await page.goto(`${home}/snitches/${token}`);
  await hydrated(page);
  await page.keyboard.press("s");
  await page.getByRole("menuitem", { name: "Until a time…" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Snooze alerts until a time" });
  await dialog.getByLabel("Time").fill("2100-01-01T09:00");
  await dialog.getByRole("button", { name: "Snooze" }).click();
  await expect(dialog.getByText("Time must be at most 30 days from now.")).toBeVisible();
  const inTenDays = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 11);
  await dialog.getByLabel("Time").fill(`${inTenDays}09:00`);
  await dialog.getByRole("button", { name: "Snooze" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await world.incident(token))?.snoozedUntil).not.toBeNull();
  expect(await world.pauseEnd(token)).toBeNull();
});

signedInTest(
  "the list of closed incidents goes back page by page, and unknown ones are not found @long",
  async ({ page, world }) => {
    const home = page.url();
    await page.goto(`${home}/incidents`);
    await expect(page.getByText("All clear.")).toBeVisible();
    await expectAccessible(page);
    const [token = ""] = await world.fill(parseCaseId(home), [{ name: "Alpha", status: "failed" }]);
    await world.openIncident(token, 85);
    await page.getByRole("link", { name: "Closed", exact: true }).click();
    const closed = page.getByRole("list", { name: "Closed incidents" });
    await expect(closed.getByRole("listitem")).toHaveCount(75);
    await page.getByRole("link", { name: "Older" }).click();
    await expect(closed.getByRole("listitem")).toHaveCount(10);
    await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
    await page.getByRole("link", { name: "Newest" }).click();
    await expect(closed.getByRole("listitem")).toHaveCount(75);
    await page.goto(`${home}/incidents/019e7140-1b80-7c3e-9d15-0f6f8e2b7a44`);
    await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
  },
);

signedInTest(
  "without JavaScript an incident is acknowledged, snoozed, and its snooze ended",
  async ({ browser, page, account, baseURL, world }) => {
    const home = page.url();
    const [token = ""] = await world.fill(parseCaseId(home), [{ name: "Alpha", status: "failed" }]);
    const incident = await world.openIncident(token);
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL, storageState });
    const still = await context.newPage();
    await still.goto(`${home}/incidents`);
    await still.getByRole("button", { name: "Acknowledge", exact: true }).click();
    await expect(still.getByText("Select incidents first.")).toBeVisible();
    await still.getByLabel("Search incidents").fill("alph");
    await still.keyboard.press("Enter");
    await still.getByLabel("Select Alpha").check();
    await still.getByRole("button", { name: "Acknowledge" }).click();
    await expect(still.getByRole("list", { name: "Acknowledged" })).toContainText(account.email);
    await still.getByLabel("Select Alpha").check();
    await still.getByLabel("Snooze or pause until").selectOption("snooze:4_hours");
    await still.getByRole("button", { name: "Snooze or Pause" }).click();
    await expect(still.getByText(/Snoozed until/).first()).toBeVisible();
    expect((await world.incident(token))?.snoozedUntil).not.toBeNull();

    await still.goto(`${home}/incidents/${incident}`);
    await still.getByRole("button", { name: "End Snooze" }).click();
    await expect(still.getByLabel("Snooze alerts until")).toBeVisible();
    await still.goto(`${home}/snitches/${token}/snooze`);
    await still.getByRole("radio", { name: "Until it recovers" }).check();
    await still.getByRole("button", { name: "Snooze" }).click();
    await expect(still).toHaveURL(`${home}/incidents/${incident}`);
    await context.close();
  },
);

signedInTest(
  "a viewer sees incidents, and can change none @long",
  async ({ page, account, world, browser, baseURL }) => {
    const home = page.url();
    const [token = ""] = await world.fill(parseCaseId(home), [{ name: "Alpha", status: "failed" }]);
    const incident = await world.openIncident(token);
    await world.makeViewer(parseCaseId(home), account.email);
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ baseURL, storageState });
    const viewer = await context.newPage();
    for (const path of ["/incidents", `/incidents/${incident}`, `/snitches/${token}`]) {
      await viewer.goto(`${home}${path}`);
      await expect(viewer.getByText("Alpha").first()).toBeVisible();
      for (const verb of [/^Acknowledge/, /^Snooze/, /^End/])
        await expect(viewer.getByRole("button", { name: verb })).toHaveCount(0);
    }
    await viewer.goto(`${home}/incidents/${incident}/acknowledge`);
    await expect(viewer.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
    await context.close();
  },
);

signedInTest(
  "the rules of alerting warn of a late alert, and are saved and copied without JavaScript @long",
  async ({ browser, page, baseURL, snitchPage, world }) => {
    const home = page.url();
    const [token = ""] = await world.fill(parseCaseId(home), [
      { name: "Shop", status: "healthy" },
      { name: "Postgres", status: "healthy" },
    ]);
    const url = `${home}/snitches/${token}`;
    await snitchPage.edit(url, "Alerts");
    await hydrated(page);
    await page.getByLabel("Alert after").fill("9");
    await expect(page.getByText(/an alert is sent only after about 9 days\./)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Alert after").fill("3");
    await expect(page.getByText(/an alert is sent only after/)).toHaveCount(0);

    const storageState = await page.context().storageState();
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL, storageState });
    const still = await context.newPage();
    const settings = new SnitchPage(still);
    await settings.edit(url, "Alerts");
    await still.getByLabel("Alert after").fill("many");
    await still.getByText("More settings").click();
    await still.getByLabel("Or after").fill("often");
    await settings.saveButton().click();
    await expect(still.getByText("Alert after must be a whole number from 1 to 720.")).toBeVisible();
    await expect(still.getByText(/^Or after must be a duration such as/)).toBeVisible();
    await still.getByLabel("Alert after").fill("3");
    await still.getByLabel("Or after").fill("2 hours");
    await still.getByLabel("Severity").selectOption("warning");
    await still.locator("[name=depends_on_text]").fill("Postgres");
    await settings.save();
    await settings.edit(url, "Reminders");
    await still.getByRole("radio", { name: "Regularly" }).check();
    await still.getByLabel("Remind every").fill("1 minute");
    await settings.saveButton().click();
    await expect(
      still.getByText(/^Remind every must be a duration such as .* at least 5 minutes/),
    ).toBeVisible();
    await still.getByLabel("Remind every").fill("4 hours");
    await settings.save();
    await still.goto(`${home}/new?from=${token}`);
    await still.getByRole("button", { name: "Add Snitch" }).click();
    await still.goto(still.url().replace("/setup", "/settings"));
    await expect(settings.section("Alerts")).toContainText(
      "After 3 failures or 2 hours, to everyone in the case",
    );
    await expect(settings.section("Alerts")).toContainText("severity warning; held while Postgres is down");
    await expect(settings.section("Reminders")).toContainText("Every 4 hours");
    await context.close();
  },
);
