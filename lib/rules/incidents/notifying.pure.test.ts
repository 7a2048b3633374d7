import fc from "fast-check";
import { expect, test } from "vitest";
import { DAILY_FACTS } from "@/testing/alert-facts";
import { type Happening, type ModelRules, NotifyingModel, type Reason } from "@/testing/notifying-model";
import { MINUTE_MS } from "../durations";
import type { AlertDraft } from "../state/alert-draft";
import { type NotifyingFacts, notifyingFacts } from "../state/alert-facts";
import { evaluate, evaluateTime } from "./evaluate";
import type { Circumstances } from "./hold";
import { type AlertRules, DEFAULT_RULES, type Incident } from "./incident";

const MINUTES = 240;
const at = (minute: number) => new Date(Date.UTC(2026, 2, 29) + minute * MINUTE_MS);

type Span = { from: number; length: number };
type SimulatedHistory = {
  rules: ModelRules;
  events: [minute: number, Happening][];
  maintenance: Span[];
  parentBad: Span[];
  hasParent: boolean;
  grace: number;
};

const minute = fc.integer({ min: 0, max: MINUTES - 1 });
const spans = fc.array(fc.record({ from: minute, length: fc.integer({ min: 1, max: 50 }) }), {
  maxLength: 3,
});
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant("bad" as const),
      badness: fc.constantFrom(0 as const, 1 as const),
      isCounted: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ what: "good" as const }) },
  { weight: 1, arbitrary: fc.constantFrom({ what: "pause" as const }, { what: "acknowledge" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("snooze" as const),
      until: fc.integer({ min: 1, max: MINUTES + 60 }),
    }),
  },
);
const history: fc.Arbitrary<SimulatedHistory> = fc.record({
  rules: fc.record({
    alertAfter: fc.integer({ min: 1, max: 4 }),
    alertAfterMinutes: fc.constantFrom(0, 0, 7, 30),
    recoverAfter: fc.integer({ min: 1, max: 3 }),
    remindEvery: fc.constantFrom("period" as const, "never" as const, 5, 30),
  }),
  events: fc
    .array(fc.tuple(minute, happening), { maxLength: 40 })
    .map((events) => events.sort(([one], [other]) => one - other)),
  maintenance: spans,
  parentBad: spans,
  hasParent: fc.boolean(),
  grace: fc.integer({ min: 1, max: 10 }),
});

const isIn = (all: Span[], now: number) => all.some(({ from, length }) => from <= now && now < from + length);

/** The end of the maintenance of this minute, of windows that overlap or touch. */
function findEnd(all: Span[], now: number): number | null {
  if (!isIn(all, now)) return null;
  let end = now;
  while (isIn(all, end)) end += 1;
  return end;
}

/** The parent checks in every 20 minutes, and is evaluated a minute after its deadline. */
const parentDeadline = (now: number) => Math.ceil((now + 1) / 20) * 20;
const waitForParent = (now: number) => Math.min(Math.max(parentDeadline(now) + 1 - now, 0.5), 15);

function modelled(given: SimulatedHistory): NotifyingModel {
  const { rules, events, maintenance, parentBad, hasParent, grace } = given;
  const model = new NotifyingModel(rules, {
    maintenanceEnd: (now) => findEnd(maintenance, now),
    isParentBad: (now) => hasParent && isIn(parentBad, now),
    waitForParent: (now) => (hasParent ? waitForParent(now) : 0),
    grace,
  });
  for (let now = 0; now < MINUTES; now += 1) {
    for (const [, event] of events.filter(([happensAt]) => happensAt === now)) model.happen(now, event);
    model.look(now);
  }
  return model;
}

/** What the facts of an alert say, in minutes. Without an end, only an event can end what holds it. */
const toReason = (minute: number, { badCount, hold, heldUntil }: NotifyingFacts): Reason => ({
  minute,
  badCount,
  hold,
  until: hold === null ? null : heldUntil ? (Date.parse(heldUntil) - at(0).getTime()) / MINUTE_MS : Infinity,
});

const draft = (now: number, event: Happening): AlertDraft => ({
  kind:
    event.what === "bad"
      ? event.badness === 1
        ? "missing"
        : "errored"
      : event.what === "pause"
        ? "paused"
        : "reporting",
  from: "healthy",
  to: "failed",
  at: at(now),
  exitStatus: "",
  message: "",
  lastCheckedInAt: null,
  silentSince: null,
  cause: null,
  run: null,
  facts: DAILY_FACTS,
  meantFor: event.what === "bad" && event.isCounted ? "nobody" : "everybody",
});

/** The history by the real rules: evaluated with each event, and whenever the incident says that something is due. */
function real(given: SimulatedHistory) {
  const { maintenance, parentBad, hasParent, grace } = given;
  const rules: AlertRules = {
    ...DEFAULT_RULES,
    alertAfter: given.rules.alertAfter,
    alertAfterSeconds: given.rules.alertAfterMinutes * 60,
    recoverAfter: given.rules.recoverAfter,
    remindEvery:
      typeof given.rules.remindEvery === "number"
        ? given.rules.remindEvery * 60
        : given.rules.remindEvery === "never"
          ? 0
          : null,
  };
  const notifications: number[] = [];
  const reasons: Reason[] = [];
  const closed: Incident[] = [];
  const ends: number[] = [];
  let open = null as Incident | null;
  const apply = (now: number, incident: Incident | null, isDue: boolean) => {
    if (isDue) notifications.push(now);
    if (isDue && incident?.closedAt) ends.push(now);
    if (incident?.closedAt) closed.push(incident);
    open = incident?.closedAt ? null : incident;
  };
  const applyTime = (now: number, before: Incident, circumstances: Circumstances) => {
    const { incident, due } = evaluateTime(before, rules, circumstances);
    apply(now, incident, due !== null);
  };
  for (let now = 0; now < MINUTES; now += 1) {
    const isParentBad = hasParent && isIn(parentBad, now);
    const end = findEnd(maintenance, now);
    const circumstances: Circumstances = {
      now: at(now),
      maintenanceUntil: end === null ? null : at(end),
      parents: hasParent
        ? [{ id: "p", isFailing: isParentBad, deadline: isParentBad ? null : at(parentDeadline(now)) }]
        : [],
      graceMs: grace * MINUTE_MS,
    };
    if (open?.heldBy && !isParentBad) open = { ...open, nextAt: at(now) };
    for (const [happensAt, event] of given.events) {
      if (happensAt !== now) continue;
      if (event.what === "acknowledge") {
        if (open) applyTime(now, { ...open, acknowledgedAt: at(now) }, circumstances);
      } else if (event.what === "snooze") {
        if (open) applyTime(now, { ...open, snoozedUntil: at(event.until) }, circumstances);
      } else {
        const evaluated = evaluate(open, draft(now, event), rules, circumstances);
        if (event.what === "bad")
          reasons.push(toReason(now, notifyingFacts(evaluated.incident, rules, circumstances)));
        apply(now, evaluated.incident, evaluated.alerting.kind === "notify");
      }
    }
    if (open?.nextAt && open.nextAt <= at(now)) applyTime(now, open, circumstances);
    // The sweep would look at it again and again.
    if (open?.nextAt && open.nextAt <= at(now)) throw new Error(`It is still due at minute ${now}.`);
  }
  return { notifications, reasons, closed, ends, open };
}

test("people are notified exactly when a simple model says so, whatever the rules, maintenance, parents, snoozes", () => {
  fc.assert(
    fc.property(history, (given) => {
      expect(real(given).notifications).toEqual(modelled(given).notifications);
    }),
    { numRuns: 2_000 },
  );
});

test("the facts of every alert say what held it back, until when, and how many bad results there were", () => {
  fc.assert(
    fc.property(history, (given) => {
      expect(real(given).reasons).toEqual(modelled(given).reasons);
    }),
    { numRuns: 2_000 },
  );
});

test("people who were notified of the beginning are notified of the end, once, and no one else is", () => {
  fc.assert(
    fc.property(history, (given) => {
      const { closed, ends } = real(given);
      const notified = closed.filter(
        ({ notifiedAt, closedBy }) => notifiedAt !== null || closedBy === "paused",
      );
      expect(ends).toHaveLength(notified.length);
    }),
    { numRuns: 1_000 },
  );
});

test("incidents open and close as without any rule, maintenance or parent, except that a recovery takes as long as it should", () => {
  fc.assert(
    fc.property(history, (given) => {
      const plain = {
        ...given,
        rules: { alertAfter: 1, alertAfterMinutes: 0, recoverAfter: 1, remindEvery: "period" as const },
        hasParent: false,
      };
      const listSpans = ({ closed, open }: ReturnType<typeof real>) =>
        [...closed, ...(open ? [open] : [])].map(({ openedAt, closedAt }) => [openedAt, closedAt]);
      const same = { ...given, rules: { ...given.rules, recoverAfter: 1 } };
      expect(listSpans(real(same))).toEqual(listSpans(real(plain)));
    }),
    { numRuns: 1_000 },
  );
});
