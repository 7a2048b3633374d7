import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { schemaErrors } from "@/testing/schema-errors";
import { pagerduty } from "./pagerduty";

const routing_key = "R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY00";
const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");
const buildRequests = (notification: Notification, region = "us") =>
  pagerduty.buildRequests(notification, pagerduty.settings.parse({ routing_key, region }), null);
const buildEvents = (notification: Notification) =>
  buildRequests(notification).map(({ body }) => JSON.parse(body));

test.each([
  ["missing", ["trigger"]],
  ["errored", ["trigger"]],
  ["overran", ["trigger"]],
  ["reminder", ["trigger"]],
  ["end of maintenance", ["trigger"]],
  ["acknowledged", ["acknowledge"]],
  ["reporting", ["resolve"]],
  ["paused", ["resolve"]],
  ["first report", []],
  ["test", ["trigger", "resolve"]],
  ["drill", ["trigger"]],
  ["end of a drill", ["resolve"]],
])("%s: %j", (name, actions) => {
  expect(buildEvents(example(name)).map(({ event_action }) => event_action)).toEqual(actions);
});

test("all events of an incident have its key, and a test has its own", () => {
  const buildDedupKey = (name: string) => buildEvents(example(name))[0].dedup_key;
  const key = `tattle-${NOTIFICATIONS.missing?.incident?.id}`;
  for (const name of ["missing", "reminder", "acknowledged", "reporting", "paused"])
    expect(buildDedupKey(name)).toBe(key);
  expect(buildDedupKey("test")).toBe(`tattle-${NOTIFICATIONS.test?.id}`);
  expect(buildDedupKey("end of a drill")).toBe(`tattle-${NOTIFICATIONS["end of a drill"]?.endsId}`);
});

test("the schema refuses what PagerDuty would", () => {
  expect(schemaErrors("pagerduty-event", JSON.stringify({ routing_key, event_action: "close" }))).not.toEqual(
    [],
  );
});

test("names stay what they are", () => {
  const [{ payload }] = buildEvents(hostileNotification("<b>bold</b> [x](https://evil.example)"));
  expect(payload.summary).toBe("<b>bold</b> [x](https://evil.example) is missing");
});

test("each region has its host", () => {
  expect(buildRequests(example("missing"), "us")[0]?.url).toBe("https://events.pagerduty.com/v2/enqueue");
  expect(buildRequests(example("missing"), "eu")[0]?.url).toBe("https://events.eu.pagerduty.com/v2/enqueue");
});

test("refuses an unknown region, and takes the first for none", () => {
  expect(pagerduty.settings.safeParse({ routing_key, region: "mars" }).success).toBe(false);
  expect(pagerduty.settings.parse({ routing_key })).toMatchObject({ routing_key, region: "us" });
});

test("another server gets the same events at its own address, with whatever key it has", () => {
  const url = "https://relay.example.com/api/integrations/webhook";
  const settings = pagerduty.settings.parse({ routing_key: "route-token", url });
  const [request] = pagerduty.buildRequests(example("missing"), settings, null);
  const [event] = buildEvents(example("missing"));
  expect(request?.url).toBe(url);
  expect(JSON.parse(request?.body ?? "")).toEqual({ ...event, routing_key: "route-token" });
});

test("a channel that was saved before it could have an address of its own posts to PagerDuty", () => {
  const [request] = pagerduty.buildRequests(example("missing"), { routing_key, region: "eu" } as never, null);
  expect(request?.url).toBe("https://events.eu.pagerduty.com/v2/enqueue");
});

test("people read of an invalid key and a wrong region at once", () => {
  const { error } = pagerduty.settings.safeParse({ routing_key: "short", region: "mars" });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(["region", "routing_key"]);
});
