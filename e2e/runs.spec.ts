import { readFile } from "node:fs/promises";
import { FAILING_LINE, FAILING_OUTPUT } from "@/testing/failing-output";
import { expectAccessible } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import { SnitchPage } from "./pages/snitch-page";

signedInTest(
  "a job prints and fails, overruns, and recovers @long",
  async ({ page, request, world, snitchPage, browser }) => {
    const { token, url } = await snitchPage.add("Nightly backup", "Daily");
    const snitchUrl = page.url().replace("/setup", "");
    await page.goto(`${snitchUrl}/settings`);
    await expect(snitchPage.tab("Settings")).toBeVisible();
    // Without runs, its pages look as before.
    await expect(snitchPage.tab("Runs")).toHaveCount(0);
    await snitchPage.edit(snitchUrl, "Runs");
    await page.getByLabel("Longest runtime").fill("soon");
    await snitchPage.saveButton().click();
    await expect(page.getByText(/^Longest runtime must be a duration such as/)).toBeVisible();
    await page.getByLabel("Longest runtime").fill("1 hour");
    await snitchPage.save();

    // A run that prints and fails.
    expect((await request.post(`${url}/start?rid=first&host=db1`)).status()).toBe(202);
    await snitchPage.tab("Overview").click();
    await expect(page.getByText(/since .* on db1 for \d+ s/)).toBeVisible();
    const output = "\u001b[31mcannot connect\u001b[0m\n<script>document.title = 'run'</script>\n";
    expect(
      (await request.post(`${url}/3?rid=first&metric.rows=812`, { data: Buffer.from(output) })).status(),
    ).toBe(202);
    await expect(snitchPage.status()).toHaveText("Errored");
    await expect(
      snitchPage.entries().filter({ hasText: /^Failed, started .* · took .* · exit\s3 · output/ }),
    ).toHaveCount(1);
    await snitchPage.entries().getByRole("link", { name: "output" }).click();
    const shown = page.getByRole("region", { name: "Output of the run" });
    await expect(shown).toHaveText("cannot connect\n<script>document.title = 'run'</script>\n", {
      useInnerText: true,
    });
    await expect(page.getByText("rows 812")).toBeVisible();
    await expectAccessible(page);

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download" }).click();
    expect(await readFile(await (await download).path(), "utf8")).toBe(output);
    // No one else may have it.
    const stranger = await browser.newContext();
    expect((await stranger.request.get(`${page.url().split("#")[0]}/output`)).status()).toBe(404);
    await stranger.close();

    // The next run takes too long.
    expect((await request.post(`${url}/start?rid=second`)).status()).toBe(202);
    await world.hoursPassForRuns(token, 3);
    await page.goto(snitchUrl);
    await expect(snitchPage.status()).toHaveText("Missing");
    await expect(
      page.getByText(/^Its run “second”, started .*, overran: it should have finished by /),
    ).toBeVisible();

    // It finishes after all, which recovers the snitch. The run stays marked.
    expect((await request.post(`${url}/success?rid=second`)).status()).toBe(202);
    await expect(snitchPage.status()).toHaveText("Healthy");
    await snitchPage.tab("Runs").click();
    const runs = page.getByRole("region", { name: "Runs" });
    await expect(runs.getByRole("columnheader")).toHaveText([
      "Started",
      "Took",
      "Exit",
      "Host",
      "Metrics",
      "Last line",
    ]);
    await expect(runs.getByRole("row")).toHaveText([
      /^Started/,
      /Overran.*3 h/,
      /Failed.*3db1rows 812.*document.title/,
    ]);
    await expectAccessible(page);

    // A worker makes outputs searchable once a minute.
    signedInTest.setTimeout(180_000);
    await page.getByRole("link", { name: "Search in all outputs" }).click();
    await page.getByRole("searchbox", { name: "Search in outputs" }).fill("cannot conn");
    await expect(async () => {
      await page.getByRole("searchbox", { name: "Search in outputs" }).press("Enter");
      await expect(page.getByRole("table", { name: "Runs" })).toContainText("cannot connect");
    }).toPass({ timeout: 120_000 });
    await expectAccessible(page);
    await page.getByRole("link", { name: "Nightly backup" }).click();
    await expect(shown).toContainText("cannot connect");
  },
);

test("the pages, the mail and the chat of a run that failed show the end of what it printed @long", async ({
  page,
  request,
  account,
  snitchPage,
  receiver,
  world,
}) => {
  await world.makeOperator(account.email);
  const home = page.url();
  await page.goto(`${home}/channels/new/mattermost`);
  await page.getByLabel("Webhook URL", { exact: true }).fill(receiver.url);
  await page.getByRole("button", { name: "Add Channel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mattermost");
  await page.goto(home);
  const { url } = await snitchPage.add("Nightly backup", "Daily");
  const snitchUrl = page.url().replace("/setup", "");
  await request.get(url);
  const data = Buffer.from(FAILING_OUTPUT);
  expect((await request.post(`${url}/3?rid=first`, { data })).status()).toBe(202);

  await page.goto(snitchUrl);
  await expect(snitchPage.status()).toHaveText("Errored");
  // In the band, and not again in the activity below it.
  await expect(page.getByText(FAILING_LINE)).toHaveCount(1);
  await page.getByText("55 earlier lines").click();
  await expect(page.getByText("table 1 of 54: 812 rows copied")).toBeVisible();
  await expectAccessible(page);

  await snitchPage.entries().getByRole("link", { name: "output" }).click();
  const cause = page.getByRole("region", { name: "Output of the run" }).locator("mark");
  await expect(cause).toHaveText(FAILING_LINE);
  await expect(cause).toBeInViewport();
  await expectAccessible(page);

  await page.goto(`${home}/incidents`);
  await expect(page.getByRole("list", { name: "Open incidents" })).toContainText(FAILING_LINE);
  await expect.poll(() => receiver.latest()?.body).toContain(FAILING_LINE);
  await page.goto("/outbox");
  const mail = page.getByRole("row").filter({ hasText: account.email });
  await mail.getByRole("link", { name: /Errored: Nightly backup/ }).click();
  await expect(page.frameLocator("iframe").getByText(FAILING_LINE).first()).toBeVisible();
});

signedInTest(
  "without scripts, the settings of runs are saved, and a copy has them @long",
  async ({ browser, page, snitchPage }) => {
    const { token } = await snitchPage.add("Import", "Daily");
    const home = new URL(page.url()).origin + new URL(page.url()).pathname.split("/").slice(0, 2).join("/");
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const plain = await context.newPage();
    const settings = new SnitchPage(plain);
    await settings.edit(`${home}/snitches/${token}`, "Runs");
    await plain.getByLabel("Shortest runtime").fill("2 h");
    await plain.getByLabel("Longest runtime").fill("1 h");
    await settings.saveButton().click();
    await expect(plain.getByText("Shortest runtime must be less than the longest runtime.")).toBeVisible();
    await plain.getByLabel("Shortest runtime").fill("5 s");
    await plain.getByText("More settings").click();
    await plain.getByLabel("Checks").fill("duration < 5 min\nmetric.rows > 0");
    await settings.save();
    await plain.goto(`${home}/new?from=${token}`);
    await plain.getByRole("button", { name: "Add Snitch" }).click();
    await plain.goto(plain.url().replace("/setup", "/settings"));
    await expect(settings.section("Runs")).toContainText(
      "At most 1 hour; at least 5 seconds; checks: duration < 5 min, metric.rows > 0",
    );
    await context.close();
  },
);

signedInTest(
  "a list of runs goes back page by page, and its chart is read by keyboard @long",
  async ({ page, world, snitchPage }) => {
    const { token } = await snitchPage.add("Hourly import", "Hourly");
    await world.addRuns(token, 60);
    await page.goto(page.url().replace("/setup", "/runs"));
    const runs = page.getByRole("region", { name: "Runs" });
    const rows = runs.getByRole("table").getByRole("row");
    await expect(rows).toHaveCount(1 + 25);
    const bars = runs.getByRole("group", { name: /^Runs usually take .* to .*\.$/ }).getByRole("button");
    await expect(bars).toHaveCount(50);
    await bars.last().focus();
    await page.keyboard.press("ArrowLeft");
    await expect(bars.nth(48)).toBeFocused();
    await expect(runs.locator("p").filter({ hasText: /took 20 s · run-2 · failed · exit 3/ })).toBeVisible();
    await page.getByRole("link", { name: "Older" }).click();
    await expect(page.getByRole("link", { name: "Latest" })).toBeVisible();
    await page.getByRole("link", { name: "Older" }).click();
    await expect(rows).toHaveCount(1 + 10);
    await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
    await page.getByRole("link", { name: "Latest" }).click();
    await expect(rows).toHaveCount(1 + 25);
  },
);
