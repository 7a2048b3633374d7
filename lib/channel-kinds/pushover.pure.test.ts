import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { formatMeaning, interpreting } from "@/testing/meaning-of";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { pushover } from "./pushover";

const parseSettings = (priority: string) =>
  pushover.settings.parse({ token: "a".repeat(30), user: "u".repeat(30), priority });
const CANCEL = `https://api.pushover.net/1/receipts/cancel_by_tag/tattle-${NOTIFICATIONS.missing?.incident?.id}.json`;

function sent(notification: Notification = hostileNotification(""), priority = "1") {
  return pushover
    .buildRequests(notification, parseSettings(priority), null)
    .map(
      ({ url, body }) =>
        ({ url, ...Object.fromEntries(new URLSearchParams(body)) }) as Record<string, string>,
    );
}

test("an emergency repeats itself, and stops when it is acknowledged or over", () => {
  expect(sent(NOTIFICATIONS.missing, "2")[0]).toMatchObject({
    priority: "2",
    retry: "60",
    expire: "10800",
    tags: `tattle-${NOTIFICATIONS.missing?.incident?.id}`,
  });
  expect(sent(NOTIFICATIONS.acknowledged, "2")).toEqual([{ url: CANCEL, token: "a".repeat(30) }]);
  const [cancel, message] = sent(NOTIFICATIONS.reporting, "2");
  expect(cancel?.url).toBe(CANCEL);
  expect(message).toMatchObject({ title: "Nightly backup has recovered", priority: "0" });
});

test("without emergencies there is nothing to repeat and nothing to cancel", () => {
  for (const field of ["retry", "expire", "tags"])
    expect(sent(NOTIFICATIONS.missing, "1")[0]).not.toHaveProperty(field);
  expect(sent(NOTIFICATIONS.acknowledged, "1")).toEqual([]);
  expect(sent(NOTIFICATIONS.reporting, "1")).toHaveLength(1);
  expect(sent(NOTIFICATIONS["first report"], "2")).toHaveLength(1);
});

test.each([
  ["missing", "1", "1"],
  ["missing", "-1", "-1"],
  ["errored", "2", "0"],
  ["errored", "-1", "-1"],
  ["reporting", "1", "0"],
  ["test", "2", "0"],
  ["drill", "2", "1"],
])("%s with priority %s is sent with %s", (name, priority, expected) => {
  expect(sent(NOTIFICATIONS[name], priority).at(-1)).toMatchObject({ priority: expected });
});

test("texts stay what they are, without HTML, and within the limits", () => {
  for (const name of HOSTILE_NAMES) {
    const [message] = sent(hostileNotification(name));
    expect(message).not.toHaveProperty("html");
    expect(message?.title?.length).toBeLessThanOrEqual(250);
    expect(message?.message?.length).toBeLessThanOrEqual(1_024);
    expect(message?.url).toMatch(/^https:\/\/tattle\.example\.com\//);
  }
  expect(sent(hostileNotification("a&user=x <b>"))[0]).toMatchObject({
    title: "a&user=x <b> is missing",
    user: "u".repeat(30),
  });
});

describe("responses", () => {
  const interpret = interpreting(pushover);

  test("at the limit of a month, it waits for the next one, at most an hour", () => {
    const inMs = (ms: number) => ({ "x-limit-app-reset": String(Math.floor((Date.now() + ms) / 1_000)) });
    expect(interpret(429, "", inMs(86_400_000))).toEqual({ kind: "retry", afterMs: 3_600_000 });
    expect(interpret(429, "", inMs(-5_000))).toEqual({ kind: "retry", afterMs: 1_000 });
  });

  test("nothing left to cancel is not a fault", () => {
    const [cancel] = pushover.buildRequests(
      NOTIFICATIONS.acknowledged ?? hostileNotification(""),
      parseSettings("2"),
      null,
    );
    expect(interpret(404, "", {}, cancel)).toEqual({ kind: "accepted" });
    expect(formatMeaning(interpret(400, { token: "invalid" }, {}, cancel))).toBe("final, off");
  });
});
