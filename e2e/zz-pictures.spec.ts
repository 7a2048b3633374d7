import { test } from "./fixtures";

test("pictures", async ({ page, account, world, commandMenu }) => {
  const home = page.url();
  await world.fill(new URL(home).pathname.slice(1), [
    { name: "Nightly backup of db7", status: "failed" },
    { name: "Setting the clock", status: "healthy" },
  ]);
  await world.openIncidents(new URL(home).pathname.slice(1), "");
  await page.reload();
  await commandMenu.open();
  await page.waitForTimeout(500);
  await page.screenshot({ path: "/tmp/p1.png" });
  await page.keyboard.type("not");
  await page.waitForTimeout(700);
  await page.screenshot({ path: "/tmp/p2.png" });
  await page.keyboard.press("Control+a");
  await page.keyboard.type("backup");
  await page.waitForTimeout(700);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: "/tmp/p3.png" });
});
