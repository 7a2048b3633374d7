import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import type { Account } from "./pages/account";
import type { World } from "./test-data";

const MAX_SCRIPT_BYTES = 191_000;
const WIDTHS = process.env.TEST_LONG ? [390, 1280] : [1280];

const DOCS = [
  "",
  "/check-ins",
  "/intervals",
  "/schedules",
  "/runs",
  "/smart",
  "/pausing",
  "/timeline",
  "/reports",
  "/sharing",
  "/incidents",
  "/maintenance",
  "/emails",
  "/channels",
  "/drills",
  "/notifications",
  "/works-with",
  "/agents",
  "/api",
  "/api/snitches",
  "/search?q=email",
];
const PUBLIC = [
  "/",
  "/sign-in",
  "/sign-in/link",
  "/sign-up",
  "/password",
  ...DOCS.map((path) => `/docs${path}`),
];
const OPERATOR = [
  "/operator",
  "/operator/users",
  "/operator/deliveries",
  "/operator/email",
  "/operator/heartbeats",
  "/outbox",
];
const IN_CASE = [
  "",
  "?view=timeline",
  "/reports",
  "/report/print",
  "/new",
  "/import",
  "/import/healthchecks",
  "/incidents",
  "/incidents?status=closed",
  "/maintenance",
  "/maintenance/new",
  "/status-pages/new-page",
  "/status-pages",
  "/status-pages/notices",
  "/status-pages/notices/new",
  "?group=machine",
  "/machines/db1",
  "/kubernetes",
  "/still-wanted",
  "/runs",
  "/runs?q=disk",
  "/channels",
  "/channels/new",
  "/channels/new/pagerduty",
  "/drills",
  "/api-keys",
  "/settings",
  "/settings/notifications",
  "/settings/members",
  "/settings/danger",
  "/settings/email",
  "/settings/audit",
  "/settings/configuration",
];

/** All pages that an operator with a case, a snitch and a captured email can open. */
async function listPages(page: Page, account: Account, world: World): Promise<string[]> {
  const home = new URL(page.url()).pathname;
  await world.makeOperator(account.email);
  const [token = ""] = await world.fill(home.slice(1), [
    { name: "Nightly backup", status: "failed", tags: ["critical"] },
    { name: "Card charges", status: "errored" },
  ]);
  const run = await world.addRuns(token, 30);
  const incident = await world.openIncident(token);
  const alert = await world.anOldAlert(token);
  const drill = await world.aDrill(home.slice(1), account.email);
  await world.capture(2, account.email, "Missing");
  await page.goto("/outbox");
  const email = (await page.getByRole("link", { name: "Missing 1" }).first().getAttribute("href")) ?? "";
  return [
    ...IN_CASE.map((path) => `${home}${path}`),
    `${home}/snitches/${token}`,
    ...[
      "/setup",
      "/activity",
      "/activity/changes",
      "/runs",
      `/runs/${run}`,
      "/settings",
      "/settings?edit=alerts",
      "/settings?edit=schedule",
      "/snooze",
      "/replay",
    ].map((path) => `${home}/snitches/${token}${path}`),
    ...["", "/acknowledge"].map((path) => `${home}/incidents/${incident}${path}`),
    `${home}/alerts/${alert}`,
    `${home}/drills/${drill}`,
    "/account",
    "/account/security",
    "/account/security/app",
    "/account/notifications",
    "/cases/new",
    ...OPERATOR,
    email,
  ];
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

async function expectAccessibleAtEachWidth(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
}

test("axe finds nothing on any page, light and dark, narrow and wide @size", async ({
  page,
  account,
  world,
  browser,
}) => {
  test.setTimeout(900_000);
  for (const path of await listPages(page, account, world)) {
    await open(page, path);
    await expectAccessibleAtEachWidth(page);
  }
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const visitor = await context.newPage();
  for (const path of [...PUBLIC, "/nowhere"]) {
    await open(visitor, path);
    await expectAccessibleAtEachWidth(visitor);
  }
  await context.close();
});

signedInTest(
  "axe finds nothing on the dialogs of settings, light and dark, narrow and wide @long",
  async ({ page, apiKeysPage, webhooksPage, receiver }) => {
    const home = page.url();
    await webhooksPage.add(receiver.url);
    const webhook = page.url();
    await apiKeysPage.create("CI");
    const dialogs: [path: string, button: string | RegExp][] = [
      [webhook, "Rotate Secret…"],
      [webhook, /^Remove… http/],
      [`${home}/api-keys`, "Revoke CI"],
      [`${home}/api-keys`, "Rotate CI"],
      [`${home}/settings/danger`, "Delete Case…"],
      ["/account", /^Delete /],
    ];
    for (const [path, name] of dialogs) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await open(page, path);
      await page.getByRole("button", { name }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessibleAtEachWidth(page);
    }
  },
);

test("no page loads more than 191 kB of scripts at first", async ({ page, request, account, world }) => {
  const sizes = new Map<string, number>();
  const measureSize = async (src: string) => {
    const known = sizes.get(src) ?? gzipSync(await (await page.request.get(src)).body()).length;
    sizes.set(src, known);
    return known;
  };
  const tooLarge: string[] = [];
  const pages = await listPages(page, account, world);
  for (const path of [...pages, ...PUBLIC]) {
    // The other one is not signed in.
    const visitor = pages.includes(path) ? page.request : request;
    const html = await (await visitor.get(path)).text();
    const tags = [...html.matchAll(/<script\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !/nomodule/i.test(tag));
    const sources = new Set(tags.flatMap((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? []));
    let bytes = 0;
    for (const src of sources) bytes += await measureSize(src);
    if (bytes > MAX_SCRIPT_BYTES) tooLarge.push(`${path}: ${bytes}`);
  }
  expect(tooLarge).toEqual([]);
});
