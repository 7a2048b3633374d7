import fc from "fast-check";
import { expect, test } from "vitest";
import { dueStep, type EscalationStep } from "./escalate";

const tuesday = new Date("2026-03-10T00:00Z");
const after = (minutes: number) => new Date(tuesday.getTime() + minutes * 60_000);

const stepAfter = (afterMinutes: number): EscalationStep => ({
  afterMinutes,
  channelIds: ["a"],
  userIds: [],
});
const STEPS = [15, 30, 60].map(stepAfter);
const INCIDENT = {
  notifiedAt: tuesday,
  acknowledgedAt: null,
  snoozedUntil: null,
  closedAt: null,
  goodCount: 0,
  hold: null,
  step: 0,
};

test.each([
  [0, 0],
  [14, 0],
  [15, 1],
  [29, 1],
  [30, 2],
  [500, 3],
])("after %i minutes %i steps are due", (minutes, due) => {
  expect(dueStep(STEPS, INCIDENT, after(minutes))).toBe(due);
});

test.each([
  ["nobody was notified", { notifiedAt: null }],
  ["it was acknowledged", { acknowledgedAt: after(10) }],
  ["it is snoozed", { snoozedUntil: after(100) }],
  ["it is over", { closedAt: after(10) }],
  ["its job works again", { goodCount: 1 }],
  ["the notification is held", { hold: "maintenance" as const }],
])("no step is due if %s", (_, given) => {
  const incident = { ...INCIDENT, ...given, step: 1 };
  expect(dueStep(STEPS, incident, after(90))).toBe(1);
});

test("any steps: each is due exactly from its time on, and never fewer than before", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 10_080 }), { maxLength: 5 }),
      fc.nat(5),
      fc.integer({ min: 0, max: 20_000 }),
      (minutes, notified, later) => {
        const steps = minutes.toSorted((a, b) => a - b).map(stepAfter);
        const incident = { ...INCIDENT, step: Math.min(notified, steps.length) };
        const next = steps[incident.step];
        const due = dueStep(steps, incident, after(later));
        expect(due).toBeGreaterThanOrEqual(incident.step);
        expect(due > incident.step).toBe(next !== undefined && next.afterMinutes <= later);
      },
    ),
  );
});
