import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import { openSettings } from "./pages/settings";
import { SnitchPage } from "./pages/snitch-page";

/** Chooses a kind of channel in the gallery. */
async function choose(page: Page, label: string): Promise<void> {
  await openSettings(page, "Channels");
  await page.getByRole("link", { name: "Add Channel" }).click();
  await page.getByRole("link", { name: new RegExp(`^${label} `) }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Add ${label}` })).toBeVisible();
}

const add = (page: Page) => page.getByRole("button", { name: "Add Channel" }).click();
const sendTest = (page: Page) => page.getByRole("button", { name: "Send Test" }).click();

signedInTest("Slack and PagerDuty are added, and a test says what came back @long", async ({ page }) => {
  const home = page.url();
  await choose(page, "Slack");
  await expectAccessible(page);
  const url = page.getByLabel(/^Webhook URL/);
  await expect(url).toHaveAttribute("type", "password");
  await url.fill("https://hooks.slack.test/nothing");
  await page.getByLabel("Name").fill("Night shift");
  await add(page);
  await expect(
    page.getByText(/^Webhook URL must be a URL such as https:\/\/hooks\.slack\.com/),
  ).toBeVisible();
  await expect(url).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveValue("Night shift");

  await url.fill("https://hooks.slack.com/services/T000/B000/XXXX");
  await add(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Night shift · Slack");
  expect(await page.content()).not.toContain("T000/B000");
  await expectAccessible(page);
  // Slack is not reachable from the tests.
  await sendTest(page);
  const result = page.getByText(
    /^(Host name not found|DNS servers did not respond|Not reachable|Connection )/,
  );
  await expect(result.first()).toBeVisible();

  await choose(page, "PagerDuty");
  await page.getByLabel("Integration key", { exact: true }).fill("R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY00");
  await page.getByLabel("Region").selectOption("eu");
  await add(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("PagerDuty");
  await expect(page.getByLabel("Region")).toHaveValue("eu");

  await page.goto(`${home}/channels`);
  const slack = page.getByRole("row", { name: /Night shift/ });
  await expect(slack).toContainText("Slack");
  await expect(slack).toContainText("Failing");
  await expect(slack).toContainText("all alerts");
  await expect(page.getByRole("row", { name: /PagerDuty/ })).toContainText("No deliveries yet");
  await expectAccessible(page);

  await page.goto(home);
  const snitchPage = new SnitchPage(page);
  const { token } = await snitchPage.add("Nightly backup", "Daily");
  await snitchPage.edit(`${home}/snitches/${token}`, "Alerts");
  await expect(page.getByLabel("Night shift (Slack)")).toBeHidden();
  await page.getByRole("radio", { name: "Selected channels" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Select at least one channel.")).toBeVisible();
  await expect(page.getByLabel("Night shift (Slack)")).toBeVisible();
  await expect(page.getByLabel("PagerDuty", { exact: true })).toBeVisible();
  await page.goto(`${home}/settings/notifications?edit=step-new`);
  await expect(page.getByRole("group", { name: "Notify by channel" }).getByLabel("PagerDuty")).toBeVisible();
});

signedInTest(
  "a channel of ntfy is added and tested in one step, and a phone can subscribe to it @long",
  async ({ page, receiver }) => {
    receiver.respond(200, '{"id":"x"}');
    await choose(page, "ntfy");
    await page.getByLabel("Server").fill(new URL(receiver.url).origin);
    await page.getByLabel("Topic").fill("tattle night");
    const addAndTest = page.getByRole("button", { name: "Add and Test" });
    await addAndTest.click();
    await expect(page.getByText(/^Topic must be 1 to 64 letters/)).toBeVisible();
    await page.getByLabel("Topic").fill("tattle-night");
    await addAndTest.click();
    await expect(page.getByText("Accepted (200)").first()).toBeVisible();
    expect(JSON.parse(receiver.latest()?.body ?? "{}")).toMatchObject({ topic: "tattle-night" });

    await page.goto(page.url().replace(/\/deliveries\/.*/, ""));
    await expect(page.getByRole("status").first()).toContainText("Working");
    const subscribe = page.getByRole("region", { name: "Subscribe on a phone" });
    const address = `${new URL(receiver.url).origin}/tattle-night`;
    await expect(subscribe.getByRole("link")).toHaveAttribute("href", address);
    await expectAccessible(page);
    await page.getByLabel("Topic").fill("tattle-day");
    await page.getByRole("button", { name: "Save and Test" }).click();
    await expect(page).toHaveURL(/\/deliveries\//);
    expect(JSON.parse(receiver.latest()?.body ?? "{}")).toMatchObject({ topic: "tattle-day" });
  },
);

signedInTest("a channel works, breaks, says why, and is mended", async ({ page, receiver }) => {
  const home = page.url();
  const state = page.getByRole("status");
  await choose(page, "Gotify");
  await page.getByLabel("Server").fill(new URL(receiver.url).origin);
  await page.getByLabel("Application token", { exact: true }).fill("AbCdEfGh1234567");
  await add(page);
  await expect(state).toContainText("No deliveries yet");
  const here = page.url();

  receiver.respond(200, '{"id":1}');
  await sendTest(page);
  await expect(page.getByText("Accepted (200)")).toBeVisible();
  await expect(page.getByText('{"id":1}')).toBeVisible();
  await expect(state).toContainText("Working");
  await expect(page.getByRole("row", { name: /Test/ })).toContainText("Delivered");
  await expectAccessible(page);

  await page.getByRole("link", { name: "Details" }).click();
  await expect(page.getByText("Test message from Tattle")).toBeVisible();
  expect(await page.content()).not.toContain("AbCdEfGh1234567");
  await expectAccessible(page);

  await page.goto(here);
  receiver.respond(401, '{"error":"Unauthorized"}');
  await sendTest(page);
  await expect(page.getByText("Rejected (401)").first()).toBeVisible();
  const off = page.getByRole("region", { name: "Switched off" });
  await expect(off).toContainText(/token/i);
  await expect(state).toContainText("Switched off");
  await expect(page.getByRole("button", { name: "Send Test" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(home);
  const band = page.getByRole("region", { name: "No one would be alerted" });
  await expect(band).toContainText("The channel Gotify is switched off: switch it on.");
  await band.getByRole("link", { name: "Open channel" }).click();
  await expect(page).toHaveURL(here);

  await expect(page.getByLabel("Application token", { exact: true })).toHaveAttribute(
    "placeholder",
    "Unchanged",
  );
  await page.getByLabel("Application token", { exact: true }).fill("AnotherToken123");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  receiver.respond(200, '{"id":2}');
  await off.getByRole("button", { name: "Switch On" }).click();
  await sendTest(page);
  await expect(page.getByText("Accepted (200)")).toBeVisible();
  expect(receiver.latest()?.headers["x-gotify-key"]).toBe("AnotherToken123");
  await expect(state).toContainText("Working");

  await page.getByRole("button", { name: /^Remove… Gotify/ }).click();
  await page.getByRole("button", { name: "Remove Channel" }).click();
  await expect(page.getByText("No channels yet")).toBeVisible();
  await expectAccessible(page);
});

signedInTest(
  "a webhook’s own body is previewed with a real alert, and nobody reads its headers again",
  async ({ page, request, world, snitchPage }) => {
    const home = page.url();
    const { token, url } = await snitchPage.add("Nightly “backup”", "Daily");
    await request.get(`${url}?s=3&m=disk%20full`);
    await expect.poll(() => world.latestAlert(token)).not.toBe("");
    const preview = page.getByRole("button", { name: "Preview Body" });
    const body = page.getByLabel("Body");
    const headers = page.getByLabel("Headers");

    await page.goto(`${home}/channels/new/webhook`);
    await page.getByLabel("URL", { exact: true }).fill("https://chat.example/hook");
    await headers.fill("Authorization: Token of-the-chat");
    await body.fill('{"text": {{data.snitch.name}}}');
    await preview.click();
    await expect(page.getByText(/^Body .*quotes/)).toBeVisible();
    await body.fill('{"text": "{{data.snitch.name}} is {{data.snitch.status}}"}');
    await preview.click();
    await expect(page.getByText('{"text": "Nightly “backup” is errored"}')).toBeVisible();
    await expectAccessible(page);
    await add(page);

    await expect(page.getByRole("heading", { level: 1 })).toContainText("chat.example");
    await expect(headers).toHaveAttribute("placeholder", "Unchanged");
    expect(await page.content()).not.toContain("of-the-chat");
    // Without headers in the form, the saved ones say what the body is.
    await body.fill("{{data.snitch.name}}");
    await preview.click();
    await expect(page.getByText(/^Body .*JSON/)).toBeVisible();
    expect(await page.content()).not.toContain("of-the-chat");
  },
);

test("without JavaScript a channel is added, changed and tested @long", async ({
  browser,
  page: owner,
  account,
  receiver,
  baseURL,
}) => {
  const home = owner.url();
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await account.signIn("/sign-in", page);

  await page.goto(`${home}/channels`);
  await page.getByRole("main").getByRole("link", { name: "Add Channel" }).click();
  await page.getByRole("link", { name: /^Gotify / }).click();
  await page.getByLabel("Server").fill("nowhere");
  await page.getByLabel("Application token", { exact: true }).fill("AbCdEfGh1234567");
  await add(page);
  await expect(page.getByText(/^Server must be a URL/)).toBeVisible();
  expect(await page.content()).not.toContain("AbCdEfGh1234567");
  await page.getByLabel("Server").fill(new URL(receiver.url).origin);
  await page.getByLabel("Application token", { exact: true }).fill("AbCdEfGh1234567");
  await add(page);
  await page.getByLabel("Name").fill("Phones");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Phones · Gotify");
  await sendTest(page);
  await expect(page.getByText("Accepted (204)")).toBeVisible();
  await context.close();
});

signedInTest(
  "a viewer sees the state of a channel, and not its settings @long",
  async ({ page, account, world }) => {
    const home = page.url();
    await choose(page, "PagerDuty");
    await page.getByLabel("Integration key", { exact: true }).fill("R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY00");
    await add(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("PagerDuty");
    await expect(page.getByLabel("Region")).toBeVisible();
    const here = page.url();
    await world.setRole(account.email, "viewer");
    await page.goto(here);
    await expect(page.getByRole("status")).toContainText("No deliveries yet");
    await expect(page.getByText("Region")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Send Test" })).toHaveCount(0);
    await page.goto(`${home}/channels`);
    await expect(page.getByRole("link", { name: "PagerDuty" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Add Channel" })).toHaveCount(0);
    await page.goto(`${home}/channels/new`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/not found|no such|nothing/i);
  },
);

signedInTest("a channel is chosen and added with the keyboard alone @long", async ({ page, receiver }) => {
  /** Presses Tab until this has the focus. */
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible();
    for (let pressed = 0; pressed < 60; pressed++) {
      await page.keyboard.press("Tab");
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error("Tab never leads there.");
  };
  await page.goto(`${page.url()}/channels`);
  await tabTo(page.getByRole("link", { name: "Add Channel" }));
  await page.keyboard.press("Enter");
  await tabTo(page.getByRole("link", { name: /^Gotify / }));
  await page.keyboard.press("Enter");
  await tabTo(page.getByLabel("Server"));
  await page.keyboard.type(new URL(receiver.url).origin);
  await page.keyboard.press("Tab");
  await page.keyboard.type("AbCdEfGh1234567");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Accepted (204)").first()).toBeVisible();
  await tabTo(page.getByRole("link", { name: "Gotify" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gotify");
  await tabTo(page.getByRole("button", { name: "Send Test" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Accepted (204)")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send Test" })).toBeFocused();
});

signedInTest(
  "a channel gets hours, and its form and the page of an alert say until when a message waits @long",
  async ({ page, world }) => {
    const home = page.url();
    await page.goto(`${home}/channels/new/ntfy`);
    await page.getByLabel("Name").fill("#ops");
    await page.getByLabel("Topic").fill("tattle-hours-of-a-channel");
    await add(page);
    const hours = page.getByRole("group", { name: "Hours" });
    await expect(hours.getByLabel("Time zone")).toBeHidden();
    await hours.getByLabel("Send messages only during certain hours").check();
    const zone = hours.getByLabel("Time zone");
    await expect(zone).not.toHaveValue("");
    await zone.fill("Europe/Berlin");
    await hours.getByLabel("Until").fill("08:00");
    const save = page.getByRole("button", { name: "Save Alerts" });
    await save.click();
    await expect(page.getByText("Hours has an entry that ends when it begins")).toBeVisible();
    await hours.getByLabel("Until").fill("18:00");
    await expect(hours.getByRole("status")).toContainText("Sunday 03:12, warning → Monday 08:00");
    await expect(hours.getByRole("status")).toContainText("Sunday 03:12, critical → sent at once");
    await save.click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(hours.getByLabel("Days")).toHaveValue("mon-fri");

    // Hours that are over now, whatever the time is.
    await hours.getByLabel("Send critical alerts at any time").uncheck();
    await zone.fill("UTC");
    const hour = (new Date().getUTCHours() + 22) % 24;
    await hours.getByLabel("Days").selectOption("Every day");
    await hours.getByLabel("From").fill(`${String(hour).padStart(2, "0")}:00`);
    await hours.getByLabel("Until").fill(`${String((hour + 1) % 24).padStart(2, "0")}:00`);
    await save.click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.goto(home);
    const { token } = await new SnitchPage(page).add("Hourly report", "Daily");
    await world.missesItsHour(token);
    await expect.poll(() => world.latestAlert(token).catch(() => "")).not.toBe("");
    await page.goto(`${home}/alerts/${await world.latestAlert(token)}`);
    const messages = page.getByRole("list", { name: "Messages" });
    const beginning = `${String(hour).padStart(2, "0")}:00`;
    await expect(messages).toContainText(
      new RegExp(`#ops: held until \\w+day ${beginning} \\(hours of this channel\\)`),
    );
    await expectAccessible(page);
  },
);
