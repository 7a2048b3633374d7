import { expectAccessibleAtAnyWidth } from "./accessibility";
import { expect, signedInTest, test } from "./fixtures";
import { hydrated } from "./pages/command-menu";

const parseCaseId = (url: string) => new URL(url).pathname.slice(1);

signedInTest(
  "the tabs of a snitch are pages that the keyboard reaches, and older links lead to them @long",
  async ({ page, world, snitchPage }) => {
    // axe runs twenty times.
    test.slow();
    const [token = ""] = await world.fill(parseCaseId(page.url()), [{ name: "Alpha", status: "healthy" }]);
    const url = `${page.url()}/snitches/${token}`;
    await page.goto(url);
    await hydrated(page);

    await snitchPage.tab("Overview").focus();
    await page.keyboard.press("Tab");
    await expect(snitchPage.tab("Activity")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${url}/activity`);
    await expect(snitchPage.tab("Activity")).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveTitle(/^Activity of Alpha/);
    await snitchPage.tab("Settings").click();
    await expect(snitchPage.section("Schedule")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${url}/activity`);
    await page.goto(`${url}?show=check_ins#activity`);
    await expect(page).toHaveURL(`${url}/activity?show=check_ins#activity`);

    for (const path of ["", "/activity", "/activity/changes", "/settings", "/snooze"]) {
      await page.goto(`${url}${path}`);
      await expectAccessibleAtAnyWidth(page);
    }
  },
);

test("the status says what happened last, since when, who was notified, and what to do @long", async ({
  page,
  request,
  account,
  world,
  snitchPage,
}) => {
  const [token = ""] = await world.fill(parseCaseId(page.url()), [{ name: "Alpha", status: "healthy" }]);
  await request.get(`${process.env.CHECK_IN_URL}/${token}?s=3&m=disk+full`);
  await page.goto(`${page.url()}/snitches/${token}`);

  await expect(snitchPage.status()).toHaveText("Errored");
  await expect(page.getByRole("term").filter({ hasText: "Errored since" })).toBeVisible();
  const band = page.getByRole("definition");
  await expect(band.filter({ hasText: "Reported an error" })).toContainText("exit status 3");
  await expect(band.filter({ hasText: "Reported an error" })).toContainText("“disk full”");
  await expect(band.filter({ hasText: account.email })).toHaveCount(1);
  await page.getByRole("button", { name: "Check In Now" }).click();
  await expect(snitchPage.status()).toHaveText("Healthy");
  await expect(band.filter({ hasText: "Checked in" })).toContainText("Checked in manually");
  await page.getByRole("link", { name: "Examples" }).click();
  await expect(page.getByText(/\/path\/to\/job && curl/)).toBeVisible();
});

signedInTest(
  "an entry has a permanent link that finds it among older ones @long",
  async ({ page, world, snitchPage }) => {
    const [token = ""] = await world.fill(parseCaseId(page.url()), [{ name: "Alpha", status: "healthy" }]);
    const url = `${page.url()}/snitches/${token}`;
    await page.goto(`${url}/activity`);
    await page.getByRole("link", { name: "Older" }).click();
    const oldest = snitchPage.entries().filter({ hasText: "row 30" });
    const link = await oldest.getByRole("link").getAttribute("href");

    await page.goto(link ?? "");
    await expect(oldest).toHaveAttribute("aria-current", "true");
    await expect(oldest).toBeInViewport();
    await expect(snitchPage.entries()).toHaveCount(1);
    await page.getByRole("link", { name: "Latest" }).click();
    await expect(snitchPage.entries().first()).toContainText("row 1");
    await page.goto((link ?? "").replace(/=\d+_/, "=0_"));
    await expect(page.getByText("That entry is no longer kept.")).toBeVisible();
  },
);

test("the activity shows who changed a snitch @long", async ({ page, account, world, snitchPage }) => {
  const [token = ""] = await world.fill(parseCaseId(page.url()), [{ name: "Alpha", status: "healthy" }]);
  const url = `${page.url()}/snitches/${token}`;
  await snitchPage.edit(url, "Name");
  await page.getByRole("textbox", { name: "Name" }).fill("Bravo");
  await snitchPage.save();
  await expect(page.getByRole("heading", { level: 1, name: "Bravo" })).toBeVisible();

  await snitchPage.tab("Activity").click();
  await snitchPage.kind("Audit log").click();
  const row = page.getByRole("row").filter({ hasText: "Name changed from Alpha to Bravo" });
  await expect(row).toContainText(account.email);
});

signedInTest("addresses in notes are links, and nothing else is @long", async ({ page, world }) => {
  const [token = ""] = await world.fill(parseCaseId(page.url()), [{ name: "Alpha", status: "healthy" }]);
  await world.note(
    token,
    "Runbook: https://wiki.test/restore. javascript:alert(1) https://bank.test@evil.test <b>bold</b>",
  );
  await page.goto(`${page.url()}/snitches/${token}`);
  const notes = page.getByText(/^Runbook:/);

  await expect(notes).toContainText("javascript:alert(1) https://bank.test@evil.test <b>bold</b>");
  const link = notes.getByRole("link");
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute("href", "https://wiki.test/restore");
  await expect(link).toHaveAttribute("rel", /noopener/);
});
