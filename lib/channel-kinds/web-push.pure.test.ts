import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { formatMeaning } from "@/testing/meaning-of";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { interpretResponse } from "./interpret";
import { webPush } from "./web-push";

const good = {
  endpoint: "https://fcm.googleapis.com/fcm/send/abc:def",
  p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
  auth: "tBHItJI5svbpez7KI4CCXg",
};
const buildRequest = (notification: Notification = hostileNotification("")) =>
  webPush.buildRequests(notification, webPush.settings.parse(good), null)[0];
const payload = (notification?: Notification) => JSON.parse(buildRequest(notification)?.body ?? "null");
const INCIDENT = NOTIFICATIONS.missing?.incident;

test("messages of an incident replace each other, and only bad news sounds again", () => {
  for (const name of ["missing", "reminder", "errored"])
    expect(payload(NOTIFICATIONS[name])).toMatchObject({
      tag: INCIDENT?.id,
      renotify: true,
      url: INCIDENT?.url,
    });
  for (const name of ["reporting", "paused", "past"])
    expect(payload(NOTIFICATIONS[name])).toMatchObject({
      tag: INCIDENT?.id,
      renotify: false,
      url: INCIDENT?.url,
    });
  expect(payload(NOTIFICATIONS.test).tag).toBe(NOTIFICATIONS.test?.id);
  expect(payload(NOTIFICATIONS.drill)).toMatchObject({ renotify: true, url: NOTIFICATIONS.drill?.drillUrl });
  expect(payload(NOTIFICATIONS.acknowledged)).toBeNull();
});

test("bad news has the page and the buttons of whom it is sent to, and nothing else has them", () => {
  const actionUrl = "https://tattle.example/i/a-token";
  for (const name of ["missing", "reminder", "errored"])
    expect(payload({ ...NOTIFICATIONS[name], actionUrl } as Notification)).toMatchObject({
      url: actionUrl,
      answers: true,
    });
  for (const name of ["reporting", "paused", "test", "drill"]) {
    const notification = NOTIFICATIONS[name] as Notification;
    expect(payload({ ...notification, actionUrl })).toEqual(payload(notification));
  }
  expect(payload(NOTIFICATIONS.missing)).not.toHaveProperty("answers");
});

/** The service worker in a browser of our own: what it shows, requests and opens. */
function startWorker() {
  const listeners = new Map<string, (event: object) => void>();
  const [shown, requests, opened, waits]: [object[], [string, RequestInit][], string[], Promise<unknown>[]] =
    [[], [], [], []];
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: { showNotification: async (_: string, options: object) => shown.push(options) },
    clients: { matchAll: async () => [], openWindow: async (url: string) => opened.push(url) },
  };
  const fetch = async (url: string, init: RequestInit) => {
    requests.push([url, init]);
    throw new TypeError("offline");
  };
  new Function("self", "fetch", readFileSync("public/push-worker.js", "utf8"))(self, fetch);
  const emit = async (name: string, event: object) => {
    listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
  };
  return { shown, requests, opened, emit };
}

test("a button of a notification acts by POST alone and shows what became of it; a click only opens the page", async () => {
  const { shown, requests, opened, emit } = startWorker();
  const url = "https://tattle.example/i/a-token";
  const notification = { close: () => {}, data: { url } };
  await emit("push", { data: { json: () => ({ title: "", url, answers: true }) } });
  await emit("push", { data: { json: () => ({ title: "", url }) } });
  expect(shown).toMatchObject([
    { actions: [{ action: "acknowledge" }, { action: "snooze_hour" }] },
    { data: { url } },
  ]);
  expect(shown[1]).not.toHaveProperty("actions");

  await emit("notificationclick", { notification, action: "" });
  expect(requests).toEqual([]);
  await emit("notificationclick", { notification, action: "snooze_hour" });
  expect(requests).toMatchObject([["https://tattle.example/i/answer/a-token", { method: "POST" }]]);
  expect(String(requests[0]?.[1].body)).toBe("answer=snooze_hour");
  expect(opened).toEqual([url, url]);
});

test("a push service keeps the last message of an incident for a day", () => {
  expect(buildRequest(NOTIFICATIONS.missing)).toMatchObject({
    url: good.endpoint,
    headers: { TTL: "86400", Urgency: "high", Topic: "019e71401b807c3e9d150f6f8e2b7a44" },
  });
  expect(buildRequest(NOTIFICATIONS.reporting)?.headers.Urgency).toBe("normal");
  expect(buildRequest({ ...hostileNotification(""), severity: "warning" })?.headers.Urgency).toBe("normal");
});

test.each([...HOSTILE_NAMES, '"'.repeat(255), "\u0001".repeat(255), "\n".repeat(255), "語".repeat(255)])(
  "%j fits into an encrypted message",
  (name) => {
    const text = buildRequest({ ...hostileNotification(name), message: name.repeat(20) })?.body ?? "";
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096 - 103);
    expect(text.isWellFormed()).toBe(true);
    expect(JSON.parse(text).body).toContain("It was due by 2026-03-10 02:00 UTC and has not checked in.");
  },
);

describe("responses", () => {
  test.each([
    [201, "accepted"],
    [404, "final, off, gone"],
    [410, "final, off, gone"],
    [401, "final, off"],
    [403, "final, off"],
    [400, "final"],
    [413, "final"],
  ])("%i → %s", (status, meaning) => {
    const request = { method: "POST" as const, url: "https://push.example.com/", headers: {}, body: "" };
    expect(formatMeaning(interpretResponse(webPush, { status, headers: {}, text: "" }, request))).toBe(
      meaning,
    );
  });
});

describe("settings", () => {
  test("accepts a subscription of a browser", () => {
    expect(webPush.settings.safeParse(good).success).toBe(true);
  });

  test.each([
    { endpoint: "http://push.example.com/x" },
    { endpoint: "https://a:b@push.example.com/x" },
    { p256dh: "short" },
    { auth: "" },
  ])("refuses %j", (config) => {
    expect(webPush.settings.safeParse({ ...good, ...config }).success).toBe(false);
  });
});
