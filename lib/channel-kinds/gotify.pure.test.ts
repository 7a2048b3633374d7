import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { formatMeaning, interpreting } from "@/testing/meaning-of";
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

describe("responses", () => {
  const error = (errorCode: number) => ({ error: "…", errorCode, errorDescription: "…" });

  test.each([
    [200, { id: 25, appid: 5 }, "accepted"],
    [400, error(400), "final"],
    [401, error(401), "final, off"],
    [403, error(403), "final, off"],
    [404, error(404), "final, off"],
    [413, "", "final"],
    [429, "", "wait 60000"],
    [500, error(500), "retry"],
    [502, "", "retry"],
  ])("%i %j → %s", (status, text, meaning) => {
    expect(formatMeaning(interpreting(gotify)(status, text))).toBe(meaning);
  });
});

test.each([{ token: "" }, { token: "a b" }, { token: "a\r\nX-Injected: yes" }, { url: "gotify" }])(
  "refuses %j",
  (wrong) => expect(gotify.settings.safeParse({ ...settings, ...wrong }).success).toBe(false),
);
