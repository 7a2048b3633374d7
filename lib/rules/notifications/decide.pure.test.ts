import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../durations";
import { HOLDS, SEVERITIES } from "../incidents/incident";
import { type Alerting, QUIET_REASONS } from "./alerting";
import { type Because, buildTargetKey, type Decision } from "./because";
import { OUTSIDE } from "./channel-hours";
import { type CaseMember, chooseForSteps } from "./choose-for-steps";
import { type CaseAddresses, chooseRecipients } from "./choose-recipients";
import { type Audience, type DecidedAlert, decideNotifications, type Mailbox, type Person } from "./decide";
import { EMAIL_FREQUENCIES } from "./email-frequency";
import { ALL_ALERTS, type CaseChannel, isForAll, type Route, type RoutedAlert } from "./route";
import { MAX_ONE_BY_ONE } from "./storm";

const tuesday = new Date("2026-03-10T23:00Z");
const after = (minutes: number) => new Date(tuesday.getTime() + minutes * MINUTE_MS);

const NOTIFY: Alerting = { kind: "notify", of: "alert", emails: "now" };
const MISSING: DecidedAlert = {
  kind: "missing",
  at: tuesday,
  silentSince: null,
  severity: "critical",
  alerting: NOTIFY,
};
const WARNING: DecidedAlert = { ...MISSING, severity: "warning" };
const ROUTED: RoutedAlert = {
  severity: "critical",
  cause: "missed",
  tags: ["db"],
  channels: [],
  firstIds: null,
  notifiedIds: null,
};

const aMailbox = (given: Partial<Mailbox> = {}): Mailbox => ({ quiet: null, sentAt: [], ...given });
const aPerson = (address: string, given: Partial<Person> = {}): Person => ({
  address,
  because: "chosen",
  frequency: "every",
  skipReason: null,
  lastNotifiedAt: null,
  mailbox: aMailbox(),
  ...given,
});
const aChannel = (id: string, route: Partial<Route> = {}, given: Partial<CaseChannel> = {}): CaseChannel => ({
  id,
  isDefault: false,
  isOff: false,
  route: { ...ALL_ALERTS, ...route },
  ...given,
});
const byRoutes = (alert: Partial<RoutedAlert> = {}): Audience["routing"] => ({
  kind: "routes",
  alert: { ...ROUTED, ...alert },
});

/** The decisions about one alert: when and why, by target. */
function decide(alert: DecidedAlert, given: Partial<Audience> = {}): Record<string, [string, Because]> {
  const audience: Audience = { people: [], channels: [], routing: byRoutes(), ...given };
  const [decisions = []] = decideNotifications([{ alert, audience }], tuesday);
  return Object.fromEntries(decisions.map(({ to, when, because }) => [buildTargetKey(to), [when, because]]));
}

const quietUntilSeven = { zone: "UTC", from: 22 * 60, to: 7 * 60, days: [] };
const seven = new Date("2026-03-11T07:00Z");
const aStorm = Array.from({ length: MAX_ONE_BY_ONE }, () => after(-0.5));
const repeated = { ...MISSING, silentSince: after(-90), at: tuesday };

describe("about everyone", () => {
  test.each<[Alerting, string, Decision["when"], Because]>([
    ...HOLDS.map((hold): [Alerting, string, Decision["when"], Because] => [
      { kind: "wait", hold },
      "everybody",
      "later",
      { reason: hold },
    ]),
    ...QUIET_REASONS.map((because): [Alerting, string, Decision["when"], Because] => [
      { kind: "never", because, hold: null },
      "everybody",
      "never",
      { reason: because },
    ]),
    [{ ...NOTIFY, emails: "in summary" }, "every address", "in summary", { reason: "in summary" }],
    [{ ...NOTIFY, emails: "in summary before" }, "every address", "never", { reason: "in summary before" }],
    [{ ...NOTIFY, emails: "channels only" }, "every address", "never", { reason: "channels only" }],
    [{ ...NOTIFY, emails: "unknown beginning" }, "every address", "never", { reason: "unknown beginning" }],
  ])("%j", (alerting, target, when, because) => {
    expect(decide({ ...MISSING, alerting }, { people: [aPerson("ann@acme.test")] })).toEqual({
      [target]: [when, because],
    });
  });

  test("channels are notified, although no one is emailed", () => {
    const alert: DecidedAlert = { ...MISSING, alerting: { ...NOTIFY, emails: "channels only" } };
    expect(decide(alert, { channels: [aChannel("a")] })).toMatchObject({ a: ["now", { reason: "route" }] });
  });
});

test.each<[string, DecidedAlert, Partial<Person>, Decision["when"], Because]>([
  ["is chosen", MISSING, {}, "now", { reason: "chosen" }],
  ["stands in for others", MISSING, { because: "stands in" }, "now", { reason: "stands in" }],
  ["is of a step", MISSING, { because: "escalated" }, "now", { reason: "escalated" }],
  ["knows by a step", MISSING, { because: "knows by escalation" }, "now", { reason: "knows by escalation" }],
  ["is of another step", MISSING, { because: "other step" }, "never", { reason: "other step" }],
  ["left", MISSING, { skipReason: "left" }, "never", { reason: "left" }],
  ["has not confirmed", MISSING, { skipReason: "unconfirmed" }, "never", { reason: "unconfirmed" }],
  ["bounced", MISSING, { skipReason: "bounced" }, "never", { reason: "bounced" }],
  ["complained", MISSING, { skipReason: "complained" }, "never", { reason: "complained" }],
  [
    "wants only the first email, and has it",
    repeated,
    { frequency: "first", lastNotifiedAt: after(-80) },
    "never",
    { reason: "frequency", frequency: "first" },
  ],
  [
    "wants one an hour, and had one an hour ago",
    repeated,
    { frequency: "hourly", lastNotifiedAt: after(-60) },
    "now",
    { reason: "chosen" },
  ],
  [
    "has quiet hours",
    WARNING,
    { mailbox: aMailbox({ quiet: quietUntilSeven }) },
    "after quiet hours",
    { reason: "quiet hours", until: seven },
  ],
  [
    "has quiet hours, but it is critical",
    MISSING,
    { mailbox: aMailbox({ quiet: quietUntilSeven }) },
    "now",
    { reason: "chosen" },
  ],
  [
    "got many emails just now",
    MISSING,
    { mailbox: aMailbox({ sentAt: aStorm }) },
    "in summary",
    { reason: "storm", until: after(0.5) },
  ],
  [
    "got many, but the case does not limit them",
    MISSING,
    { mailbox: aMailbox({ sentAt: null }) },
    "now",
    { reason: "chosen" },
  ],
])("an address that %s", (_, alert, person, when, because) => {
  expect(decide(alert, { people: [aPerson("Ann@acme.test", person)] })).toEqual({
    "ann@acme.test": [when, because],
  });
});

test.each<[string, Audience["routing"], CaseChannel, "now" | "never", Because]>([
  ["gets all", byRoutes(), aChannel("a"), "now", { reason: "route" }],
  ["is off", byRoutes(), aChannel("a", {}, { isOff: true }), "never", { reason: "off" }],
  ["wants other tags", byRoutes(), aChannel("a", { tagsAny: ["web"] }), "never", { reason: "tags" }],
  ["excludes the tag", byRoutes(), aChannel("a", { tagsNone: ["db"] }), "never", { reason: "tags" }],
  [
    "wants one of its tags",
    byRoutes(),
    aChannel("a", { tagsAny: ["web", "db"] }),
    "now",
    { reason: "route" },
  ],
  [
    "wants several tags, and it has them",
    byRoutes({ tags: ["eu", "x", "db"] }),
    aChannel("a", { tagsAll: ["db", "eu"] }),
    "now",
    { reason: "route" },
  ],
  ["wants several tags", byRoutes(), aChannel("a", { tagsAll: ["db", "eu"] }), "never", { reason: "tags" }],
  ["excludes another tag", byRoutes(), aChannel("a", { tagsNone: ["web"] }), "now", { reason: "route" }],
  [
    "wants as severe ones",
    byRoutes({ severity: "warning" }),
    aChannel("a", { minSeverity: "warning" }),
    "now",
    { reason: "route" },
  ],
  [
    "wants more severe ones",
    byRoutes({ severity: "info" }),
    aChannel("a", { minSeverity: "warning" }),
    "never",
    { reason: "severity", minSeverity: "warning" },
  ],
  [
    "wants other causes",
    byRoutes(),
    aChannel("a", { causes: ["error"] }),
    "never",
    { reason: "cause", causes: ["error"] },
  ],
  ["wants its cause", byRoutes(), aChannel("a", { causes: ["error", "missed"] }), "now", { reason: "route" }],
  [
    "wants a cause, and there is none",
    byRoutes({ cause: null }),
    aChannel("a", { causes: ["error"] }),
    "never",
    { reason: "cause", causes: ["error"] },
  ],
  [
    "its snitch does not name",
    byRoutes({ channels: ["z"] }),
    aChannel("a"),
    "never",
    { reason: "other channels" },
  ],
  [
    "knows the beginning",
    byRoutes({ notifiedIds: ["a"] }),
    aChannel("a", { tagsAny: ["web"] }),
    "now",
    { reason: "knows the beginning" },
  ],
  [
    "does not know the beginning",
    byRoutes({ notifiedIds: [] }),
    aChannel("a", { tagsAny: ["db"] }),
    "never",
    { reason: "does not know the beginning" },
  ],
  [
    "a step names",
    { kind: "steps", channelIds: ["a"], because: "escalated" },
    aChannel("a"),
    "now",
    { reason: "escalated" },
  ],
  [
    "a step does not name",
    { kind: "steps", channelIds: ["z"], because: "escalated" },
    aChannel("a"),
    "never",
    { reason: "other step" },
  ],
])("a channel that %s", (_, routing, channel, when, because) => {
  // The last one gets all, so that the first is never the default.
  const channels = [channel, aChannel("z", {}, { isDefault: true })];
  expect(decide(MISSING, { routing, channels })).toMatchObject({ a: [when, because] });
});

test.each<[string, Partial<RoutedAlert>, CaseChannel[]]>([
  [
    "the chosen default",
    {},
    [aChannel("a", { tagsAny: ["x"] }), aChannel("b", { tagsAny: ["y"] }, { isDefault: true })],
  ],
  ["or else the oldest", {}, [aChannel("b", { tagsAny: ["x"] }), aChannel("a", { tagsAny: ["y"] })]],
  ["also if those of its snitch are gone", { channels: ["z"] }, [aChannel("b"), aChannel("a")]],
])("an alert that no channel is meant for goes to one: %s", (_, alert, channels) => {
  const { a, b } = decide(MISSING, { channels, routing: byRoutes(alert) });
  expect([a?.[0], b]).toEqual(["never", ["now", { reason: "default channel" }]]);
});

test("an email about one alert counts for the storm of the next", () => {
  const person = aPerson("ann@acme.test");
  const audience: Audience = { people: [person], channels: [], routing: byRoutes() };
  const drafts = Array.from({ length: MAX_ONE_BY_ONE + 2 }, () => ({ alert: MISSING, audience }));
  const when = decideNotifications(drafts, tuesday).map(([decision]) => decision?.when);
  expect(when).toEqual([...Array(MAX_ONE_BY_ONE).fill("now"), "in summary", "in summary"]);
});

test("if a step notifies no one, the owners and the default channel stand in", () => {
  const members: CaseMember[] = [
    { userId: "boss", email: "boss@acme.test", mark: "bounced", isOwner: false },
    { userId: "owner", email: "owner@acme.test", mark: null, isOwner: true },
    { userId: "other", email: "other@acme.test", mark: null, isOwner: false },
  ];
  const channels = [aChannel("a", {}, { isOff: true }), aChannel("b"), aChannel("c")];
  const steps = [{ afterMinutes: 5, channelIds: ["a"], userIds: ["boss"] }];
  const { people, routing } = chooseForSteps(steps, channels, members);
  expect(people.map(({ because }) => because)).toEqual(["escalated", "escalated", "other step"]);
  expect(decide(MISSING, { channels, routing })).toEqual({
    a: ["never", { reason: "off" }],
    b: ["now", { reason: "default channel" }],
    c: ["never", { reason: "other step" }],
  });
});

const addresses = ["ann@acme.test", "bob@acme.test", "eve@acme.test", "zoe@acme.test"];
const theCase: fc.Arbitrary<CaseAddresses> = fc.record({
  alertEmail: fc.option(fc.constantFrom(...addresses, "Ann@Acme.test")),
  frequency: fc.constantFrom(...EMAIL_FREQUENCIES),
  members: fc
    .uniqueArray(fc.constantFrom(...addresses))
    .map((all) => new Map(all.map((address) => [address, null]))),
  outside: fc.constant(new Map()),
  marks: fc
    .uniqueArray(fc.constantFrom(...addresses))
    .map((all) => new Map(all.map((address) => [address, "bounced" as const]))),
  mustConfirm: fc.boolean(),
});
const cause = fc.constantFrom("missed" as const, "error" as const, "check" as const);
const route: fc.Arbitrary<Route> = fc.record({
  tagsAny: fc.uniqueArray(fc.constantFrom("db", "web")),
  tagsAll: fc.uniqueArray(fc.constantFrom("db", "web")),
  tagsNone: fc.uniqueArray(fc.constantFrom("db", "web")),
  minSeverity: fc.constantFrom(...SEVERITIES),
  causes: fc.uniqueArray(cause),
  hours: fc.constant(null),
  timezone: fc.constant(null),
  outside: fc.constantFrom(...OUTSIDE),
  criticalAnyway: fc.boolean(),
});
const channels = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom("a", "b", "c", "d"),
    isDefault: fc.boolean(),
    isOff: fc.boolean(),
    route: fc.oneof(fc.constant(ALL_ALERTS), route),
  }),
  { selector: ({ id }) => id },
);
const mailbox: fc.Arbitrary<Mailbox> = fc.record({
  quiet: fc.option(fc.constant(quietUntilSeven)),
  sentAt: fc.option(fc.array(fc.constant(after(-0.2)), { maxLength: 12 })),
});
const people: fc.Arbitrary<Person[]> = fc
  .tuple(
    theCase,
    fc.uniqueArray(fc.constantFrom(...addresses)),
    fc.array(mailbox, { minLength: 8, maxLength: 8 }),
    fc.option(fc.integer({ min: -300, max: -1 })),
  )
  .map(([each, ownList, mailboxes, minutes]) =>
    chooseRecipients(ownList, each).map(
      ({ isFallback, ...chosen }, i): Person => ({
        ...chosen,
        because: isFallback ? "stands in" : "chosen",
        lastNotifiedAt: minutes === null ? null : after(minutes),
        mailbox: mailboxes[i] ?? aMailbox(),
      }),
    ),
  );
const routed: fc.Arbitrary<RoutedAlert> = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  cause: fc.option(cause),
  tags: fc.uniqueArray(fc.constantFrom("db", "web")),
  channels: fc.uniqueArray(fc.constantFrom("a", "b", "z")),
  firstIds: fc.constant(null),
  notifiedIds: fc.option(fc.uniqueArray(fc.constantFrom("a", "b", "c"))),
});
const audience: fc.Arbitrary<Audience> = fc.record({
  people,
  channels,
  routing: routed.map((alert) => ({ kind: "routes", alert })),
});
const alerting: fc.Arbitrary<Alerting> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(NOTIFY) },
  fc.constantFrom<Alerting>(
    { ...NOTIFY, emails: "in summary" },
    { ...NOTIFY, emails: "in summary before" },
    { ...NOTIFY, emails: "channels only" },
    ...HOLDS.map((hold): Alerting => ({ kind: "wait", hold })),
    ...QUIET_REASONS.map((because): Alerting => ({ kind: "never", because, hold: null })),
  ),
);
const alert: fc.Arbitrary<DecidedAlert> = fc.record({
  kind: fc.constantFrom("missing", "errored", "reporting", "paused"),
  at: fc.constant(tuesday),
  silentSince: fc.option(fc.constant(after(-200))),
  severity: fc.constantFrom(...SEVERITIES),
  alerting,
});
const decideOne = (each: DecidedAlert, given: Audience) =>
  decideNotifications([{ alert: each, audience: given }], tuesday)[0] ?? [];

test("each address and each channel is decided about exactly once, on its own or with all others", () => {
  fc.assert(
    fc.property(alert, audience, (each, given) => {
      const decisions = decideOne(each, given);
      const count = (...keys: string[]) =>
        decisions.filter(({ to }) => keys.includes(buildTargetKey(to))).length;
      for (const { address } of given.people)
        expect(count(address.toLowerCase(), "every address", "everybody")).toBe(1);
      for (const { id } of given.channels) expect(count(id, "everybody")).toBe(1);
    }),
  );
});

test("no one gets two messages about one alert", () => {
  fc.assert(
    fc.property(alert, audience, (each, given) => {
      const keys = decideOne(each, given).map(({ to }) => buildTargetKey(to));
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});

test("anyone who is never notified has a reason that is not one for being notified", () => {
  const forNotified = ["chosen", "stands in", "escalated", "knows by escalation", "route", "default channel"];
  fc.assert(
    fc.property(alert, audience, (each, given) => {
      for (const { when, because } of decideOne(each, given))
        expect(forNotified.includes(because.reason) || because.reason === "knows the beginning").toBe(
          when === "now",
        );
    }),
  );
});

test("with nothing set, everyone who is chosen is notified now", () => {
  fc.assert(
    fc.property(audience, (given) => {
      const plain: Audience = {
        people: given.people.map((person) => ({
          ...person,
          skipReason: null,
          frequency: "every",
          mailbox: aMailbox(),
        })),
        channels: given.channels.map((channel) => ({ ...channel, isOff: false, route: ALL_ALERTS })),
        routing: byRoutes(),
      };
      for (const { when } of decideOne(MISSING, plain)) expect(when).toBe("now");
    }),
  );
});

test("any alert reaches a channel as long as one is on", () => {
  fc.assert(
    fc.property(channels, routed, (all, each) => {
      const given: Audience = {
        people: [],
        channels: all,
        routing: byRoutes({ ...each, notifiedIds: null }),
      };
      const notified = decideOne(MISSING, given).filter(({ when }) => when === "now");
      expect(notified.length > 0).toBe(all.some(({ isOff }) => !isOff));
    }),
  );
});

test("of the end of an incident each channel is notified that knows of it, and no other with a route", () => {
  fc.assert(
    fc.property(channels, routed, (all, each) => {
      const notifiedIds = each.notifiedIds ?? [];
      const given: Audience = { people: [], channels: all, routing: byRoutes({ ...each, notifiedIds }) };
      const notified = decideOne(MISSING, given).flatMap(({ to, when }) =>
        to.kind === "channel" && when === "now" ? to.channelId : [],
      );
      const expected = all.filter(({ id, isOff, route }) => {
        const isOfAll = each.channels.length === 0 && isForAll(route);
        return !isOff && (notifiedIds.includes(id) || isOfAll);
      });
      expect(notified.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    }),
  );
});

test("anyone who was notified of the beginning is notified of the end", () => {
  fc.assert(
    fc.property(audience, routed, (given, endRouted) => {
      const beginning = decideOne(MISSING, given).filter(({ when }) => when !== "never");
      const notifiedIds = beginning.flatMap(({ to }) => (to.kind === "channel" ? to.channelId : []));
      const end = decideOne(
        { ...MISSING, kind: "reporting", silentSince: tuesday },
        { ...given, routing: { kind: "routes", alert: { ...endRouted, notifiedIds } } },
      );
      const notified = end.filter(({ when }) => when !== "never").map(({ to }) => buildTargetKey(to));
      expect(notified).toEqual(expect.arrayContaining(beginning.map(({ to }) => buildTargetKey(to))));
    }),
  );
});
