import fc from "fast-check";
import { expect, test } from "vitest";
import { SEVERITIES } from "./incidents/incident";
import {
  ALL_ALERTS,
  chooseChannels,
  isForAll,
  type Route,
  type RoutedAlert,
  type RoutedChannel,
} from "./route";

const ALERT: RoutedAlert = { severity: "critical", cause: "missed", tags: [], channels: [], toldIds: null };

const aWebhook = (id: string, route: Partial<Route> = {}, isDefault = false): RoutedChannel => ({
  id,
  isDefault,
  route: { ...ALL_ALERTS, ...route },
});

const told = (alert: Partial<RoutedAlert>, ...channels: RoutedChannel[]) =>
  chooseChannels({ ...ALERT, ...alert }, channels);

test("a channel without a route gets every alert", () => {
  expect(told({}, aWebhook("a"), aWebhook("b"))).toEqual(["a", "b"]);
  expect(told({ cause: null, severity: "info" }, aWebhook("a"))).toEqual(["a"]);
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
])("an alert with %s", (_, route, alert, isTold) => {
  const all = aWebhook("all");
  expect(told(alert, all, aWebhook("routed", route))).toEqual(isTold ? ["all", "routed"] : ["all"]);
});

test("an alert that no channel is meant for goes to the chosen default, or else to the oldest", () => {
  const info = { minSeverity: "critical" } as const;
  expect(told({ severity: "info" }, aWebhook("old", info), aWebhook("new", info))).toEqual(["old"]);
  expect(told({ severity: "info" }, aWebhook("old", info), aWebhook("new", info, true))).toEqual(["new"]);
});

test("a snitch’s own channels are told, and the default if none of them is left", () => {
  expect(told({ channels: ["b"] }, aWebhook("a"), aWebhook("b"))).toEqual(["b"]);
  expect(told({ channels: ["gone"] }, aWebhook("a"), aWebhook("b", {}, true))).toEqual(["b"]);
});

test("the end of an incident goes to those that were told of it, whatever their route is by then, and to those that get all", () => {
  const errors = { causes: ["error" as const] };
  expect(
    told({ toldIds: ["told"] }, aWebhook("told", errors), aWebhook("other", errors), aWebhook("all")),
  ).toEqual(["told", "all"]);
  expect(told({ toldIds: [], channels: ["x"] }, aWebhook("all"))).toEqual([]);
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
const channels = fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), isDefault: fc.boolean(), route }), {
  selector: ({ id }) => id,
});
const alert = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  cause: fc.option(cause),
  tags: fc.uniqueArray(tag),
  channels: fc.uniqueArray(fc.constantFrom(...ids)),
  toldIds: fc.constant(null),
}) as fc.Arbitrary<RoutedAlert>;

test("any alert reaches a channel as long as one is enabled, and each at most once", () => {
  fc.assert(
    fc.property(alert, channels, (each, enabled) => {
      const chosen = chooseChannels(each, enabled);
      expect(chosen.length > 0).toBe(enabled.length > 0);
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(enabled.map(({ id }) => id)).toEqual(expect.arrayContaining(chosen));
    }),
  );
});

test("any channel that was told of an incident is told of its end, and no other with a route is", () => {
  fc.assert(
    fc.property(
      alert,
      channels,
      fc.uniqueArray(fc.constantFrom(...ids)),
      channels,
      (each, then, toldIds, now) => {
        const beginning = chooseChannels(each, then);
        const end = chooseChannels({ ...each, toldIds: [...beginning, ...toldIds] }, now);
        for (const { id, route } of now) {
          const wasTold = beginning.includes(id) || toldIds.includes(id);
          expect(end.includes(id)).toBe(wasTold || (each.channels.length === 0 && isForAll(route)));
        }
      },
    ),
  );
});
