import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { opsgenie } from "./opsgenie";

const key = "0a1b2c3d-0000-0000-0000-000000000000";
const ALERTS = "https://api.atlassian.com/jsm/ops/integration/v2/alerts";
const ALIAS = `tattle-${NOTIFICATIONS.missing?.incident?.id}`;
const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");
const buildRequests = (notification: Notification, service = "jsm") =>
  opsgenie.buildRequests(notification, opsgenie.settings.parse({ key, service }), null);
const buildBody = (notification: Notification, index = 0) =>
  JSON.parse(buildRequests(notification)[index]?.body ?? "null");

const OPEN = ALERTS;
const CLOSE = `${ALERTS}/${ALIAS}/close?identifierType=alias`;
const ACKNOWLEDGE = `${ALERTS}/${ALIAS}/acknowledge?identifierType=alias`;

test.each([
  ["missing", [OPEN]],
  ["errored", [OPEN]],
  ["overran", [OPEN]],
  ["reminder", [OPEN]],
  ["end of maintenance", [OPEN]],
  ["acknowledged", [ACKNOWLEDGE]],
  ["reporting", [CLOSE]],
  ["paused", [CLOSE]],
  ["past", [CLOSE]],
  ["first report", []],
  ["drill", [OPEN]],
  [
    "end of a drill",
    [`${ALERTS}/tattle-${NOTIFICATIONS["end of a drill"]?.endsId}/close?identifierType=alias`],
  ],
  ["test", [OPEN, `${ALERTS}/tattle-${NOTIFICATIONS.test?.id}/close?identifierType=alias`]],
])("%s: %j", (name, urls) => {
  expect(buildRequests(example(name)).map(({ url }) => url)).toEqual(urls);
});

test("an alert has the alias of its incident, and the key is in a header", () => {
  expect(buildBody(example("missing")).alias).toBe(ALIAS);
  expect(buildBody(example("reminder")).alias).toBe(ALIAS);
  expect(buildRequests(example("missing"))[0]?.headers.Authorization).toBe(`GenieKey ${key}`);
});

test("an acknowledgement says whose it is", () => {
  expect(buildBody(example("acknowledged"))).toEqual({
    source: "Tattle",
    user: "ann@example.com",
    note: "Nightly backup was acknowledged",
  });
});

test.each([
  ["critical", "P1"],
  ["warning", "P3"],
  ["info", "P5"],
] as const)("%s is %s", (severity, priority) => {
  expect(buildBody({ ...example("missing"), severity }).priority).toBe(priority);
});

test.each([
  ["<b>bold</b><script>", "<\u200bb>bold<\u200b/b><\u200bscript> is missing"],
  ["&lt;b&gt; & R&D a < b", "&\u200blt;b&\u200bgt; & R&\u200bD a < b is missing"],
])("shows %j as it is", (name, message) => {
  const { message: shown, entity, description } = buildBody(hostileNotification(name));
  expect(shown).toBe(message);
  expect(`${entity} is missing`).toBe(message);
  expect(description).toContain(`Last message: ${entity}\n`);
});

test.each([
  ["jsm", ALERTS],
  ["opsgenie", "https://api.opsgenie.com/v2/alerts"],
  ["opsgenie_eu", "https://api.eu.opsgenie.com/v2/alerts"],
])("%s is at %s", (service, url) => expect(buildRequests(example("missing"), service)[0]?.url).toBe(url));
