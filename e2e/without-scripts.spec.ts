import { expect, signedInTest, test } from "./fixtures";
import { SnitchList } from "./pages/snitch-list";

test("without JavaScript a mailed link signs in: its page sends an origin, but not its address", async ({
  browser,
  account,
  baseURL,
  world,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto("/sign-in/link");
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Create Link" }).click();
  const link = await world.linkMailedTo(account.email, "Your sign-in link");
  await page.goto(link);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");
  const headers = await (await sent).allHeaders();
  expect(headers.origin).toBe(baseURL);
  expect(headers.referer).toBe(`${baseURL}/`);
  await context.close();
});

test("without JavaScript a person can sign in, and add, pause and unpause a snitch", async ({
  browser,
  request,
  account,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await account.signIn("/sign-in", page);
  await page.getByRole("link", { name: "Add Your First Snitch" }).click();
  await page.getByLabel("Name").fill("Nightly backup");
  await page.getByRole("button", { name: "Add Snitch" }).click();
  const url = await page.getByLabel("Check-in URL", { exact: true }).inputValue();
  await request.get(url);
  await page.reload();
  await page.getByRole("link", { name: "Go to Snitch" }).click();

  const status = page.getByRole("status", { name: "Status" });
  await expect(status).toHaveText("Healthy");
  await page.getByLabel("Pause until").selectOption("unpaused");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(status).toHaveText("Paused");
  await page.getByRole("button", { name: "Unpause" }).click();
  await expect(status).toHaveText("Healthy");
  await context.close();
});

signedInTest(
  "without JavaScript the list can be searched, sorted and grouped @long",
  async ({ browser, page: signedIn, baseURL, world }) => {
    const home = new URL(signedIn.url()).pathname;
    await world.fill(home.slice(1), [
      { name: "Alpha", status: "healthy", tags: ["db"] },
      { name: "Alpine", status: "healthy", tags: ["eu"] },
      { name: "Bravo", status: "healthy" },
    ]);
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
    await context.addCookies(await signedIn.context().cookies());
    const page = await context.newPage();
    const list = new SnitchList(page);
    await page.goto(home);
    await list.search().fill("alp");
    await list.search().press("Enter");
    await expect(page).toHaveURL(`${baseURL}${home}?q=alp`);
    await list.heading("Name").getByRole("link").click();
    await list.heading("Name").getByRole("link").click();
    await expect(page).toHaveURL(`${baseURL}${home}?q=alp&sort=-name`);
    expect(await list.names()).toEqual(["Alpine", "Alpha"]);
    await list.unfold("Display");
    await page.getByRole("link", { name: "By first tag" }).click();
    await expect(page.getByRole("rowheader", { name: "db" })).toBeVisible();
    expect(await list.names()).toEqual(["Alpha", "Alpine"]);
    await context.close();
  },
);
