import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { splunkOnCall } from "./splunk-on-call";

const key = "0a1b2c3d-0000-0000-0000-000000000000";
const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");
const buildRequests = (notification: Notification, routing = "operations") =>
  splunkOnCall.buildRequests(notification, { key, routing }, null);
const buildAlerts = (notification: Notification) =>
  buildRequests(notification).map(({ body }) => JSON.parse(body));

test.each([
  ["missing", ["CRITICAL"]],
  ["errored", ["WARNING"]],
  ["overran", ["CRITICAL"]],
  ["reminder", ["CRITICAL"]],
  ["end of maintenance", ["CRITICAL"]],
  ["acknowledged", ["ACKNOWLEDGEMENT"]],
  ["reporting", ["RECOVERY"]],
  ["paused", ["RECOVERY"]],
  ["past", ["RECOVERY"]],
  ["first report", []],
  ["test", ["CRITICAL", "RECOVERY"]],
  ["drill", ["CRITICAL"]],
  ["end of a drill", ["RECOVERY"]],
])("%s: %j", (name, types) => {
  expect(buildAlerts(example(name)).map(({ message_type }) => message_type)).toEqual(types);
});

test("all alerts of an incident have its id, and a test has its own", () => {
  const buildEntityIds = (name: string) => buildAlerts(example(name)).map(({ entity_id }) => entity_id);
  for (const name of ["missing", "reminder", "acknowledged", "reporting"])
    expect(buildEntityIds(name)).toEqual([`tattle-${NOTIFICATIONS.missing?.incident?.id}`]);
  expect(new Set(buildEntityIds("test"))).toEqual(new Set([`tattle-${NOTIFICATIONS.test?.id}`]));
});

test("times are in seconds, links are annotations, and an acknowledgement says whose it is", () => {
  const [missing] = buildAlerts(example("missing"));
  expect(missing.state_start_time).toBe(Date.parse("2026-03-10T02:00:00Z") / 1_000);
  expect(missing["vo_annotate.u.Acknowledge"]).toMatch(/^https:.*\/acknowledge$/);
  expect(buildAlerts(example("acknowledged"))[0].ack_author).toBe("ann@example.com");
});

test("a routing key stays one part of the path", () => {
  expect(buildRequests(example("missing"), "on call@night")[0]?.url).toBe(
    `https://alert.victorops.com/integrations/generic/20131114/alert/${key}/on%20call%40night`,
  );
});

test("names stay what they are", () => {
  const [alert] = buildAlerts(hostileNotification("<b>x</b> {{message_type}}"));
  expect(alert.entity_display_name).toBe("<b>x</b> {{message_type}} is missing");
});
