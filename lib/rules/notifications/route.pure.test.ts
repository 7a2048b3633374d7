import fc from "fast-check";
import { expect, test } from "vitest";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import {
  ALL_ALERTS,
  type CaseChannel,
  decideChannels,
  isForAll,
  type Route,
  type RoutedAlert,
} from "./route";

const ALERT: RoutedAlert = {
  severity: "critical",
  cause: "missed",
  tags: [],
  channels: [],
  firstIds: null,
  notifiedIds: null,
};

const aWebhook = (id: string, route: Partial<Route> = {}, isDefault = false): CaseChannel => ({
  id,
  isDefault,
  isOff: false,
  route: { ...ALL_ALERTS, ...route },
});

/** The ids of the channels that are notified. */
const listNotified = (alert: RoutedAlert, channels: CaseChannel[]) =>
  decideChannels({ kind: "routes", alert }, channels).flatMap(({ to, when }) =>
    to.kind === "channel" && when === "now" ? to.channelId : [],
  );

const notified = (alert: Partial<RoutedAlert>, ...channels: CaseChannel[]) =>
  listNotified({ ...ALERT, ...alert }, channels);

test("a channel without a route gets every alert", () => {
  expect(notified({}, aWebhook("a"), aWebhook("b"))).toEqual(["a", "b"]);
  expect(notified({ cause: null, severity: "info" }, aWebhook("a"))).toEqual(["a"]);
});

test.each<[string, Partial<Route>, Partial<RoutedAlert>, boolean]>([
  ["one of its tags", { tagsAny: ["db", "web"] }, { tags: ["web"] }, true],
  ["none of its tags", { tagsAny: ["db", "web"] }, { tags: ["mail"] }, false],
  ["all of the tags", { tagsAll: ["db", "eu"] }, { tags: ["eu", "x", "db"] }, true],
  ["only some of the tags", { tagsAll: ["db", "eu"] }, { tags: ["db"] }, false],
  ["an excluded tag", { tagsNone: ["test"] }, { tags: ["db", "test"] }, false],
  ["no excluded tag", { tagsNone: ["test"] }, { tags: ["db"] }, true],
  ["enough severity", { minSeverity: "warning" }, { severity: "warning" }, true],
  ["too little severity", { minSeverity: "warning" }, { severity: "info" }, false],
  ["one of its causes", { causes: ["error", "check"] }, { cause: "check" }, true],
  ["another cause", { causes: ["error"] }, { cause: "missed" }, false],
  ["no cause", { causes: ["error"] }, { cause: null }, false],
])("an alert with %s", (_, route, alert, isNotified) => {
  const all = aWebhook("all");
  expect(notified(alert, all, aWebhook("routed", route))).toEqual(isNotified ? ["all", "routed"] : ["all"]);
});

test("an alert that no channel is meant for goes to the chosen default, or else to the oldest", () => {
  const info = { minSeverity: "critical" } as const;
  expect(notified({ severity: "info" }, aWebhook("old", info), aWebhook("new", info))).toEqual(["old"]);
  expect(notified({ severity: "info" }, aWebhook("old", info), aWebhook("new", info, true))).toEqual(["new"]);
});

test("a snitch’s own channels are notified, and the default if none of them is left", () => {
  expect(notified({ channels: ["b"] }, aWebhook("a"), aWebhook("b"))).toEqual(["b"]);
  expect(notified({ channels: ["gone"] }, aWebhook("a"), aWebhook("b", {}, true))).toEqual(["b"]);
});

test("the end of an incident goes to those that were notified of it, whatever their route is by then, and to those that get all", () => {
  const errors = { causes: ["error" as const] };
  expect(
    notified(
      { notifiedIds: ["notified"] },
      aWebhook("notified", errors),
      aWebhook("other", errors),
      aWebhook("all"),
    ),
  ).toEqual(["notified", "all"]);
  expect(notified({ notifiedIds: [], channels: ["x"] }, aWebhook("all"))).toEqual([]);
});

const tag = fc.constantFrom("db", "web", "eu", "test");
const cause = fc.constantFrom("missed", "error", "overran", "too_short", "check");
const route = fc.record({
  tagsAny: fc.uniqueArray(tag),
  tagsAll: fc.uniqueArray(tag),
  tagsNone: fc.uniqueArray(tag),
  minSeverity: fc.constantFrom(...SEVERITIES),
  causes: fc.uniqueArray(cause),
}) as fc.Arbitrary<Route>;
const ids = ["a", "b", "c", "d"];
const channels = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...ids), isDefault: fc.boolean(), isOff: fc.constant(false), route }),
  {
    selector: ({ id }) => id,
  },
);
const alert = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  cause: fc.option(cause),
  tags: fc.uniqueArray(tag),
  channels: fc.uniqueArray(fc.constantFrom(...ids)),
  firstIds: fc.constant(null),
  notifiedIds: fc.constant(null),
}) as fc.Arbitrary<RoutedAlert>;

test("any alert reaches a channel as long as one is enabled, and each at most once", () => {
  fc.assert(
    fc.property(alert, channels, (each, enabled) => {
      const chosen = listNotified(each, enabled);
      expect(chosen.length > 0).toBe(enabled.length > 0);
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(enabled.map(({ id }) => id)).toEqual(expect.arrayContaining(chosen));
    }),
  );
});

test("any channel that was notified of an incident is notified of its end, and no other with a route is", () => {
  fc.assert(
    fc.property(
      alert,
      channels,
      fc.uniqueArray(fc.constantFrom(...ids)),
      channels,
      (each, then, notifiedIds, now) => {
        const beginning = listNotified(each, then);
        const end = listNotified({ ...each, notifiedIds: [...beginning, ...notifiedIds] }, now);
        for (const { id, route } of now) {
          const wasNotified = beginning.includes(id) || notifiedIds.includes(id);
          expect(end.includes(id)).toBe(wasNotified || (each.channels.length === 0 && isForAll(route)));
        }
      },
    ),
  );
});
