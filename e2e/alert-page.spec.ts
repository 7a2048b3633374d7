import type { Page } from "@playwright/test";
import { expectAccessibleAtAnyWidth } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import { hydrated } from "./pages/command-menu";

/** The value of a fact in a section of the page. */
const fact = (page: Page, section: string, label: string) =>
  page
    .getByRole("region", { name: section, exact: true })
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) })
    .locator("dd");

async function expectAccessibleAtEachWidth(page: Page): Promise<void> {
  await expectAccessibleAtAnyWidth(page);
}

test("the page of an alert says which run was missed, each attempt to notify someone, and who confirmed @long", async ({
  page,
  request,
  account,
  world,
  snitchPage,
  webhooksPage,
  receiver,
}) => {
  const home = page.url();
  await webhooksPage.add(receiver.url);
  await page.goto(home);
  const { token, url } = await snitchPage.add("Nightly backup", "Daily");
  await request.get(url);
  await expect.poll(() => world.deadline(token)).not.toBeNull();
  await world.missesItsHour(token);
  const link = await world.alertLinkMailedTo(account.email);
  await page.goto(link);

  await expect(page.getByRole("heading", { level: 1, name: "Missing: Nightly backup" })).toBeVisible();
  await expect(fact(page, "Alert", "Due by").locator("time")).toHaveCount(1);
  await expect(fact(page, "Alert", "Decided")).toContainText(
    "Tattle waits 1 min in case a report is on its way.",
  );
  await expect(fact(page, "Alert", "Alerted")).toContainText("Immediately");
  await expect(fact(page, "Why", "Expected")).toContainText("A check-in by");
  await expect(fact(page, "Why", "Schedule")).toHaveText("Every 1 hour");
  await expect(fact(page, "Why", "Computed from")).toContainText("The last report that counted:");
  await expect(fact(page, "Why", "Deadline")).toContainText("10 min of grace after the time of the run.");
  await expect(fact(page, "Why", "Rule")).toHaveText("Alert at the first failure. This was number 1.");
  const readTime = async (label: string) =>
    Date.parse((await fact(page, "Why", label).locator("time").first().getAttribute("datetime")) ?? "");
  expect((await readTime("Deadline")) - (await readTime("Computed from"))).toBe(70 * 60_000);
  expect((await readTime("Deadline")) - (await readTime("Expected"))).toBe(10 * 60_000);

  const messages = page.getByRole("list", { name: "Messages" });
  const delivered = messages.getByRole("link", { name: /^Delivered to http/ });
  await expect(delivered).toBeVisible();
  await expect(messages.getByText("Accepted (204)")).toBeVisible();
  await expect(messages).toContainText(`${account.email}: kept in the outbox, not sent`);
  await expect(page.getByText("No one has acknowledged")).toBeVisible();
  await expectAccessibleAtEachWidth(page);
  const here = page.url();

  // By keyboard to the delivery and back, to the incident and back.
  await hydrated(page);
  await delivered.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Why this alert" }).press("Enter");
  await expect(page).toHaveURL(here);
  await page.getByRole("link", { name: "Open the incident" }).press("Enter");
  const acknowledged = page.getByText(`Acknowledged by ${account.email}, `);
  // The page may listen for keys some time after it is shown.
  await expect(async () => {
    if (!(await acknowledged.isVisible())) await page.keyboard.press("a");
    await expect(acknowledged).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.getByRole("link", { name: "Missed check-in" }).press("Enter");
  await expect(page).toHaveURL(here);
  await expect(page.getByRole("region", { name: "Who confirmed" })).toContainText(
    `${account.email} acknowledged the incident on`,
  );

  // The timeline of the snitch leads there, too.
  await page.goto(`${home}/snitches/${token}/activity?show=changes`);
  await page.getByRole("listitem").getByRole("link", { name: "Missing", exact: true }).click();
  await expect(page).toHaveURL(here);

  await request.get(url);
  await expect.poll(() => world.countMailed(account.email, "● Recovered")).toBe(1);
  await page.goto(`${home}/alerts/${await world.latestAlert(token)}`);
  await expect(page.getByRole("heading", { level: 1, name: "Recovered: Nightly backup" })).toBeVisible();
  await expect(fact(page, "Why", "Rule")).toHaveText("The first success ends the incident.");
  await expectAccessibleAtEachWidth(page);
});

signedInTest(
  "an alert of an earlier version says that it was not kept what decided it @long",
  async ({ page, world }) => {
    const home = page.url();
    const caseId = new URL(home).pathname.slice(1);
    const [token = ""] = await world.fill(caseId, [{ name: "Alpha", status: "failed" }]);
    await page.goto(`${home}/alerts/${await world.anOldAlert(token)}`);
    await expect(page.getByText("An earlier version of Tattle raised this alert")).toBeVisible();
    await expect(fact(page, "Why", "Deadline")).toHaveCount(0);
    await expect(page.getByText("No messages were sent for this alert.")).toBeVisible();
    await expectAccessibleAtEachWidth(page);

    for (const id of ["0198b5f0-0000-7000-8000-000000000000", "no-id"])
      expect((await page.goto(`${home}/alerts/${id}`))?.status()).toBe(404);
  },
);
