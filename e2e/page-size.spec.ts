import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const MAX_LIST_BYTES = 175_000;
const MAX_SNITCH_BYTES = 150_000;

const JOBS = ["backup", "digest", "import", "report"];

const MANY = Array.from({ length: 2_000 }, (_, i) => ({
  name: `Nightly ${JOBS[i % JOBS.length]} of db${i}`,
  status: i % 3 === 0 ? "failed" : "healthy",
  tags: ["db", JOBS[i % JOBS.length] ?? ""],
}));

/** The size of a page as the browser reads it, before compression. */
async function bytesOf(page: Page, url: string): Promise<number> {
  const response = await page.request.get(url);
  expect(response.status()).toBe(200);
  return (await response.body()).length;
}

test("the list with 50 rows of 2,000 stays below 175 kB, and the page of a job of minutes below 150 kB, uncompressed", async ({
  page,
  account,
  world,
}) => {
  expect(account.email).toBeTruthy();
  const home = page.url();
  const caseId = new URL(home).pathname.slice(1);
  const [token] = await world.fill(caseId, [
    { name: "Heartbeat", status: "healthy", interval: "1_minute", tags: ["queue"] },
  ]);
  await world.fill(caseId, MANY);
  const list = await bytesOf(page, home);
  const snitch = await bytesOf(page, `${home}/snitches/${token}`);
  console.log(`list: ${list} bytes, snitch: ${snitch} bytes`);
  expect(list).toBeLessThan(MAX_LIST_BYTES);
  expect(snitch).toBeLessThan(MAX_SNITCH_BYTES);
});
