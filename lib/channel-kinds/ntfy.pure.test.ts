import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { ntfy } from "./ntfy";

const settings = ntfy.settings.parse({ url: "https://ntfy.sh", topic: "tattle" });
const buildBody = (notification: Notification = hostileNotification("")) =>
  JSON.parse(ntfy.buildRequests(notification, settings, null)[0]?.body ?? "null");

test("all messages of an incident replace each other, and tests do not", () => {
  const id = NOTIFICATIONS.missing?.incident?.id;
  for (const name of ["missing", "reminder", "reporting", "past"])
    expect(buildBody(NOTIFICATIONS[name]).sequence_id).toBe(id);
  expect(buildBody(NOTIFICATIONS.test).sequence_id).toBe(NOTIFICATIONS.test?.id);
});

test("the priority follows the severity, an end is not urgent, and a drill is", () => {
  const choosePriority = (config: Partial<Notification>) =>
    buildBody({ ...hostileNotification("x"), ...config }).priority;
  expect(choosePriority({ severity: "critical" })).toBe(5);
  expect(choosePriority({ severity: "warning" })).toBe(4);
  expect(choosePriority({ severity: "info" })).toBe(3);
  expect(choosePriority({ severity: "critical", event: "reporting" })).toBe(3);
  expect(choosePriority({ severity: "info", event: "drill" })).toBe(4);
});

test("texts stay what they are, without Markdown, and within the limits in bytes", () => {
  for (const name of [...HOSTILE_NAMES, "語".repeat(255)]) {
    const body = buildBody(hostileNotification(name));
    expect(body).not.toHaveProperty("markdown");
    expect(Buffer.byteLength(body.title)).toBeLessThanOrEqual(1_024);
    expect(Buffer.byteLength(body.message)).toBeLessThanOrEqual(4_096);
    expect(body.tags).toEqual(["rotating_light"]);
  }
  expect(buildBody(hostileNotification("[click](https://evil.example) **b**")).title).toBe(
    "[click](https://evil.example) **b** is missing",
  );
});

test("with a link that acts on the incident, two buttons send what its page sends, and a tap opens the page", () => {
  const actionUrl = "https://tattle.example/i/a-token";
  const { click, actions } = buildBody({ ...hostileNotification("x"), actionUrl });
  const send = {
    action: "http",
    url: "https://tattle.example/i/answer/a-token",
    method: "POST",
    clear: true,
  };
  expect(click).toBe(actionUrl);
  expect(actions).toMatchObject([
    { ...send, label: "Acknowledge", body: "answer=acknowledge" },
    { ...send, label: "Snooze 1 h", body: "answer=snooze_hour" },
    { action: "view", label: "Open" },
  ]);
  for (const name of ["reporting", "past", "test"]) {
    const notification = NOTIFICATIONS[name] as Notification;
    expect(buildBody({ ...notification, actionUrl })).toEqual(buildBody(notification));
  }
});

describe("credentials", () => {
  const buildAuthorization = (config: Record<string, string>) => {
    const parsed = ntfy.settings.parse({ url: "https://ntfy.sh/", topic: "tattle", ...config });
    return ntfy.buildRequests(hostileNotification("x"), parsed, null)[0]?.headers.Authorization;
  };

  test("a token is a Bearer token, a user with password is Basic, and neither is nothing", () => {
    expect(buildAuthorization({ token: "tk_1", user: "ann", password: "pw" })).toBe("Bearer tk_1");
    expect(buildAuthorization({ user: "ann", password: "s3:krét" })).toBe(
      `Basic ${Buffer.from("ann:s3:krét").toString("base64")}`,
    );
    expect(buildAuthorization({})).toBeUndefined();
  });

  test.each([{ token: "tk\r\nX-Injected: yes" }, { token: "tk 1" }, { token: "tök" }, { user: "a:b" }])(
    "refuses %j",
    (config) => {
      const parsed = ntfy.settings.safeParse({ url: "https://ntfy.sh", topic: "tattle", ...config });
      expect(parsed.success).toBe(false);
    },
  );
});

test("a server that is left out or empty, as a form sends it, is the public one", () => {
  for (const config of [{}, { url: "" }])
    expect(ntfy.settings.parse({ ...config, topic: "tattle" }).url).toBe("https://ntfy.sh");
});
