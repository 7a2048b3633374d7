import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { goalert } from "./goalert";

const settings = goalert.settings.parse({ url: "https://goalert.example.com/sub/", token: "0a1b-2c3d" });
const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");
const buildForms = (notification: Notification) =>
  goalert
    .buildRequests(notification, settings, null)
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

test.each([
  ["missing", ["open"]],
  ["errored", ["open"]],
  ["overran", ["open"]],
  ["reminder", ["open"]],
  ["acknowledged", []],
  ["reporting", ["close"]],
  ["paused", ["close"]],
  ["first report", []],
  ["test", ["open", "close"]],
  ["drill", ["open"]],
  ["end of a drill", ["close"]],
])("%s: %j", (name, actions) => {
  expect(buildForms(example(name)).map(({ action = "open" }) => action)).toEqual(actions);
});

test("all alerts of an incident have its key, and a test has its own", () => {
  const dedupOf = (name: string) => buildForms(example(name))[0]?.dedup;
  for (const name of ["missing", "reminder", "reporting", "paused"])
    expect(dedupOf(name)).toBe(`tattle-${NOTIFICATIONS.missing?.incident?.id}`);
  expect(dedupOf("test")).toBe(`tattle-${NOTIFICATIONS.test?.id}`);
  expect(dedupOf("end of a drill")).toBe(`tattle-${NOTIFICATIONS["end of a drill"]?.endsId}`);
});

test("the key is in the body and not in the address, and a server may be below a path", () => {
  const [request] = goalert.buildRequests(example("missing"), settings, null);
  expect(request?.url).toBe("https://goalert.example.com/sub/api/v2/generic/incoming");
  expect(buildForms(example("missing"))[0]?.token).toBe("0a1b-2c3d");
});

test("names are not markup and add no field, and nothing is longer than GoAlert keeps", () => {
  const long = example("missing");
  const notifications = [
    ...HOSTILE_NAMES.map((name) => hostileNotification(name)),
    hostileNotification("x&action=close&token=other"),
    { ...long, snitch: { ...long.snitch, name: "n".repeat(5_000), notes: "📢".repeat(20_000) } },
  ];
  for (const form of notifications.flatMap(buildForms)) {
    expect(Object.keys(form)).toEqual(["token", "dedup", "summary", "details"]);
    expect(form.token).toBe("0a1b-2c3d");
    expect(form.summary?.length).toBeLessThanOrEqual(1_024);
    expect(form.details?.length).toBeLessThanOrEqual(6_144);
    expect(form.details).toMatch(/^```\n[^`]+(`\u200b[^`]*)*\n```/);
  }
});
