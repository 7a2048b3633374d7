import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { gotify } from "./gotify";

const settings = gotify.settings.parse({ url: "https://gotify.example.com/sub/", token: "AbCdEfGhIjKlMnO" });
const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");
const buildRequests = (notification: Notification) => gotify.buildRequests(notification, settings, null);
const buildBody = (notification: Notification) => JSON.parse(buildRequests(notification)[0]?.body ?? "null");

test("the token is in a header, and a server may be below a path", () => {
  const [request] = buildRequests(example("missing"));
  expect(request?.url).toBe("https://gotify.example.com/sub/message");
  expect(request?.headers["X-Gotify-Key"]).toBe("AbCdEfGhIjKlMnO");
});

test("the priority follows the severity, and an end is not urgent", () => {
  const choosePriority = (config: Partial<Notification>) =>
    buildBody({ ...example("missing"), ...config }).priority;
  expect(choosePriority({ severity: "critical" })).toBe(8);
  expect(choosePriority({ severity: "warning" })).toBe(6);
  expect(choosePriority({ severity: "info" })).toBe(4);
  expect(choosePriority({ severity: "critical", event: "reporting" })).toBe(4);
  expect(buildBody(example("drill")).priority).toBe(8);
});

test("a tap opens the page, and a test has none", () => {
  expect(buildBody(example("missing")).extras["client::notification"]).toEqual({
    click: { url: NOTIFICATIONS.missing?.incident?.url },
  });
  expect(buildBody(example("test")).extras).toEqual({ "client::display": { contentType: "text/plain" } });
});

test("names stay what they are", () => {
  const { title } = buildBody(hostileNotification("![x](https://evil.example/x.png)"));
  expect(title).toBe("![x](https://evil.example/x.png) is missing");
});
