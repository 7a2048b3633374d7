import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { formatMeaning, interpreting } from "@/testing/meaning-of";
import { hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { apprise } from "./apprise";

const settings = apprise.settings.parse({ url: "https://apprise.example.com/", key: "tattle" });
const buildRequest = (notification: Notification = hostileNotification(""), config = settings) =>
  apprise.buildRequests(notification, config, null)[0];
const buildBody = (notification?: Notification) => JSON.parse(buildRequest(notification)?.body ?? "null");

test.each([
  ["missing", "failure"],
  ["errored", "warning"],
  ["reporting", "success"],
  ["past", "success"],
  ["test", "info"],
  ["drill", "info"],
])("%s is of the type %s", (name, type) => {
  expect(buildBody(NOTIFICATIONS[name])).toMatchObject({ type, format: "text" });
});

test("a tag is named only if it is given", () => {
  expect(buildRequest()?.url).toBe("https://apprise.example.com/notify/tattle");
  expect(buildBody()).not.toHaveProperty("tag");
  const tagged = apprise.settings.parse({ ...settings, tag: "oncall, ops" });
  expect(JSON.parse(buildRequest(NOTIFICATIONS.missing, tagged)?.body ?? "").tag).toBe("oncall, ops");
});

describe("responses", () => {
  const interpret = interpreting(apprise);

  test.each([
    [200, "", "accepted"],
    [204, "", "final, off"],
    [400, { error: "Bad FORM Payload provided" }, "final"],
    [401, "", "final, off"],
    [404, "404 page not found", "retry"],
    [424, { error: "One or more notification could not be sent." }, "retry"],
    [429, "", "wait 60000"],
    [431, "", "final"],
    [500, { error: "An error occurred accessing configuration" }, "retry"],
  ])("%i %j → %s", (status, text, meaning) => {
    expect(formatMeaning(interpret(status, text))).toBe(meaning);
  });
});

test.each([{ key: "a/b" }, { key: "" }, { key: ".." }, { tag: "a+b" }, { tag: "a\nb" }, { tag: "a,," }])(
  "refuses %j",
  (config) => expect(apprise.settings.safeParse({ ...settings, ...config }).success).toBe(false),
);
