import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE_MS } from "../durations";
import { dueStep } from "./escalate";
import { SEVERITIES } from "./incident";
import {
  explainMatch,
  formatMatch,
  formatPolicy,
  isForAllSnitches,
  keepPolicy,
  MATCHES_ALL,
  mapTargets,
  type Policy,
  type PolicyMatch,
  toPolicyStep,
  toStep,
  withoutEmptySteps,
} from "./policy";

const aMatch = (given: Partial<PolicyMatch>): PolicyMatch => ({ ...MATCHES_ALL, ...given });
const aPolicy = (name: string, given: Partial<PolicyMatch>, minutes: number[] = [], repeat = 0): Policy => ({
  name,
  match: aMatch(given),
  steps: minutes.map((after_minutes) => ({ after_minutes, notify: [{ member: name }] })),
  repeat,
});

const POLICIES = [
  aPolicy("databases", { tags_any: ["db", "sql"], tags_none: ["test"] }),
  aPolicy("urgent", { min_severity: "critical" }),
  aPolicy("tests", { tags_any: ["test"] }),
  aPolicy("others", {}),
];

test.each([
  [["db"], "info", "databases", "matches tag db"],
  [["db", "web", "sql"], "critical", "databases", "matches tag db or sql"],
  [["db", "test"], "warning", "tests", "matches tag test"],
  [["db", "test"], "critical", "urgent", "matches severity critical"],
  [[], "warning", "others", "matches all snitches"],
] as const)(
  "of a snitch with the tags %j and severity %s the policy is %s, because it %s",
  (tags, severity, name, because) => {
    const kept = keepPolicy(POLICIES, { tags: [...tags], severity });
    expect(kept?.name).toBe(name);
    expect(kept?.because).toContain(because);
  },
);

test("a case without policies has none for any snitch, so that its escalation counts", () => {
  expect(keepPolicy([], { tags: ["db"], severity: "critical" })).toBeNull();
});

test.each<[Partial<PolicyMatch>, string]>([
  [{}, "all snitches"],
  [{ tags_any: ["db", "web"], tags_none: ["test"] }, "tag db or web, not tag test"],
  [{ tags_none: ["a", "b"], min_severity: "warning" }, "not tag a or b, severity warning or critical"],
])("%j is “%s”", (given, text) => {
  expect(formatMatch(aMatch(given))).toBe(text);
  expect(explainMatch(aMatch(given), given.tags_any ?? [])).toBe(`matches ${text}`);
});

test.each([
  ["no steps notify no one further", [], 5, null, []],
  ["a step at 0 comes with the first notification", [0, 15], 0, 0, [15]],
  ["each repetition starts with the last step", [0, 15, 60], 2, 0, [15, 60, 60, 75, 120, 120, 135, 180]],
  ["a single step repeats after its own time", [10], 2, null, [10, 20, 30]],
  ["a step at 0 alone repeats each minute", [0], 2, 0, [1, 2]],
])("%s", (_, minutes, repeat, first, later) => {
  const kept = keepPolicy([aPolicy("all", {}, minutes, repeat)], { tags: [], severity: "info" });
  expect(kept?.first?.afterMinutes ?? null).toBe(first);
  expect(kept?.steps.map(({ afterMinutes }) => afterMinutes)).toEqual(later);
});

test("members and channels of a step are kept apart", () => {
  const policy = aPolicy("all", {});
  policy.steps = [{ after_minutes: 5, notify: [{ channel: "c" }, { member: "m" }, { channel: "d" }] }];
  const kept = keepPolicy([policy], { tags: [], severity: "info" });
  expect(kept?.steps).toEqual([{ afterMinutes: 5, channelIds: ["c", "d"], userIds: ["m"] }]);
});

const tags = fc.subarray(["a", "b", "c"]);
const severity = fc.constantFrom(...SEVERITIES);
const policies = fc
  .array(fc.record({ tags_any: tags, tags_none: tags, min_severity: severity }), { maxLength: 5 })
  .map((matches) => [...matches, MATCHES_ALL].map((match, i) => aPolicy(String(i), match)));
const rank = { info: 0, warning: 1, critical: 2 };

test("any policies: the first whose every wish a snitch fulfils, and there always is one", () => {
  fc.assert(
    fc.property(policies, tags, severity, (all, has, severity) => {
      const names: string[] = [];
      for (const { name, match } of all) {
        let fits = rank[severity] >= rank[match.min_severity];
        if (match.tags_any.length > 0 && match.tags_any.filter((tag) => has.includes(tag)).length === 0)
          fits = false;
        for (const tag of match.tags_none) if (has.includes(tag)) fits = false;
        if (fits) names.push(name);
      }
      expect(keepPolicy(all, { tags: has, severity })?.name).toBe(names[0]);
    }),
  );
});

test("any steps: minute by minute, a naive model notifies as often, and each step of each round once", () => {
  const minutes = fc
    .uniqueArray(fc.nat(30), { minLength: 1, maxLength: 5 })
    .map((all) => all.sort((one, other) => one - other));
  fc.assert(
    fc.property(minutes, fc.nat(5), fc.integer({ min: 1, max: 40 }), (minutes, repeat, pace) => {
      const kept = keepPolicy([aPolicy("all", {}, minutes, repeat)], { tags: [], severity: "info" });
      if (!kept) throw new Error("The last policy is for all.");
      // The model restarts a clock at the end of each round, and rings when it shows the minute of a step.
      const length = Math.max(1, ...minutes);
      const model: number[] = [];
      for (let round = 0, began = 0; round <= repeat; round += 1, began += length)
        for (let clock = 0; clock <= length; clock += 1)
          if (minutes.includes(clock)) model.push(began + clock);
      const opened = new Date("2026-03-10T00:00Z");
      const incident = {
        notifiedAt: opened,
        acknowledgedAt: null,
        snoozedUntil: null,
        closedAt: null,
        goodCount: 0,
        hold: null,
        step: 0,
      };
      const rung = kept.first ? [0] : [];
      for (let minute = 0; minute <= length * (repeat + 1) + pace; minute += pace) {
        const step = dueStep(kept.steps, incident, new Date(opened.getTime() + minute * MINUTE_MS));
        rung.push(...kept.steps.slice(incident.step, step).map(({ afterMinutes }) => afterMinutes));
        incident.step = step;
      }
      expect(rung).toEqual(model);
    }),
  );
});

const ADA = { member: "ada@acme.test" };
const OPS = { channel: "ops" };
const POLICY: Policy = {
  name: "Databases",
  match: { ...MATCHES_ALL, tags_any: ["db"] },
  steps: [{ after_minutes: 15, notify: [ADA, OPS] }],
  repeat: 2,
};

test("a policy in words names its match, its steps and how often they are repeated", () => {
  const format = (changes: Partial<Policy>) =>
    formatPolicy(
      { ...POLICY, ...changes },
      ({ after_minutes, notify }) => `after ${after_minutes}: ${notify.length}`,
    );
  expect(format({})).toBe("Databases (tag db): after 15: 2; repeated 2 times");
  expect(format({ steps: [], repeat: 0 })).toBe("Databases (tag db): no further notifications");
});

test("targets are replaced by any number of others, and steps without any can be left out", () => {
  const mapped = mapTargets([POLICY], (target) => ("member" in target ? [] : { channel: "1" }));
  expect(mapped).toEqual([{ ...POLICY, steps: [{ after_minutes: 15, notify: [{ channel: "1" }] }] }]);
  expect(withoutEmptySteps(mapped)).toEqual(mapped);
  expect(withoutEmptySteps(mapTargets([POLICY], () => []))).toEqual([{ ...POLICY, steps: [] }]);
});

test("a step is the same after it was stored", () => {
  const [step = { after_minutes: 0, notify: [] }] = POLICY.steps;
  expect(toPolicyStep(toStep(step.after_minutes, step.notify))).toEqual(step);
});

test("a policy is for all snitches if it asks for no tag and for any severity", () => {
  expect(isForAllSnitches(MATCHES_ALL)).toBe(true);
  for (const wish of [{ tags_any: ["db"] }, { tags_none: ["db"] }, { min_severity: "warning" as const }])
    expect(isForAllSnitches({ ...MATCHES_ALL, ...wish })).toBe(false);
});
