import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { formatMeaning, interpreting } from "@/testing/meaning-of";
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

describe("responses", () => {
  const error = (id: string, status_code: number) => ({ id, message: "", status_code });

  test.each([
    [200, "ok", "accepted"],
    [400, error("web.incoming_webhook.invalid.app_error", 400), "final, off"],
    [400, error("web.incoming_webhook.parse.app_error", 400), "final"],
    [403, error("web.incoming_webhook.permissions.app_error", 403), "final, off"],
    [403, "<html>", "retry"],
    [404, error("app.channel.get.existing.app_error", 404), "final, off"],
    [413, "", "final"],
    [429, "limit exceeded", "wait 60000"],
    [500, "", "retry"],
    [501, error("web.incoming_webhook.disabled.app_error", 501), "final, off"],
    [502, "", "retry"],
  ])("%i %j → %s", (status, text, meaning) => {
    expect(formatMeaning(interpreting(mattermost)(status, text))).toBe(meaning);
  });
});

test.each([
  "ftp://mattermost.example.com/hooks/x",
  "mattermost.example.com",
  "https://a:b@example.com/hooks/x",
  "",
])("refuses %s", (config) => expect(mattermost.settings.safeParse({ url: config }).success).toBe(false));
