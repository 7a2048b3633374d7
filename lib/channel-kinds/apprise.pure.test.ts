import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
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
