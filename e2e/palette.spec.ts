import { ENTRIES } from "@/components/command/entries";
import { matchBest } from "@/components/command/match";
import { expect, signedInTest as test } from "./fixtures";
import { hydrated } from "./pages/command-menu";

const caseIdIn = (url: string) => new URL(url).pathname.slice(1);

test("the command menu opens a setting, and the focus is on its field", async ({ page, commandMenu }) => {
  const home = page.url();

  await commandMenu.open();
  await commandMenu.choose("hours quiet", "Quiet hours");
  await expect(page).toHaveURL(/\/account\/notifications$/);
  await expect(page.getByLabel("From")).toBeFocused();

  await commandMenu.open();
  await commandMenu.choose("invite", "Invite a Person");
  await expect(page).toHaveURL(`${home}/settings/members`);
  await expect(page.getByLabel("Invite a person")).toBeFocused();

  // On the page that is open already.
  await commandMenu.open();
  await commandMenu.choose("roles", "Roles");
  await expect(page.getByRole("region", { name: "What each role can do" })).toBeFocused();

  await commandMenu.open();
  await commandMenu.choose("fire drill send", "Send Fire Drill…");
  await expect(page.getByRole("button", { name: "Send Fire Drill…" })).toBeFocused();
});

test("the command menu changes the theme, downloads the case, shows the keys and signs out @long", async ({
  page,
  commandMenu,
}) => {
  const root = page.locator("html");

  await commandMenu.open();
  await commandMenu.choose("dark", "Dark Theme");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await commandMenu.open();
  await commandMenu.choose("light", "Light Theme");
  await expect(root).toHaveAttribute("data-theme", "light");

  await commandMenu.open();
  const download = page.waitForEvent("download");
  await commandMenu.choose("export json", "Export the Case as JSON");
  expect((await download).suggestedFilename()).toMatch(/\.json$/);

  await commandMenu.open();
  await commandMenu.choose("keyboard", "Show Keyboard Shortcuts");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");

  await commandMenu.open();
  await commandMenu.choose("log out", "Sign Out");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("the command menu finds snitches and open incidents by words in any order @long", async ({
  page,
  account,
  world,
  commandMenu,
}) => {
  const home = page.url();
  await world.fill(caseIdIn(home), [{ name: "Nightly backup of db7", status: "failed" }]);
  await world.openIncidents(caseIdIn(home), "");
  await page.reload();

  await commandMenu.open();
  await page.keyboard.type("db7 night");
  await expect(page.getByRole("group", { name: "Snitches" }).getByRole("option")).toHaveCount(1);
  const incident = page.getByRole("group", { name: "Open Incidents" }).getByRole("option");
  await expect(incident).toHaveText(/Nightly backup of db7.*Missed check-in/);
  await incident.click();
  await expect(page).toHaveURL(/\/incidents\/[\da-f-]+$/);

  await commandMenu.open();
  await commandMenu.choose("ack", "Acknowledge This Incident");
  await expect(page.getByText(`Acknowledged by ${account.email}, `)).toBeVisible();
});

test("the command menu opens the form of a section of the settings of a snitch @long", async ({
  page,
  commandMenu,
  snitchPage,
}) => {
  await snitchPage.add("Nightly backup", "Daily");
  await commandMenu.open();
  await commandMenu.choose("start tolerance", "Run Limits of This Snitch");
  await expect(page.getByLabel("Longest runtime")).toBeVisible();
});

/** The pages of settings, as the folders of `app`. */
const SETTINGS = [
  "/[caseId]/settings",
  "/[caseId]/settings/notifications",
  "/[caseId]/settings/members",
  "/account",
  "/account/notifications",
];

/** The headings and the labels of fields on a page, without those of single people, channels and weekdays. */
const listLabels = () =>
  [...document.querySelectorAll("main h2, main h3, main form label, main form legend")]
    .filter(
      (element) =>
        !element.querySelector("input") && !element.parentElement?.querySelector("[type=checkbox]"),
    )
    .filter((element) => !element.closest("dialog, [role=dialog]"))
    .map((element) => element.textContent?.trim() ?? "");

test("every setting is in the command menu, and every place that it leads to is there", async ({
  page,
  world,
}) => {
  const home = new URL(page.url()).pathname;
  await world.addTeammate(home.slice(1));
  const missing: string[] = [];
  const pages = new Set(ENTRIES.flatMap(({ to }) => ("page" in to && to.at ? [to.page] : [])));
  for (const route of new Set([...SETTINGS, ...pages])) {
    await page.goto(route.replace("/[caseId]", home));
    await hydrated(page);
    if (SETTINGS.includes(route)) {
      const labels = await page.evaluate(listLabels);
      expect(labels.length, route).toBeGreaterThan(0);
      for (const label of labels) {
        const found = matchBest(label.replaceAll(/[“”.…]/g, ""), ENTRIES);
        if (!found.some(({ to }) => "page" in to && to.page.startsWith(route)))
          missing.push(`“${label}” of ${route}`);
      }
    }
    for (const { id, to } of ENTRIES) {
      if (!("page" in to) || to.page !== route || !to.at) continue;
      // Shown only if there are some.
      if (["invitations", "providers"].includes(to.at)) continue;
      const place = page.locator(`[id="${to.at}"], main [name="${to.at}"]`);
      if ((await place.count()) === 0) missing.push(`#${to.at} of ${route}, where ${id} leads`);
    }
  }
  expect(missing).toEqual([]);
});
