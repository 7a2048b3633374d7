import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

/** A snitch that reported an error, of which people hear at once, and the link in its alert to the reader. */
async function aLink(
  page: import("@playwright/test").Page,
  email: string,
  world: import("./test-data").World,
) {
  const caseId = new URL(page.url()).pathname.slice(1);
  const [token = ""] = await world.fill(caseId, [{ name: "Nightly backup", status: "healthy" }]);
  await fetch(`${process.env.CHECK_IN_URL}/${token}?s=1`);
  const text = await world.textMailedTo(email, "/i/");
  const [link = ""] = /https?:\/\/\S+\/i\/[\w-]+/.exec(text) ?? [];
  return { caseId, token, link };
}

test("the link of an alert acts without a sign-in, on a phone, by keyboard and without scripts @size", async ({
  page,
  browser,
  account,
  world,
}) => {
  const { caseId, token, link } = await aLink(page, account.email, world);
  for (const method of ["GET", "HEAD"]) {
    const response = await fetch(link, { method, headers: { Purpose: "prefetch" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(response.headers.get("x-robots-tag")).toBe("noindex");
    expect((await fetch(link.replace("/i/", "/i/answer/"), { method })).status).toBe(405);
  }

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const visitor = await phone.newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Nightly backup: error");
  await expectAccessible(visitor);
  const beyond = await visitor.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(beyond).toBeLessThanOrEqual(0);
  for (const name of ["Acknowledge", "Snooze 1 h", /^Until morning/]) {
    const box = await visitor.getByRole("button", { name }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  expect(await world.countAudited(caseId, "snitch.acknowledged")).toBe(0);

  await visitor.getByRole("button", { name: "Snooze 1 h" }).focus();
  const request = visitor.waitForRequest((request) => request.method() === "POST");
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByText(/^Snoozed until/)).toBeVisible();
  expect(await (await request).allHeaders()).not.toHaveProperty("referer");
  await expectAccessible(visitor);
  await phone.close();

  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const reader = await plain.newPage();
  await reader.goto(link);
  await reader.getByRole("button", { name: "Acknowledge" }).click();
  await expect(reader.getByText(`Acknowledged by ${account.email}, `)).toBeVisible();
  await expect(reader.getByRole("button")).toHaveCount(0);
  await expect(reader).toHaveURL(link);
  expect(await world.countAudited(caseId, "snitch.acknowledged")).toBe(1);
  await plain.close();

  await page.goto(`/${caseId}/snitches/${token}`);
  await expect(page.getByText(`Acknowledged by ${account.email}`).first()).toBeVisible();
});

test("a dead link says why, and a viewer’s has no buttons", async ({ page, browser, account, world }) => {
  const { caseId, link } = await aLink(page, account.email, world);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const visitor = await context.newPage();

  await world.makeViewer(caseId, account.email);
  await visitor.goto(link);
  await expect(visitor.getByText("As a viewer you can read this.")).toBeVisible();
  await expect(visitor.getByRole("button")).toHaveCount(0);
  await expectAccessible(visitor);

  expect((await visitor.goto(`${link.slice(0, -4)}AAAA`))?.status()).toBe(404);
  await expect(visitor.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible();
  await expectAccessible(visitor);
  await context.close();
});

test("anyone with the link of an ntfy topic acts by a name of their own @long", async ({
  page,
  request,
  browser,
  receiver,
  world,
}) => {
  receiver.respond(200, "ok");
  const caseId = new URL(page.url()).pathname.slice(1);
  await page.goto(`/${caseId}/settings/notifications`);
  await page.getByRole("link", { name: "Edit Acknowledge from ntfy" }).click();
  await page.getByRole("combobox", { name: "Acknowledge from ntfy" }).selectOption("on");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page.getByText("Alerts in ntfy can be acknowledged and snoozed there, by anyone who reads them."),
  ).toBeVisible();
  await page.goto(`/${caseId}/channels/new/ntfy`);
  await page.getByLabel("Server").fill(new URL(receiver.url).origin);
  await page.getByLabel("Topic").fill("ops");
  await page.getByLabel("Name").fill("#ops");
  await page.getByRole("button", { name: "Add Channel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("#ops");
  const [token = ""] = await world.fill(caseId, [{ name: "Nightly backup", status: "healthy" }]);
  await request.get(`${process.env.CHECK_IN_URL}/${token}?s=1`);
  await expect.poll(() => receiver.latest()?.body ?? "").toContain("/i/");
  const [link = ""] = /https?:\/\/[^\s)"\\]+\/i\/[\w-]+/.exec(receiver.latest()?.body ?? "") ?? [];

  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const visitor = await context.newPage();
  await visitor.goto(link);
  await visitor.getByLabel("Your name").fill("Ann");
  await visitor.getByRole("button", { name: "Snooze 8 h" }).click();
  await expect(visitor.getByText(/^Snoozed until/)).toBeVisible();
  await visitor.getByLabel("Your name").fill("Ann");
  await visitor.getByRole("button", { name: "Acknowledge" }).click();
  await expect(visitor.getByText("Acknowledged by Ann, by the link in #ops, ")).toBeVisible();
  await context.close();
  await page.goto(link);
  await expectAccessible(page);
});
