import { expect, test } from "./fixtures";

test("people are alerted when a job is missing, and again when it reports @story", async ({
  page,
  request,
  account,
  snitchPage,
  webhooksPage,
  receiver,
  world,
}) => {
  await world.makeOperator(account.email);
  const secret = await webhooksPage.add(receiver.url);
  await page.getByRole("link", { name: "Snitches", exact: true }).click();
  const { url, token } = await snitchPage.add("Nightly backup", "Daily");

  await expect(
    page.getByText(
      `0 3 * * * /path/to/job && curl -fsS -m 10 --retry 5 --retry-connrefused -o /dev/null ${url}`,
    ),
  ).toBeVisible();
  await expect(page.getByText("Waiting for the first check-in…")).toBeVisible();
  await expect(snitchPage.status()).toHaveText("Pending");
  expect((await request.get(url)).status()).toBe(202);
  await expect(snitchPage.status()).toHaveText("Healthy");
  await expect(page.getByText(/^Got it\. It checked in at \d\d:\d\d:\d\d\.$/)).toBeVisible();

  await page.getByRole("link", { name: "Go to Snitch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Nightly backup" })).toBeVisible();
  await world.daysPass(token, 3);
  await expect(snitchPage.status()).toHaveText("Missing");
  expect((await request.post(url, { form: { m: "back again" } })).status()).toBe(202);
  await expect(snitchPage.status()).toHaveText("Healthy");

  // Their order is not guaranteed.
  expect((await receiver.events(3, secret)).sort()).toEqual([
    "snitch.missing: healthy → missing",
    "snitch.reporting: missing → healthy",
    "snitch.reporting: pending → healthy",
  ]);
  // There is also the email that asks to confirm the address.
  const mails = page
    .getByRole("row")
    .filter({ hasText: account.email })
    .filter({ hasText: "Nightly backup" });
  await expect(async () => {
    await page.goto("/outbox");
    await expect(mails).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await expect(mails.filter({ hasText: "Missing: Nightly backup" })).toHaveCount(1);
  await expect(mails.filter({ hasText: "Recovered: Nightly backup" })).toHaveCount(1);
});
