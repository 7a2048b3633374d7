import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { mattermost } from "./mattermost";

const url = "https://mattermost.example.com/hooks/XXXX";
const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");
const buildRequests = (notification: Notification) => mattermost.buildRequests(notification, { url }, null);
const buildText = (notification: Notification) =>
  JSON.parse(buildRequests(notification)[0]?.body ?? "null").text;

test("texts are in a block of code, and mentions are none even there", () => {
  expect(buildText(hostileNotification("<!channel> @all <https://evil.example|click> ```"))).toMatch(
    /^```\n<\u200b!channel> @\u200ball <\u200bhttps:\/\/evil\.example\|click> `\u200b`\u200b`\u200b is missing\n/,
  );
});

test("an acknowledgement is not a message, and what is past is one line", () => {
  expect(buildRequests(example("acknowledged"))).toEqual([]);
  expect(buildText(example("past")).split("\n")).toHaveLength(4);
});
