import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { describeBasis, lookBackOf } from "./day-basis";

const tuesday = new Date("2026-03-10T00:00Z");
const hourly = { ...calendarTerms("daily"), schedule: "0 * * * *", grace: 600, early: 60 };
const lookBackMs = lookBackOf(hourly);
const fromTuesday = (ms: number) => new Date(tuesday.getTime() + ms);
const longAgo = fromTuesday(-100 * DAY_MS);

type Deciding = Parameters<typeof describeBasis>[0];

const facts: Deciding["facts"] = {
  ...{ status: "healthy", deadline: null, missingSince: null, missedAt: [] },
  ...{ firstSignalAt: longAgo, rescheduledAt: null, pauses: [] },
};

const plain: Deciding = { terms: hourly, facts, maintenance: [], listeningGaps: [], zones: "2026a" };

const basisOf = (changes: Partial<Deciding> = {}) =>
  describeBasis({ ...plain, ...changes })(tuesday.getTime());

const withFacts = (changes: Partial<Deciding["facts"]>) => basisOf({ facts: { ...facts, ...changes } });

/** Maintenance of two hours on Sundays. */
const weekly = (changes: object = {}): Maintenance => ({
  ...{ id: "a", name: "Restart", schedule: "0 2 * * 0", timezone: "UTC", duration: 7_200, endedEarlyAt: [] },
  ...changes,
});

/** A pause, a listening gap and maintenance at the same time each. */
const at = (startsAt: Date, endsAt: Date) => {
  const maintenance: Maintenance = { id: "a", name: "Move", startsAt, endsAt, schedule: null };
  return [
    withFacts({ pauses: [{ startsAt, endsAt }] }),
    basisOf({ listeningGaps: [{ startsAt, endsAt }] }),
    basisOf({ maintenance: [maintenance] }),
  ];
};

test("what happens two gaps with their margins from a day may decide about it, and eight days more with active hours", () => {
  expect(lookBackMs).toBe(2 * (3_600 + 600 + 60) * SECOND_MS + DAY_MS + MINUTE_MS);
  expect(lookBackOf({ ...hourly, active: "Mon..Sun 00:00-24:00" })).toBe(lookBackMs + 8 * DAY_MS);
});

test("each setting of the schedule is part of the text", () => {
  const changes = [
    { schedule: "1 * * * *" },
    { timezone: "Europe/Riga" },
    { grace: 601 },
    { early: 61 },
    { startGrace: 5 },
    { active: "Mon..Fri 08:00-18:00" },
    { interval: "hourly", schedule: null },
  ] as const;
  const texts = changes.map((change) => basisOf({ terms: { ...hourly, ...change } }));
  expect(new Set([basisOf(), ...texts]).size).toBe(changes.length + 1);
});

test("the version of the time zones counts only for what has a zone", () => {
  const inRiga = { ...plain, terms: { ...hourly, timezone: "Europe/Riga" } };
  const maintenance = [weekly()];
  expect(basisOf({ zones: "2026b" })).toBe(basisOf());
  expect(basisOf({ ...inRiga, zones: "2026b" })).not.toBe(basisOf(inRiga));
  expect(basisOf({ maintenance, zones: "2026b" })).not.toBe(basisOf({ maintenance }));
});

test("a pause, a listening gap and maintenance have different effects, each for the part that lies near", () => {
  const near = at(fromTuesday(DAY_MS), fromTuesday(2 * DAY_MS));
  expect(new Set([basisOf(), ...near]).size).toBe(4);
  const [start, end] = [fromTuesday(-lookBackMs), fromTuesday(DAY_MS + lookBackMs)];
  for (const touching of [at(longAgo, start), at(end, fromTuesday(50 * DAY_MS))])
    for (const text of touching) expect(text).not.toBe(basisOf());
  for (const far of [
    at(longAgo, fromTuesday(-lookBackMs - 1)),
    at(fromTuesday(DAY_MS + lookBackMs + 1), fromTuesday(50 * DAY_MS)),
  ])
    for (const text of far) expect(text).toBe(basisOf());
  expect(at(longAgo, fromTuesday(50 * DAY_MS))).toEqual(at(start, end));
  expect(withFacts({ pauses: [{ startsAt: start, endsAt: null }] })).toBe(
    withFacts({ pauses: [{ startsAt: start, endsAt: end }] }),
  );
});

test("the first signal and a new schedule count on their day and after it, and before only that there was one", () => {
  expect(withFacts({ firstSignalAt: null })).not.toBe(basisOf());
  expect(withFacts({ firstSignalAt: fromTuesday(-1) })).toBe(basisOf());
  expect(withFacts({ rescheduledAt: fromTuesday(-1) })).toBe(basisOf());
  const texts = [
    withFacts({ firstSignalAt: tuesday }),
    withFacts({ firstSignalAt: fromTuesday(1) }),
    withFacts({ rescheduledAt: tuesday }),
    withFacts({ rescheduledAt: fromTuesday(1) }),
  ];
  expect(new Set([basisOf(), ...texts]).size).toBe(5);
});

test("the order in which things are read is not a part of the text", () => {
  const gaps = [1, 2].map((days) => ({ startsAt: tuesday, endsAt: fromTuesday(days * DAY_MS) }));
  expect(basisOf({ listeningGaps: gaps })).toBe(basisOf({ listeningGaps: gaps.toReversed() }));
  const schedules = ["0 2 * * 0", "0 3 * * 0"].map((schedule) => weekly({ schedule }));
  expect(basisOf({ maintenance: schedules })).toBe(basisOf({ maintenance: schedules.toReversed() }));
});

test("a window of recurring maintenance that someone ended counts near its time", () => {
  const ended = (endedEarlyAt: Date[], changes: object = {}) =>
    basisOf({ maintenance: [weekly({ endedEarlyAt, ...changes })] });
  expect(ended([], { duration: 60 })).not.toBe(ended([]));
  expect(ended([], { timezone: "Europe/Riga" })).not.toBe(ended([]));
  const durationMs = 7_200 * SECOND_MS;
  for (const near of [-lookBackMs - durationMs, 0, DAY_MS + lookBackMs + durationMs])
    expect(ended([fromTuesday(near)])).not.toBe(ended([]));
  for (const far of [-lookBackMs - durationMs - 1, DAY_MS + lookBackMs + durationMs + 1])
    expect(ended([fromTuesday(far)])).toBe(ended([]));
});
