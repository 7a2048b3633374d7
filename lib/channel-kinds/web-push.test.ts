import { describe, expect, test } from "vitest";
import { meaningOf } from "@/lib/testing/meaning-of";
import { HOSTILE_NAMES, hostileTold, TOLD } from "@/lib/testing/told";
import type { Told } from "./told";
import { webPush } from "./web-push";

const good = {
  endpoint: "https://fcm.googleapis.com/fcm/send/abc:def",
  p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
  auth: "tBHItJI5svbpez7KI4CCXg",
};
const requestOf = (told: Told = hostileTold("")) =>
  webPush.requestsOf(told, webPush.settings.parse(good), null)[0];
const payload = (told?: Told) => JSON.parse(requestOf(told)?.body ?? "null");
const INCIDENT = TOLD.missing?.incident;

test("messages of an incident replace each other, and only bad news sounds again", () => {
  for (const name of ["missing", "reminder", "errored"])
    expect(payload(TOLD[name])).toMatchObject({ tag: INCIDENT?.id, renotify: true, url: INCIDENT?.url });
  for (const name of ["reporting", "paused", "past"])
    expect(payload(TOLD[name])).toMatchObject({ tag: INCIDENT?.id, renotify: false, url: INCIDENT?.url });
  expect(payload(TOLD.test).tag).toBe(TOLD.test?.id);
  expect(payload(TOLD.drill)).toMatchObject({ renotify: true, url: TOLD.drill?.drillUrl });
  expect(payload(TOLD.acknowledged)).toBeNull();
});

test("a push service keeps the last message of an incident for a day", () => {
  expect(requestOf(TOLD.missing)).toMatchObject({
    url: good.endpoint,
    headers: { TTL: "86400", Urgency: "high", Topic: "019e71401b807c3e9d150f6f8e2b7a44" },
  });
  expect(requestOf(TOLD.reporting)?.headers.Urgency).toBe("normal");
  expect(requestOf({ ...hostileTold(""), severity: "warning" })?.headers.Urgency).toBe("normal");
});

test.each([...HOSTILE_NAMES, '"'.repeat(255), "\u0001".repeat(255), "\n".repeat(255), "語".repeat(255)])(
  "%j fits into an encrypted message",
  (name) => {
    const text = requestOf({ ...hostileTold(name), message: name.repeat(20) })?.body ?? "";
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096 - 103);
    expect(text.isWellFormed()).toBe(true);
    expect(JSON.parse(text).body).toContain("It did not check in when it was due.");
  },
);

describe("answers", () => {
  test.each([
    [201, "accepted"],
    [404, "final, off, gone"],
    [410, "final, off, gone"],
    [401, "final, off"],
    [403, "final, off"],
    [400, "final"],
    [413, "final"],
    [429, "wait 60000"],
    [500, "retry"],
    [502, "retry"],
  ])("%i → %s", (status, meaning) => {
    const request = { method: "POST" as const, url: "https://push.example.com/", headers: {}, body: "" };
    expect(meaningOf(webPush.judge({ status, headers: {}, text: "" }, request))).toBe(meaning);
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
  ])("refuses %j", (given) => {
    expect(webPush.settings.safeParse({ ...good, ...given }).success).toBe(false);
  });
});
