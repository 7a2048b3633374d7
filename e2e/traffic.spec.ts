import type { Page } from "@playwright/test";
import { expect, signedInTest as test } from "./fixtures";

const MANY = Array.from({ length: 60 }, (_, i) => ({
  name: `Job ${i}`,
  status: i < 3 ? "failed" : "healthy",
  tags: [`tag ${i % 8}`],
}));

/** The URLs that a page requests from now on. */
function recordRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith("http")) urls.push(request.url());
  });
  return urls;
}

test("a list of many snitches opens with fewer than 25 requests, and an open one makes at most 10 in 30 seconds @long", async ({
  page,
  world,
  snitchList,
}) => {
  const home = page.url();
  await world.fill(new URL(home).pathname.slice(1), MANY);
  await page.goto("about:blank");
  const opening = recordRequests(page);
  // The page asks for announcements once its scripts run. What they fetch afterwards counts as idle traffic.
  const listening = page.waitForRequest((request) => request.url().endsWith("/live"));
  await page.goto(home);
  await expect(snitchList.row("Job 0")).toBeVisible();
  await listening;
  const opened = opening.length;
  expect(opened, opening.join("\n")).toBeLessThan(25);

  // The measure itself: an idle page has no other sign that 30 seconds have passed.
  const idle = recordRequests(page);
  const start = Date.now();
  await page.waitForFunction((since) => Date.now() - since > 30_000, start, {
    polling: 500,
  });
  console.log(`opened with ${opened} requests, idle for 30 s with ${idle.length}`);
  expect(idle.filter((url) => url.includes("_rsc=")).length).toBeGreaterThan(0);
  expect(idle.length, idle.join("\n")).toBeLessThanOrEqual(10);
});
