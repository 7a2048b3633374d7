import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { teams } from "./teams";

const url = CHANNEL_EXAMPLES.teams?.settings.url ?? "";
const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");
const buildRequests = (notification: Notification) => teams.buildRequests(notification, { url }, null);
const buildCard = (notification: Notification) =>
  JSON.parse(buildRequests(notification)[0]?.body ?? "").attachments[0].content;

test("texts are runs, in which Markdown is not read, and dates are not replaced", () => {
  const text = "[click](https://evil.example) **bold** {{DATE(2026-03-10T02:00:00Z)}}";
  const { inlines } = buildCard(hostileNotification(text)).body[0];
  expect(inlines).toEqual([
    {
      type: "TextRun",
      text: "[click](https://evil.example) **bold** {\u200b{DATE(2026-03-10T02:00:00Z)}} is missing",
      size: "large",
      weight: "bolder",
      color: "attention",
    },
  ]);
});

test("an end is green, what is past has one line and no facts, and an acknowledgement is not a message", () => {
  expect(buildCard(example("reporting")).body[0].inlines[0].color).toBe("good");
  expect(buildCard(example("past")).body).toHaveLength(2);
  expect(buildRequests(example("acknowledged"))).toEqual([]);
});

test("notes of usual length are not cut", () => {
  const notes = "n".repeat(3_000);
  const missing = example("missing");
  expect(JSON.stringify(buildCard({ ...missing, snitch: { ...missing.snitch, notes } }))).toContain(notes);
});

test.each([
  "https://acme.webhook.office.com/webhookb2/0a@0b/IncomingWebhook/0c/0d",
  "https://outlook.office.com/webhook/0a@0b/IncomingWebhook/0c/0d",
])("says what to do instead of the retired %s", (config) => {
  const { error } = teams.settings.safeParse({ url: config });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    "is the URL of a connector, which Microsoft has retired. In Teams, open the channel’s menu, choose Workflows and “Send webhook alerts to a channel”, and enter the URL that it gives you",
  ]);
});
