import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

const SOME = [
  { name: "Alpha", status: "healthy" },
  { name: "Bravo", status: "failed" },
  { name: "Charlie", status: "errored" },
  { name: "Delta", status: "paused" },
];

test("the board shows what is wrong first, without a shell, large and dark, and stays true @long", async ({
  page,
  request,
  world,
}) => {
  const home = page.url();
  const [alpha = "", bravo = "", charlie = ""] = await world.fill(new URL(home).pathname.slice(1), SOME);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(home);
  await page.getByRole("link", { name: "Board", exact: true }).click();
  await expect(page).toHaveURL(`${home}/board`);

  const headline = page.getByRole("status");
  await expect(headline).toContainText("1 missing, 1 errored");
  await expect(headline).toContainText("1 healthy, 1 paused");
  await expect(page).toHaveTitle(/^▲ 1 missing, 1 errored · /);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /switch case/ })).toHaveCount(0);
  const problems = page.getByRole("region", { name: "Needs attention" });
  expect(await problems.getByRole("link").allTextContents()).toEqual(["Bravo", "Charlie"]);
  await expect(problems.getByRole("listitem").first()).toContainText("Missing");
  const others = page.getByRole("region", { name: "Other snitches" });
  expect(await others.getByRole("listitem").allTextContents()).toEqual(["Healthy:Alpha", "Paused:Delta"]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1920, height: 1080 });

  // On a screen of a metre across, 3 m away, letters of 26 pixels can be read.
  const sizes = await page
    .locator("main :is(h1, p, a, time)")
    .evaluateAll((elements) =>
      elements
        .filter((element) => !element.closest("footer"))
        .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(26);
  await page.emulateMedia({ colorScheme: "light" });
  const [red = 255] = await page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) return [];
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  });
  expect(red).toBeLessThan(40);

  for (const token of [bravo, charlie]) await request.get(`${process.env.CHECK_IN_URL}/${token}`);
  await expect(headline).toContainText("No problems");
  await expect(problems).toHaveCount(0);
  expect(alpha).not.toBe("");
});

test("the board shows every bad job that there is room for, and counts the others @long", async ({
  page,
  world,
}) => {
  const home = page.url();
  const bad = Array.from({ length: 46 }, (_, i) => ({
    name: `Job ${i} of the nightly run`,
    status: i < 30 ? "failed" : "errored",
  }));
  await world.fill(new URL(home).pathname.slice(1), [...bad, { name: "Alpha", status: "healthy" }]);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${home}/board`);
  const problems = page.getByRole("region", { name: "Needs attention" });
  await expect(problems.getByRole("listitem")).toHaveCount(40);
  const more = problems.getByRole("link", { name: "+6 errored" });
  await expect(more).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("1 more not shown.")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await more.click();
  await expect(page).toHaveURL(`${home}?status=errored`);
});

test("the board keeps the screen on, also after its tab was hidden @long", async ({ page }) => {
  await page.addInitScript(() => {
    const requests = { count: 0 };
    Object.assign(window, { requests });
    Object.defineProperty(navigator, "wakeLock", {
      value: {
        request: async () => {
          requests.count += 1;
          return Object.assign(new EventTarget(), { release: async () => {} });
        },
      },
    });
  });
  await page.goto(`${page.url()}/board`);
  await expect(page.getByText("The screen stays on.")).toBeVisible();
  await expect(page.getByRole("status")).toContainText("No snitches yet");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => page.evaluate("window.requests.count")).toBe(2);
  await page.getByRole("link", { name: "Close Board" }).click();
  await expect(page.getByRole("navigation", { name: "Case" })).toBeVisible();
});

test("without a wake lock the board says so @long", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "wakeLock", { value: undefined }));
  await page.goto(`${page.url()}/board`);
  await expect(page.getByText("This browser may turn the screen off.")).toBeVisible();
});

test("the board stays while the server is away, and is current again afterwards @long", async ({
  page,
  world,
}) => {
  const caseId = new URL(page.url()).pathname.slice(1);
  await world.fill(caseId, [{ name: "Alpha", status: "healthy" }]);
  await page.goto(`${page.url()}/board`);
  await page.route("**", (route) => route.abort("connectionrefused"));
  await expect(page.getByText(/^Not connected since/)).toBeVisible();
  await expect(page.getByRole("status")).toContainText("The snitch is healthy");
  await world.fill(caseId, [{ name: "Bravo", status: "failed" }]);

  await page.unroute("**");
  await expect(page.getByRole("status")).toContainText("1 missing");
  await expect(page.getByText(/^Not connected since/)).toBeHidden();
});

test("the command menu leads to the board, and a stranger has to sign in first @long", async ({
  page,
  commandMenu,
  browser,
  baseURL,
}) => {
  const home = page.url();
  await commandMenu.open();
  await page.keyboard.type("board");
  await page.getByRole("option", { name: "Board", exact: true }).click();
  await expect(page).toHaveURL(`${home}/board`);

  const context = await browser.newContext({ baseURL });
  const stranger = await context.newPage();
  await stranger.goto(`${home}/board`);
  await expect(stranger).toHaveURL(/\/sign-in\?to=.*board/);
  await context.close();
  expect((await page.goto(`/${crypto.randomUUID()}/board`))?.status()).toBe(404);
  await expect(page.getByRole("navigation", { name: "Case" })).toBeVisible();
});
