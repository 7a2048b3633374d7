import type { Page } from "@playwright/test";
import { expect, signedInTest as test } from "./fixtures";

test.use({ timezoneId: "Asia/Kathmandu", locale: "en-GB" });

const ZONES = /\b(?:UTC|GMT|CES?T)\b|\b(?:Asia|Europe|America|Etc)\/\w+/g;

/** A schedule says its own zone: it is what someone wrote, and no time of the page. */
const SCHEDULE = /03:00,? (?:every day, )?Europe\/Berlin/gi;

/** The names of zones that a page shows. Details that open on hover are not read. */
async function readZones(page: Page): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: textContent has also what is not shown.
  const text = await page.locator("body").innerText();
  return text.replaceAll(SCHEDULE, "").match(ZONES) ?? [];
}

test("a page has one zone, the reader’s, and names it once @long", async ({ page, world, request }) => {
  const home = page.url();
  const [inBerlin = "", failed = "", errored = ""] = await world.fill(new URL(home).pathname.slice(1), [
    { name: "Nightly backup", status: "healthy" },
    { name: "Import", status: "healthy" },
    { name: "Cleanup", status: "errored" },
  ]);
  await world.runsInBerlin(inBerlin);
  await world.addRuns(inBerlin, 12);
  await world.daysPass(failed, 1);
  const checkInUrl = new URL(`/c/${errored}`, home).href;
  await request.get(`${checkInUrl}?s=0`);
  await request.get(`${checkInUrl}?s=3`);
  await page.goto(`${home}/maintenance`);
  await page.getByRole("link", { name: "Plan Maintenance" }).click();
  await page.getByLabel("Name").fill("Upgrade");
  await page.getByLabel("Starts").fill("2026-01-02T22:00");
  await page.getByLabel("Ends").fill("2026-01-02T23:00");
  await page.getByRole("button", { name: "Plan Maintenance" }).click();
  await expect(page.getByRole("row", { name: /^Upgrade/ })).toContainText("22:00");
  await expect.poll(() => world.latestAlert(failed)).not.toBe("");
  await expect.poll(() => world.incident(failed)).toBeTruthy();

  const snitch = (token: string) => `${home}/snitches/${token}`;
  const pages = [
    home,
    `${home}?view=timeline&range=7d`,
    `${home}/incidents`,
    `${home}/maintenance`,
    `${home}/reports`,
    `${home}/settings/notifications`,
    `${home}/settings/audit`,
    `${home}/alerts/${await world.latestAlert(failed)}`,
    snitch(inBerlin),
    snitch(failed),
    snitch(errored),
    `${snitch(inBerlin)}/runs`,
    `${snitch(inBerlin)}/activity`,
  ];
  for (const path of pages) {
    await page.goto(path);
    await expect.poll(() => readZones(page), { message: path }).toEqual(["Asia/Kathmandu"]);
  }

  // 03:04 in Berlin is 07:49 in Kathmandu, or 06:49 in summer.
  await page.goto(snitch(inBerlin));
  const history = page.getByRole("group", { name: /^History/ });
  await expect(history.getByRole("button").nth(-2)).toHaveAccessibleName(
    /0[67]:40 · healthy, checked in 0[67]:49:00/,
  );
  await expect(page.getByText(/^Still learning: .* you would be alerted by \d\d:\d\d\.$/)).toBeVisible();
  const delays = page.getByRole("group", { name: /^Usually checks in/ });
  await expect(delays.getByRole("button").nth(-2)).toHaveAccessibleName(/0[67]:45: checked in/);
});
