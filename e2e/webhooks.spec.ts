import { expectAccessible } from "./accessibility";
import { expect, signedInTest as test } from "./fixtures";

test("a webhook is tested, inspected, rotated, switched off and on, and removed", async ({
  page,
  webhooksPage,
  receiver,
}) => {
  const secret = await webhooksPage.add(receiver.url);
  const state = page.getByRole("status");
  await expect(state).toContainText("No deliveries yet");
  await expectAccessible(page);
  const here = page.url();

  await page.getByRole("button", { name: "Send Test Event" }).click();
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

  await page.getByRole("button", { name: "Switch Off" }).click();
  await expect(state).toContainText("Switched off");
  await expect(page.getByRole("button", { name: "Send Test Event" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Switch On" }).click();
  await expect(state).toContainText("Working");

  await page.getByRole("button", { name: /^Remove http/ }).click();
  await page.getByRole("button", { name: "Remove Webhook" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
});
