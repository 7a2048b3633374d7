import { expect, signedInTest as test } from "./fixtures";

test("a paused snitch alerts no one until it is unpaused", async ({ page, request, snitchPage, world }) => {
  const { url, token } = await snitchPage.add("Nightly backup", "Daily");
  await request.get(url);
  await page.getByRole("link", { name: "Go to Snitch" }).click();

  await snitchPage.mute().click();
  await page.getByRole("menuitem", { name: "Until I unpause it" }).click();
  await expect(snitchPage.status()).toHaveText("Paused");
  await world.daysPass(token, 3);
  await request.get(url);
  await page.reload();
  await expect(snitchPage.status()).toHaveText("Paused");

  await page.getByRole("button", { name: "Unpause" }).click();
  await expect(snitchPage.status()).toHaveText("Healthy");
});
