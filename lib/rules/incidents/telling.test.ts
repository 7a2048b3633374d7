import fc from "fast-check";
import { expect, test } from "vitest";
import { DAILY_FACTS } from "@/lib/testing/alert-facts";
import { type Happening, type ModelRules, type Reason, TellingModel } from "@/lib/testing/telling-model";
import type { AlertDraft } from "../alert-draft";
import { type TellingFacts, tellingFacts } from "../alert-facts";
import { MINUTE_MS } from "../period";
import type { Circumstances } from "./hold";
import { type AlertRules, DEFAULT_RULES, type Incident } from "./incident";
import { judge, judgeTime, type Telling } from "./judge";

const MINUTES = 240;
const at = (minute: number) => new Date(Date.UTC(2026, 2, 29) + minute * MINUTE_MS);

type Span = { from: number; length: number };
type Life = {
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
      isExcused: fc.boolean(),
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
const life: fc.Arbitrary<Life> = fc.record({
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
function endOf(all: Span[], now: number): number | null {
  if (!isIn(all, now)) return null;
  let end = now;
  while (isIn(all, end)) end += 1;
  return end;
}

/** The parent checks in every 20 minutes, and is judged a minute after its deadline. */
const parentDeadline = (now: number) => Math.ceil((now + 1) / 20) * 20;
const waitForParent = (now: number) => Math.min(Math.max(parentDeadline(now) + 1 - now, 0.5), 15);

/** A miss is excused only during or around maintenance; here by the windows alone. */
const asWorldHasIt = ({ maintenance }: Life, now: number, event: Happening): Happening =>
  event.what === "bad"
    ? { ...event, isExcused: event.isExcused && event.badness === 1 && isIn(maintenance, now) }
    : event;

function modelled(given: Life): TellingModel {
  const { rules, events, maintenance, parentBad, hasParent, grace } = given;
  const model = new TellingModel(rules, {
    maintenanceEnd: (now) => endOf(maintenance, now),
    isParentBad: (now) => hasParent && isIn(parentBad, now),
    waitForParent: (now) => (hasParent ? waitForParent(now) : 0),
    grace,
  });
  for (let now = 0; now < MINUTES; now += 1) {
    for (const [, event] of events.filter(([happensAt]) => happensAt === now))
      model.happen(now, asWorldHasIt(given, now, event));
    model.look(now);
  }
  return model;
}

/** What the facts of an alert say, in minutes. Without an end, only an event can end what holds it. */
const reasonOf = (minute: number, { badCount, hold, heldUntil }: TellingFacts): Reason => ({
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
  byEmail: true,
  lastCheckedInAt: null,
  silentSince: null,
  cause: null,
  run: null,
  facts: DAILY_FACTS,
  ...(event.what === "bad" && event.isCounted && { isOnlyCounted: true }),
});

/** The life by the real rules: judged with each event, and whenever the incident says that something is due. */
function real(given: Life) {
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
  const tellings: number[] = [];
  const reasons: Reason[] = [];
  const closed: Incident[] = [];
  const ends: number[] = [];
  let open = null as Incident | null;
  const apply = (now: number, { incident, telling }: { incident: Incident | null; telling: Telling }) => {
    if (telling) tellings.push(now);
    if (telling && incident?.closedAt) ends.push(now);
    if (incident?.closedAt) closed.push(incident);
    open = incident?.closedAt ? null : incident;
  };
  for (let now = 0; now < MINUTES; now += 1) {
    const isParentBad = hasParent && isIn(parentBad, now);
    const end = endOf(maintenance, now);
    const around: Circumstances = {
      now: at(now),
      maintenanceUntil: end === null ? null : at(end),
      parents: hasParent
        ? [{ id: "p", isBad: isParentBad, deadline: isParentBad ? null : at(parentDeadline(now)) }]
        : [],
      graceMs: grace * MINUTE_MS,
    };
    if (open?.heldBy && !isParentBad) open = { ...open, nextAt: at(now) };
    for (const [happensAt, raw] of given.events) {
      if (happensAt !== now) continue;
      const event = asWorldHasIt(given, now, raw);
      if (event.what === "acknowledge") {
        if (open) apply(now, judgeTime({ ...open, acknowledgedAt: at(now) }, rules, around));
      } else if (event.what === "snooze") {
        if (open) apply(now, judgeTime({ ...open, snoozedUntil: at(event.until) }, rules, around));
      } else {
        const isExcused = event.what === "bad" && event.isExcused;
        const judged = judge(open, draft(now, event), rules, { ...around, isExcused });
        if (event.what === "bad") reasons.push(reasonOf(now, tellingFacts(judged.incident, rules, around)));
        apply(now, judged);
      }
    }
    if (open?.nextAt && open.nextAt <= at(now)) apply(now, judgeTime(open, rules, around));
    // The sweep would look at it again and again.
    if (open?.nextAt && open.nextAt <= at(now)) throw new Error(`It is still due at minute ${now}.`);
  }
  return { tellings, reasons, closed, ends, open };
}

test("people are told exactly when a simple model says so, whatever the rules, maintenance, parents, snoozes", () => {
  fc.assert(
    fc.property(life, (given) => {
      expect(real(given).tellings).toEqual(modelled(given).tellings);
    }),
    { numRuns: 2_000 },
  );
});

test("the facts of every alert say what held it back, until when, and how many bad results there were", () => {
  fc.assert(
    fc.property(life, (given) => {
      expect(real(given).reasons).toEqual(modelled(given).reasons);
    }),
    { numRuns: 2_000 },
  );
});

test("whoever was told of the beginning is told of the end, once, and nobody else", () => {
  fc.assert(
    fc.property(life, (given) => {
      const { closed, ends } = real(given);
      const told = closed.filter(({ toldAt, closedBy }) => toldAt !== null || closedBy === "paused");
      expect(ends).toHaveLength(told.length);
    }),
    { numRuns: 1_000 },
  );
});

test("incidents open and close as without any rule, maintenance or parent, except that a recovery takes as long as it should", () => {
  fc.assert(
    fc.property(life, (given) => {
      const plain = {
        ...given,
        rules: { alertAfter: 1, alertAfterMinutes: 0, recoverAfter: 1, remindEvery: "period" as const },
        hasParent: false,
      };
      const spansOf = ({ closed, open }: ReturnType<typeof real>) =>
        [...closed, ...(open ? [open] : [])].map(({ openedAt, closedAt }) => [openedAt, closedAt]);
      const same = { ...given, rules: { ...given.rules, recoverAfter: 1 } };
      expect(spansOf(real(same))).toEqual(spansOf(real(plain)));
    }),
    { numRuns: 1_000 },
  );
});
