import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { expect, test as plainTest, signedInTest } from "./fixtures";
import { PushService } from "./push-service";

/** A browser with a profile: Chromium subscribes to nothing in its private windows, which the other tests use. */
const test = signedInTest.extend<{ pushService: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs off this pattern.
  pushService: async ({}, use) => {
    const service = new PushService();
    await service.open();
    await use(service);
    service.close();
  },
  context: async ({ pushService, launchOptions, baseURL, locale, timezoneId, extraHTTPHeaders }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), "tattle-browser-"));
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      // The other tests’ browser has no push service.
      executablePath: process.env.E2E_CHROMIUM,
      // The connection to the push service is one of these.
      ignoreDefaultArgs: ["--disable-background-networking"],
      args: [
        ...(launchOptions.args ?? []).filter((arg) => arg !== "--disable-background-networking"),
        ...pushService.chromiumArgs,
      ],
      baseURL,
      locale,
      timezoneId,
      extraHTTPHeaders,
    });
    // Chromium names Google’s host in the subscription, which Tattle could not reach.
    await context.addInitScript((origin) => {
      const { toJSON } = PushSubscription.prototype;
      const { get } = Object.getOwnPropertyDescriptor(PushSubscription.prototype, "endpoint") ?? {};
      const moved = (endpoint = "") => origin + new URL(endpoint).pathname;
      Object.defineProperty(PushSubscription.prototype, "endpoint", {
        get() {
          return moved(get?.call(this));
        },
      });
      PushSubscription.prototype.toJSON = function () {
        const json = toJSON.call(this);
        return { ...json, endpoint: moved(json.endpoint) };
      };
    }, pushService.origin);
    await use(context);
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

/** What the browser shows, as it says itself. */
const listNotifications = (page: Page) =>
  page.evaluate(async () => {
    const { getNotifications } = ServiceWorkerRegistration.prototype;
    const shown = await getNotifications.call(await navigator.serviceWorker.ready);
    return shown.map(({ title, tag, data }) => ({ title, tag, url: data.url }));
  });

const section = (page: Page) => page.getByRole("region", { name: "Notifications in this browser" });

test("a browser is subscribed, shows one notification for each incident, and is removed @long", async ({
  page,
  request,
  context,
  pushService,
  world,
}) => {
  const home = page.url();
  const [token = ""] = await world.fill(new URL(home).pathname.slice(1), [
    { name: "Nightly backup", status: "healthy" },
  ]);
  await context.grantPermissions(["notifications"], { origin: new URL(home).origin });
  await page.goto(`/account/notifications?case=${new URL(home).pathname.slice(1)}`);
  const turnOn = section(page).getByRole("button", { name: "Turn On in This Browser" });
  await expect(turnOn).toBeVisible();
  await expectAccessible(page);

  await turnOn.click();
  const own = section(page).getByRole("row", { name: /Chrome on Linux \(this browser\)/ });
  await expect(own).toBeVisible();
  await expect(turnOn).toBeHidden();
  await page.reload();
  await expect(own).toBeVisible();
  await expectAccessible(page);

  await section(page).getByRole("button", { name: "Send Test" }).click();
  await expect(section(page).getByRole("status")).toContainText("Sent to Chrome on Linux.");
  await expect.poll(() => listNotifications(page)).toMatchObject([{ url: home }]);

  await request.get(`${process.env.CHECK_IN_URL}/${token}?s=3&m=disk+full`);
  await expect.poll(() => listNotifications(page)).toHaveLength(2);
  const incident = (await listNotifications(page)).find(({ title }) => title.includes("Nightly backup"));
  expect(incident?.url).toContain(`${new URL(home).origin}/i/`);

  await request.get(`${process.env.CHECK_IN_URL}/${token}`);
  const titleNow = async () =>
    (await listNotifications(page)).find(({ tag }) => tag === incident?.tag)?.title;
  await expect.poll(titleNow).not.toBe(incident?.title);
  expect(await listNotifications(page)).toHaveLength(2);

  pushService.status = 410;
  await section(page).getByRole("button", { name: "Send Test" }).click();
  await expect(section(page).getByRole("status")).toContainText("Not sent to Chrome on Linux");
  await expect(own).toBeHidden();

  pushService.status = 201;
  await turnOn.click();
  await expect(own).toBeVisible();
  await section(page).getByRole("button", { name: "Turn Off" }).click();
  await expect(turnOn).toBeVisible();
  const subscription = await page.evaluate(async () =>
    (await navigator.serviceWorker.ready).pushManager.getSubscription(),
  );
  expect(subscription).toBeNull();
});

test("a browser that blocks notifications says how to allow them @long", async ({ page, context }) => {
  const { origin } = new URL(page.url());
  const session = await context.newCDPSession(page);
  const permission = { name: "notifications" };
  await session.send("Browser.setPermission", { permission, setting: "denied", origin });
  await page.goto("/account/notifications");
  await expect(section(page).getByText("Notifications from this site are blocked")).toBeVisible();
  await expect(section(page).getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
});

plainTest(
  "the service worker is fetched again each time, and runs nothing but itself",
  async ({ request }) => {
    const response = await request.get("/push-worker.js");
    expect(response.headers()).toMatchObject({
      "cache-control": "no-cache",
      "content-type": expect.stringContaining("javascript"),
      "content-security-policy": expect.stringContaining("worker-src 'self'"),
      "x-content-type-options": "nosniff",
    });
  },
);
