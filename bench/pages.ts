import { get } from "node:http";
import type { Page } from "@playwright/test";
import { ensureCase } from "@/lib/cases/operator";
import { createUser } from "@/lib/people/users/create";
import { db, pool } from "@/lib/platform/db";
import { seed } from "@/prisma/seed";
import { findFreePorts } from "@/scripts/ports";
import { serve } from "@/scripts/supervise";
import { ADA, openBrowser, signIn } from "./browser";
import { type Measured, quantile, smallerThan, under } from "./measured";

const SNITCHES = 10_000;
const REQUESTS = 40;
const LOADS = 5;
const MAX_RESPONSE_MS = 300;
const MAX_TIMELINE_MS = 100;
const MAX_LCP_MS = 1_500;
const MAX_INTERACTION_MS = 200;
const MAX_SCRIPT_BYTES = 190_000;

/** A phone on a mobile network, with a quarter of the CPU. */
const SLOW = { bytesPerSecond: 9_000_000 / 8, latencyMs: 40, cpuSlowdown: 4 };

type PageTimings = { interactions: { name: string; duration: number }[]; lcp: number };

/** Runs in the page before its own scripts. Records the largest paint and the duration of each interaction. */
function recordTimings() {
  const seen: PageTimings = { interactions: [], lcp: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) seen.interactions.push({ name, duration });
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

const readTimings = (page: Page) => page.evaluate(() => (window as unknown as { seen: PageTimings }).seen);

/** The median and the p95 of the server's time for a whole page, requested with the browser's session. */
async function responseTime(
  what: string,
  page: Page,
  url: string,
  maxMs = MAX_RESPONSE_MS,
): Promise<Measured> {
  const timings: number[] = [];
  for (let i = 0; i < REQUESTS + 5; i++) {
    const startedAt = performance.now();
    const response = await page.request.get(url);
    await response.body();
    if (response.status() !== 200) throw new Error(`${url} returned ${response.status()}`);
    timings.push(performance.now() - startedAt);
  }
  const counted = timings.slice(5);
  const slow = `p95 ${quantile(counted, 0.95).toFixed(0)} ms`;
  return under(`pages: answer, ${what}`, quantile(counted, 0.5), maxMs, slow);
}

async function lcpMs(page: Page, url: string): Promise<number> {
  const paints: number[] = [];
  for (let i = 0; i < LOADS; i++) {
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(500);
    paints.push((await readTimings(page)).lcp);
  }
  return quantile(paints, 0.75);
}

/** The same with an empty cache, on a slow network and a slow CPU. */
async function slowLcpMs(page: Page, url: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const { bytesPerSecond, latencyMs, cpuSlowdown } = SLOW;
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  const ms = await lcpMs(page, url);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await devtools.detach();
  return ms;
}

/** The compressed size of all scripts that the page loads in a modern browser. */
async function scriptBytes(page: Page, url: string): Promise<number> {
  const html = await (await page.request.get(url)).text();
  const scripts = [...html.matchAll(/<script([^>]+)src="([^"]+)"([^>]*)>/g)];
  const loaded = scripts.filter(([, before, , after]) => !/nomodule/i.test(`${before}${after}`));
  const paths = new Set(loaded.map(([, , path]) => path ?? ""));
  const sizes = await Promise.all([...paths].map((path) => compressedBytes(new URL(path, url))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const compressedBytes = (url: URL) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { "Accept-Encoding": "gzip" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve(bytes));
    }).on("error", reject);
  });

/** Uses the list like a person, and returns the interaction that took longest until the next paint. */
async function longestInteraction(page: Page, url: string): Promise<{ name: string; duration: number }> {
  await page.goto(url, { waitUntil: "load" });
  await page.getByRole("checkbox", { name: "Select all snitches on this page" }).check();
  await page.getByRole("button", { name: "Clear the selection" }).click();
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.keyboard.press("Escape");
  for (let i = 0; i < 10; i++) await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("x");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("backup of db12");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Escape");
  await page.waitForTimeout(500);
  const { interactions } = await readTimings(page);
  return interactions.reduce((longest, next) => (next.duration > longest.duration ? next : longest), {
    name: "none",
    duration: 0,
  });
}

const shownCount = SNITCHES.toLocaleString("en");

export async function bench(): Promise<Measured[]> {
  const { id: userId } = await createUser(ADA);
  const { id: caseId } = await ensureCase(userId, "Bench");
  await seed(caseId, SNITCHES, new Date());
  const minutely = await db.snitch.findFirstOrThrow({ where: { caseId, interval: "1_minute" } });
  const tattle = await serve({ ...process.env, ...(await findFreePorts()) });
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(recordTimings);
  await signIn(page, tattle.appUrl);

  const list = `${tattle.appUrl}/${caseId}`;
  const snitch = `${list}/snitches/${minutely.token}`;
  const [listed, shown] = [
    `the list of ${shownCount} snitches`,
    "a snitch with two years of minutely check-ins",
  ];
  const measured = [
    await responseTime(listed, page, list),
    await responseTime(shown, page, snitch),
    await responseTime(
      "the timeline of 200 snitches and 24 hours",
      page,
      `${list}?view=timeline`,
      MAX_TIMELINE_MS,
    ),
    under(`pages: largest contentful paint, ${listed}`, await lcpMs(page, list), MAX_LCP_MS),
    under(`pages: largest contentful paint, ${shown}`, await lcpMs(page, snitch), MAX_LCP_MS),
  ];
  const slowly = "at 9 Mbit/s and a quarter of the CPU";
  for (const [what, url] of [
    [listed, list],
    [shown, snitch],
  ] as const)
    measured.push(
      under(`pages: largest contentful paint ${slowly}, ${what}`, await slowLcpMs(page, url), MAX_LCP_MS),
    );
  const { name, duration } = await longestInteraction(page, list);
  measured.push(under("pages: longest interaction on the list", duration, MAX_INTERACTION_MS, name));
  measured.push(
    smallerThan("pages: first-load scripts of the list", await scriptBytes(page, list), MAX_SCRIPT_BYTES),
  );
  await pool.query(
    `UPDATE snitches SET timezone = 'Europe/Riga', schedule = (ARRAY['30 7 * * 1-5', '*/5 * * * *', '15 3 * * *', '0 */2 * * *'])
       [1 + abs(hashtext(token)) % 4] WHERE case_id = $1`,
    [caseId],
  );
  measured.push(await responseTime(`${listed}, all on cron`, page, list));
  await pool.query(
    `INSERT INTO incidents (id, cause, severity, opened_at, told_at, last_told_at, bad_count, case_id, snitch_id)
     SELECT new_id(), 'missed', 'critical', now(), now(), now(), 1, case_id, id FROM snitches s WHERE case_id = $1
       AND NOT EXISTS (SELECT FROM incidents i WHERE i.snitch_id = s.id AND i.closed_at IS NULL)`,
    [caseId],
  );
  const incidents = `${tattle.appUrl}/${caseId}/incidents`;
  measured.push(await responseTime(`${shownCount} open incidents`, page, incidents));
  measured.push(await responseTime(`${listed}, each with an open incident`, page, list));
  await browser.close();
  await tattle.stop();
  await pool.end();
  return measured;
}
