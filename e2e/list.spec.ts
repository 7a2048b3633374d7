import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";
import { pressToFocus } from "./pages/command-menu";

const SOME = [
  { name: "Alpha", status: "healthy", tags: ["db"] },
  { name: "Bravo", status: "failed", tags: ["db", "critical"] },
  { name: "Charlie", status: "errored" },
  { name: "Delta", status: "paused" },
  { name: "Echo", status: "pending" },
];

test("the list shows what is wrong first, and can be filtered to it", async ({ page, world, snitchList }) => {
  await world.fill(new URL(page.url()).pathname.slice(1), SOME);
  const home = page.url();
  await page.reload();

  const filters = page.getByRole("navigation", { name: "Filters" });
  await expect(filters.getByRole("link")).toHaveText(["2 failing", "1 healthy", "1 paused", "1 pending"]);
  expect(await snitchList.names()).toEqual(["Bravo", "Charlie", "Alpha", "Delta", "Echo"]);
  await expect(page).toHaveTitle(/^▲ 1 missing, 1 errored/);
  expect(await snitchList.favicon()).toContain("dc2626");

  await filters.getByRole("link", { name: "2 failing" }).click();
  await expect(page).toHaveURL(`${home}?status=wrong`);
  await expect(snitchList.row("Bravo")).toBeVisible();
  await expect(snitchList.row("Alpha")).toHaveCount(0);
  await filters.getByRole("link", { name: /^2 failing.*stop filtering$/ }).click();
  await expect(page).toHaveURL(home);
  await snitchList.unfold("Filter");
  await page.getByRole("link", { name: "db", exact: true }).click();
  await expect(snitchList.row("Charlie")).toHaveCount(0);
  expect(await snitchList.names()).toEqual(["Bravo", "Alpha"]);
  await expect(filters.getByRole("link")).toHaveText(["1 failing", "1 healthy", /^db/]);

  await page.goto(home);
  await pressToFocus(page, "/", snitchList.search());
  await page.keyboard.type("zulu");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No snitch matches these filters.")).toBeVisible();
  await page.getByRole("link", { name: "Show all snitches" }).click();
  await expect(page).toHaveURL(home);
  await snitchList.unfold("Display");
  await page.getByRole("list", { name: "Order" }).getByRole("link", { name: "Name" }).click();
  await expect(page).toHaveURL(`${home}?sort=name`);
  await expect(async () =>
    expect(await snitchList.names()).toEqual(["Alpha", "Bravo", "Charlie", "Delta", "Echo"]),
  ).toPass();
});

test("at 1280 × 800 the list shows 18 rows of 36 px, with tags, notes and long names in them, and no text moves a column @long", async ({
  page,
  world,
}) => {
  const home = page.url();
  const many = Array.from({ length: 30 }, (_, i) => ({
    name: i % 3 === 0 ? `Nightly backup of the database with the long name number ${i}` : `Job ${i}`,
    status: i % 4 === 0 ? "failed" : "healthy",
    tags: ["env:production", "team:payments", "db", "critical"].slice(0, 1 + (i % 4)),
  }));
  const [token = ""] = await world.fill(new URL(home).pathname.slice(1), many);
  await world.addRuns(token, 3);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(home);

  const rows = page.getByRole("table", { name: "Snitches" }).locator("tr[data-snitch]");
  await expect(rows).toHaveCount(30);
  const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()));
  expect(new Set(boxes.map(({ height }) => Math.round(height)))).toEqual(new Set([36]));
  expect(boxes.filter(({ top, bottom }) => top >= 0 && bottom <= 800).length).toBeGreaterThanOrEqual(18);

  const readColumns = () =>
    page
      .getByRole("columnheader")
      .evaluateAll((all) => all.map((heading) => heading.getBoundingClientRect().x));
  const columns = await readColumns();
  await page.goto(`${home}?status=healthy`);
  await expect(rows).toHaveCount(22);
  expect(await readColumns()).toEqual(columns);
});

test("columns of durations are turned on in the menu, sort the list, and are in the address @long", async ({
  page,
  world,
  snitchList,
}) => {
  const home = page.url();
  const [alpha = "", bravo = ""] = await world.fill(new URL(home).pathname.slice(1), SOME);
  await world.addRuns(alpha, 3);
  await world.addRuns(bravo, 8);
  await page.reload();
  await expect(snitchList.heading("Duration")).toHaveCount(0);

  await snitchList.unfold("Display");
  const columns = page.getByRole("list", { name: "Columns" });
  await columns.getByRole("link", { name: "Duration of the last run" }).click();
  await expect(page).toHaveURL(`${home}?column=duration`);
  await columns.getByRole("link", { name: "p95 of the durations" }).click();
  await expect(page).toHaveURL(`${home}?column=duration&column=p95`);
  await page.keyboard.press("Escape");
  await expect(columns).toBeHidden();
  await expect(snitchList.row("Bravo").getByRole("cell", { name: "20 s" })).toBeVisible();
  await expect(snitchList.row("Charlie").locator(".took")).toHaveText(["–", "–"]);
  await expectAccessible(page);

  await snitchList.heading("p95").getByRole("link").click();
  await expect(page).toHaveURL(`${home}?sort=p95&column=duration&column=p95`);
  await expect(snitchList.heading("p95")).toHaveAttribute("aria-sort", "descending");
  await expect.poll(async () => (await snitchList.names()).slice(0, 2)).toEqual(["Bravo", "Alpha"]);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
});

test("headings sort the list in both directions, and the URL says how @long", async ({
  page,
  world,
  snitchList,
}) => {
  const home = page.url();
  await world.fill(new URL(home).pathname.slice(1), SOME);
  await page.reload();

  await expect(snitchList.heading("Status")).toHaveAttribute("aria-sort", "descending");
  await snitchList.heading("Name").getByRole("link").click();
  await expect(page).toHaveURL(`${home}?sort=name`);
  await expect(snitchList.heading("Name")).toHaveAttribute("aria-sort", "ascending");
  await snitchList.heading("Name").getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${home}?sort=-name`);
  await expect(snitchList.heading("Name")).toHaveAttribute("aria-sort", "descending");
  await expect(snitchList.heading("Status")).not.toHaveAttribute("aria-sort");
  expect(await snitchList.names()).toEqual(["Echo", "Delta", "Charlie", "Bravo", "Alpha"]);
  await page.goBack();
  await expect(snitchList.heading("Name")).toHaveAttribute("aria-sort", "ascending");
});

test("typing searches at once, keeps the focus, and is one step back", async ({
  page,
  world,
  snitchList,
}) => {
  const home = page.url();
  await world.fill(new URL(home).pathname.slice(1), SOME);
  await page.goto(`${home}?sort=name`);
  await expect(snitchList.row("Echo")).toBeVisible();

  await snitchList.search().pressSequentially("al");
  await expect(page).toHaveURL(`${home}?sort=name&q=al`);
  await snitchList.search().pressSequentially("pha");
  await expect(page).toHaveURL(`${home}?sort=name&q=alpha`);
  await expect(page.getByText("1 snitch found.")).toBeAttached();
  expect(await snitchList.names()).toEqual(["Alpha"]);
  await expect(snitchList.search()).toBeFocused();
  await expect(snitchList.search()).toHaveValue("alpha");

  await page.goBack();
  await expect(page).toHaveURL(`${home}?sort=name`);
  await expect(snitchList.search()).toHaveValue("");
  await expect(snitchList.row("Echo")).toBeVisible();
  await page.goForward();
  await expect(snitchList.search()).toHaveValue("alpha");
  await snitchList.search().fill("");
  await expect(page).toHaveURL(`${home}?sort=name`);
  await expect(snitchList.row("Echo")).toBeVisible();
});

test("grouped by tag, the worst group is first, a snitch is in one group, and a prefix chooses the tags @long", async ({
  page,
  world,
  snitchList,
}) => {
  const home = page.url();
  await world.fill(new URL(home).pathname.slice(1), [
    { name: "Alpha", status: "healthy", tags: ["db", "env:staging"] },
    { name: "Bravo", status: "failed", tags: ["team:web", "env:production"] },
    { name: "Charlie", status: "errored" },
    { name: "Delta", status: "healthy", tags: ["env:production"] },
  ]);
  await page.reload();

  await snitchList.unfold("Display");
  const groups = page.getByRole("list", { name: "Groups" });
  await groups.getByRole("link", { name: "By first tag" }).click();
  await expect(page).toHaveURL(`${home}?group=tag`);
  await expect(page.getByRole("rowheader")).toHaveText([
    /^team:web 1\s+1 missing$/,
    /^No tag 1\s+1 errored$/,
    /^db 1$/,
    /^env:production 1$/,
  ]);
  expect(await snitchList.names()).toEqual(["Bravo", "Charlie", "Alpha", "Delta"]);

  await groups.getByRole("link", { name: "By env", exact: true }).click();
  await expect(page).toHaveURL(`${home}?group=tag&prefix=env%3A`);
  await expect(page.getByRole("rowheader")).toHaveText([
    /^env:production 2\s+1 missing$/,
    /^No env tag 1\s+1 errored$/,
    /^env:staging 1$/,
  ]);
  expect(await snitchList.names()).toEqual(["Bravo", "Delta", "Charlie", "Alpha"]);
  await page.keyboard.press("Escape");
  await expect(groups).toBeHidden();
  await expectAccessible(page);

  // The keys pass the headings.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (const name of ["Bravo", "Delta", "Charlie"]) {
    await page.keyboard.press("j");
    await expect(snitchList.row(name).getByRole("link")).toBeFocused();
  }
  await page.keyboard.press("k");
  await expect(snitchList.row("Delta").getByRole("link")).toBeFocused();
  await page.getByRole("rowheader").getByRole("link", { name: "env:production" }).click();
  await expect(page).toHaveURL(`${home}?tag=env%3Aproduction`);
});

test("a view is saved under a name, opened, renamed and deleted @long", async ({
  page,
  world,
  snitchList,
}) => {
  const home = page.url();
  await world.fill(new URL(home).pathname.slice(1), SOME);
  await page.goto(`${home}?tag=db&sort=name`);

  await snitchList.unfold("Display");
  await page.getByRole("button", { name: "Save View…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Databases");
  await page.getByRole("button", { name: "Save View", exact: true }).click();
  const views = page.getByRole("navigation", { name: "Saved views" });
  const databases = views.getByRole("link", { name: "Databases" });
  await expect(databases).toHaveAttribute("aria-current", "page");
  await views.getByRole("link", { name: "All" }).click();
  await expect(page).toHaveURL(home);
  await expect(databases).not.toHaveAttribute("aria-current");
  await databases.click();
  await expect(page).toHaveURL(`${home}?tag=db&sort=name`);
  expect(await snitchList.names()).toEqual(["Alpha", "Bravo"]);

  await page.getByRole("button", { name: "Change the view Databases" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("DBs");
  await page.getByRole("button", { name: "Rename View" }).click();
  await page.getByRole("button", { name: "Change the view DBs" }).click();
  await page.getByRole("menuitem", { name: "Delete View" }).click();
  await expect(page.getByText("Deleted the view “DBs”.")).toBeVisible();
  await expect(views.getByRole("link", { name: "DBs" })).toHaveCount(0);
});

test("a long list has pages, forwards and backwards @long", async ({ page, world, snitchList }) => {
  const many = Array.from({ length: 60 }, (_, i) => ({
    name: `Job ${String(i).padStart(2, "0")}`,
    status: "healthy",
  }));
  await world.fill(new URL(page.url()).pathname.slice(1), many);
  await page.goto(`${page.url()}?sort=name`);

  await expect(snitchList.row("Job 49")).toBeVisible();
  await expect(page.getByText("50 of 60")).toBeVisible();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(snitchList.row("Job 50")).toBeVisible();
  await expect(snitchList.row("Job 49")).toHaveCount(0);
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(snitchList.row("Job 00")).toBeVisible();
});

test("selected snitches are acknowledged, paused, unpaused, tagged and deleted together, each by what applies to one of them @long", async ({
  page,
  request,
  world,
  snitchList,
}) => {
  const [alpha] = await world.fill(new URL(page.url()).pathname.slice(1), SOME);
  await request.get(`${process.env.CHECK_IN_URL}/${alpha}?s=1`);
  await page.reload();

  await snitchList.select("Echo");
  await expect(snitchList.toolbar().getByRole("button")).toHaveText(["Select All 5", "Edit…", "Delete…", ""]);
  await snitchList.select("Alpha");
  await snitchList.toolbar().getByRole("button", { name: "Acknowledge" }).click();
  await expect(
    page.getByText("Acknowledged 1 snitch. 1 not changed: there is no open incident."),
  ).toBeVisible();
  await expect(snitchList.row("Alpha").getByText("Acknowledged").first()).toBeVisible();

  for (const name of ["Alpha", "Bravo", "Echo"]) await snitchList.select(name);
  await expect(snitchList.toolbar().getByText("3 selected")).toBeVisible();
  await expect(snitchList.toolbar().getByRole("button", { name: /Acknowledge|Unpause/ })).toHaveCount(0);
  await snitchList.toolbar().getByRole("button", { name: "Snooze or Pause" }).click();
  await page.getByRole("menuitem", { name: "Until it checks in again" }).click();
  await expect(page.getByText(/^Paused 2 snitches\. 1 not changed: can’t be paused/)).toBeVisible();
  await expect(snitchList.row("Alpha").getByText("Paused").first()).toBeVisible();
  await expect(snitchList.toolbar()).toHaveCount(0);

  await page.getByRole("checkbox", { name: "Select all snitches on this page" }).check();
  await expect(snitchList.toolbar().getByText("5 selected")).toBeVisible();
  await snitchList.toolbar().getByRole("button", { name: "Unpause" }).click();
  await expect(page.getByText("Unpaused 5 snitches.")).toBeVisible();

  await snitchList.select("Alpha");
  await snitchList.edit("Tags…");
  await page.getByRole("textbox", { name: "Tags" }).fill("eu, night");
  await page.getByRole("button", { name: "Change Tags" }).click();
  await expect(snitchList.row("Alpha").getByText("night")).toBeVisible();

  await snitchList.select("Charlie");
  await snitchList.select("Delta");
  await snitchList.toolbar().getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete 2 snitches" }).click();
  await expect(page.getByText("Deleted 2 snitches.")).toBeVisible();
  await expect(snitchList.row("Charlie")).toHaveCount(0);
});

test("a change of all snitches that match a filter reaches every page, and says what was refused @long", async ({
  page,
  world,
  snitchList,
}) => {
  const caseId = new URL(page.url()).pathname.slice(1);
  const many = Array.from({ length: 213 }, (_, i) => ({ name: `Job ${i}`, status: "healthy", tags: ["db"] }));
  await world.fill(caseId, [...many, { name: "Untagged", status: "healthy" }]);
  await page.goto(`${page.url()}?tag=db&sort=name`);

  await snitchList.select("Job 0");
  await snitchList.toolbar().getByRole("button", { name: "Select All 213" }).click();
  await expect(snitchList.toolbar().getByText("All 213 selected")).toBeVisible();
  await snitchList.edit("Recipients…");
  const dialog = page.getByRole("dialog", { name: "Recipients of 213 snitches" });
  await dialog.getByLabel("Recipients").fill("not an address");
  await dialog.getByRole("button", { name: "Change Recipients" }).click();
  await expect(dialog.getByText("Recipients has an invalid address: not an address.")).toBeVisible();
  await dialog.getByLabel("Recipients").fill("ops@acme.test");
  await dialog.getByRole("button", { name: "Change Recipients" }).click();
  await expect(page.getByText("Added recipients to 213 snitches.")).toBeVisible();
  await expect(snitchList.toolbar()).toHaveCount(0);

  await page.getByRole("checkbox", { name: "Select all snitches on this page" }).check();
  await snitchList.toolbar().getByRole("button", { name: "Select All 213" }).click();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(snitchList.row("Job 99")).toHaveCount(0);
  await expect(snitchList.toolbar().getByText("All 213 selected")).toBeVisible();
  await snitchList.edit("Schedule and Alerts…");
  await page.getByLabel("Schedule", { exact: true }).check();
  await page.getByLabel("When does it run?").fill("hourly");
  await page.getByRole("button", { name: "Change 213 snitches" }).click();
  await expect(page.getByText("Changed 213 snitches.")).toBeVisible();

  await page.goto(new URL(`/${caseId}?sort=name`, page.url()).href);
  await page.getByRole("checkbox", { name: "Select all snitches on this page" }).check();
  await snitchList.toolbar().getByRole("button", { name: "Select All 214" }).click();
  await snitchList.toolbar().getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete 214 snitches" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");
});

test("the list shows a change at once, and then stops refreshing @long", async ({
  page,
  request,
  world,
  snitchList,
}) => {
  const [token = ""] = await world.fill(new URL(page.url()).pathname.slice(1), [
    { name: "Alpha", status: "failed" },
  ]);
  // Without its timer, the page is read again only when it hears of a change.
  await page.addInitScript(() => Reflect.set(window, "setInterval", () => 0));
  await page.reload();
  await expect(page).toHaveTitle(/^▲ 1 missing/);
  await expect.poll(() => snitchList.favicon()).toContain("dc2626");

  const notified = page.waitForResponse((response) => response.url().includes("_rsc="));
  await request.get(`${process.env.CHECK_IN_URL}/${token}`);
  await notified;
  await expect(page.getByText("Your snitch is healthy.")).toBeVisible();
  await expect(page).not.toHaveTitle(/▲/);
  await expect.poll(() => snitchList.favicon()).toContain("4f46e5");
});

test("nonsense in a URL never fails, and a stranger learns nothing about a case", async ({
  page,
  browser,
  baseURL,
}) => {
  const home = page.url();
  const context = await browser.newContext({ baseURL });
  expect((await page.goto(`${home}?tag=a%00b&after=x&sort=y`))?.status()).toBe(200);
  expect((await page.goto(`${home}/snitches/a%00b`))?.status()).toBe(404);
  expect((await context.request.get(`${home}/live`)).status()).toBe(204);
  const found = await context.request.get(`${home}/find?q=a`);
  expect([found.status(), await found.json()]).toEqual([404, []]);
  await context.close();
});
