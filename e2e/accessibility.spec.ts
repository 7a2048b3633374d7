import { expectAccessible, expectAccessibleAtAnyWidth } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

test("axe finds nothing on a busy list, its menus and its dialogs @long", async ({
  page,
  world,
  snitchList,
  commandMenu,
}) => {
  const home = page.url();
  const states = ["healthy", "failed", "errored", "paused", "pending"];
  const [token = ""] = await world.fill(
    new URL(home).pathname.slice(1),
    states.map((status) => ({ name: `A ${status} one`, status, tags: ["critical"] })),
  );
  await page.reload();
  await commandMenu.open();
  await expectAccessible(page);
  await page.keyboard.type("nothing is called so");
  await expect(page.getByText("No results.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  for (const menu of ["Filter", "Display"] as const) {
    await snitchList.unfold(menu);
    await expect(
      page.getByRole("list", { name: menu === "Filter" ? "Filter by tag" : "Order" }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
  const menus = [
    page.getByRole("button", { name: "Actions for A healthy one" }),
    page.getByRole("button", { name: /switch case/ }),
  ];
  for (const menu of menus) {
    await menu.click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
  await snitchList.select("A healthy one");
  await expectAccessible(page);
  await snitchList.toolbar().getByRole("button", { name: "Edit…" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  for (const name of ["Tags…", "Recipients…", "Schedule and Alerts…"]) {
    await snitchList.edit(name);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
  await snitchList.toolbar().getByRole("button", { name: "Delete…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(home);
  for (const menu of menus.slice(0, 1)) {
    await menu.click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto(`${home}/snitches/${token}`);
  await page.getByRole("button", { name: /^Pause|^Snooze/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Until a time…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});

test("axe finds nothing on a list by tag, and where views are saved @long", async ({
  page,
  world,
  snitchList,
}) => {
  const home = page.url();
  await world.fill(new URL(home).pathname.slice(1), [
    { name: "Alpha", status: "healthy", tags: ["critical", "eu"] },
    { name: "Bravo", status: "failed" },
  ]);
  await page.goto(`${home}?group=tag&sort=-due`);
  await snitchList.unfold("Display");
  await page.getByRole("button", { name: "Save View…" }).click();
  await expectAccessible(page);
  await page.getByLabel("Name", { exact: true }).fill("By tag");
  await page.getByRole("button", { name: "Save View", exact: true }).click();
  await page.getByRole("button", { name: "Change the view By tag" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page);
});

test("axe finds nothing on the page “Set up” of a snitch whose name is long, or runs from right to left @long", async ({
  page,
  world,
}) => {
  const home = page.url();
  const names = ["גיבוי לילי של מסד הנתונים", "גיבוי".repeat(51), "W".repeat(255)];
  const tokens = await world.fill(
    new URL(home).pathname.slice(1),
    names.flatMap((name) => ["pending", "failed"].map((status) => ({ name, status }))),
  );
  for (const token of tokens) {
    await page.goto(`${home}/snitches/${token}/setup`);
    await expect(page.getByRole("heading", { level: 1, name: /^Set up / })).toBeVisible();
    await expectAccessibleAtAnyWidth(page);
  }
});
