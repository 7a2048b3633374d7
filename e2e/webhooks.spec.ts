import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

test("a webhook is tested, inspected, rotated, switched off and on, and removed @long", async ({
  page,
  webhooksPage,
  receiver,
}) => {
  const secret = await webhooksPage.add(receiver.url);
  const state = page.getByRole("status");
  await expect(state).toContainText("No deliveries yet");
  await expectAccessible(page);
  const here = page.url();

  await page.getByRole("button", { name: "Send Test" }).click();
  await page.getByRole("link", { name: "Details" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Test event" })).toBeVisible();
  await expect(state).toContainText("Delivered");
  expect(await receiver.events(1, secret)).toEqual(["snitch.reporting: pending → healthy"]);
  await expect(page.getByText("Accepted (204)")).toBeVisible();
  await expect(page.getByText('"previous_status": "pending"')).toBeVisible();
  await expect(page).toHaveTitle(/Test event to http/);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Send Again" }).click();
  await expect(page.getByText("Accepted (204)")).toHaveCount(2);

  await page.goto(here);
  await expect(state).toContainText("Working");
  await page.getByRole("button", { name: "Rotate Secret…" }).click();
  await page.getByRole("button", { name: "Rotate Secret", exact: true }).click();
  await expect(page.getByText("The previous secret is valid until")).toBeVisible();
  await expect(webhooksPage.secret()).not.toHaveValue(secret);

  await page.getByLabel("URL", { exact: true }).fill(`${receiver.url}/moved`);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("/moved");

  await page.getByRole("button", { name: "Switch Off" }).click();
  await expect(state).toContainText("Switched off");
  await expect(page.getByRole("button", { name: "Send Test" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Switch On" }).click();
  await expect(state).toContainText("Working");

  // As mails of earlier versions link to it.
  await page.goto(here.replace("/channels/", "/webhooks/"));
  await expect(page).toHaveURL(here);
  await page.getByRole("button", { name: /^Remove… http/ }).click();
  await page.getByRole("button", { name: "Remove Channel" }).click();
  await expect(page.getByText("No channels yet")).toBeVisible();
});
