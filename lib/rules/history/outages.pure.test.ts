import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { Interval } from "@/lib/rules/schedule/interval";
import { periodAt } from "@/lib/rules/schedule/period";
import { applyEvent } from "@/lib/rules/state/apply-event";
import { applyTime } from "@/lib/rules/state/apply-time";
import { countsFor, type ListeningGap } from "@/lib/rules/state/listening-gap";
import type { SnitchState } from "@/lib/rules/state/snitch-state";
import { aDailySnitch } from "@/testing/snitch-state";

const start = new Date("2026-03-10T10:00Z");
const MINUTES = 6 * 60;
const minute = (index: number, seconds = 0) =>
  new Date(start.getTime() + index * MINUTE_MS + seconds * 1_000);

type Outage = { from: number; lasts: number };
type SimulatedHistory = {
  interval: Interval;
  runsAtSecond: number;
  diesAt: number | null;
  outages: Outage[];
};

const anOutage = fc.record({
  from: fc.integer({ min: 5, max: MINUTES - 90 }),
  lasts: fc.integer({ min: 1, max: 60 }),
});
const anEventSequence: fc.Arbitrary<SimulatedHistory> = fc.record({
  interval: fc.constantFrom<Interval>("1_minute", "2_minute", "5_minute", "10_minute", "30_minute", "hourly"),
  runsAtSecond: fc.integer({ min: 1, max: 58 }),
  diesAt: fc.option(fc.integer({ min: 5, max: MINUTES - 90 })),
  outages: fc.array(anOutage, { maxLength: 4 }),
});

/** What a deadline was computed from. */
type Origin = { by: string | null; since: string | null };
const toOrigin = (by: string, since: Date): Origin => ({ by, since: since.toISOString() });

/** A job that runs once in each period, and a Tattle that neither listens nor sweeps during the outages. */
function live({ interval, runsAtSecond, diesAt, outages }: SimulatedHistory) {
  const isAway = (index: number) => outages.some(({ from, lasts }) => index >= from && index < from + lasts);
  const listeningGaps: ListeningGap[] = [];
  for (let index = 0, since: number | null = null; index <= MINUTES; index += 1) {
    if (isAway(index)) since ??= index;
    else if (since !== null) {
      listeningGaps.push({ startsAt: minute(since), endsAt: minute(index) });
      since = null;
    }
  }
  const known = (now: Date) => listeningGaps.filter(({ endsAt }) => endsAt <= now);
  let snitch: SnitchState = aDailySnitch({ interval });
  const missedAt: Date[] = [];
  const explained: Origin[] = [];
  const expected: Origin[] = [];
  let origin: Origin = { by: null, since: null };
  const apply = (next: ReturnType<typeof applyTime>, now: Date, reportedAt?: Date) => {
    snitch = next.snitch;
    for (const { listeningGap } of next.unknownMisses) origin = toOrigin("silence", listeningGap.endsAt);
    for (const { kind, at, facts } of next.alerts) {
      if (kind !== "missing") continue;
      missedAt.push(now);
      const { by = null, since = null } = facts.missed ?? {};
      explained.push({ by, since });
      expected.push(origin);
      origin = toOrigin("missed", at);
    }
    if (reportedAt) origin = toOrigin("report", reportedAt);
  };
  for (let index = 0; index < MINUTES; index += 1) {
    if (isAway(index)) continue;
    const runsAt = minute(index, runsAtSecond);
    const isRun = periodAt(interval, runsAt).start.getTime() === minute(index).getTime();
    apply(applyTime(snitch, minute(index), known(minute(index))), minute(index));
    if (!isRun || (diesAt !== null && index >= diesAt)) continue;
    const report = { kind: "checked_in", at: runsAt, exitStatus: "", message: "" } as const;
    apply(applyEvent(snitch, report, known(runsAt)), runsAt, runsAt);
  }
  return { missedAt, listeningGaps, explained, expected };
}

test("a job that runs in every period is never called missing, whenever Tattle was down", () => {
  fc.assert(
    fc.property(anEventSequence, (history) => {
      expect(live({ ...history, diesAt: null }).missedAt).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("every miss says correctly whether its deadline followed a report, a listening gap or an earlier miss", () => {
  const seen = new Set<string | null>();
  fc.assert(
    fc.property(anEventSequence, (history) => {
      const { explained, expected } = live({ ...history, diesAt: history.diesAt ?? 60 });
      expect(explained).toEqual(expected);
      for (const { by } of explained) seen.add(by);
    }),
    { numRuns: 300 },
  );
  expect([...seen].sort()).toEqual(["missed", "report", "silence"]);
});

test("a job that stopped is called missing within two periods after it, or after Tattle was down", () => {
  fc.assert(
    fc.property(anEventSequence, (history) => {
      const diesAt = history.diesAt ?? 60;
      const { missedAt, listeningGaps } = live({ ...history, diesAt });
      const lengthOf = (at: Date) => {
        const { start: from, end } = periodAt(history.interval, at);
        return end.getTime() - from.getTime();
      };
      const periodMs = lengthOf(start);
      // Each listening gap that begins before the job is noticed can delay the miss once more.
      let noticedBy = minute(diesAt).getTime() + 2 * periodMs + 2 * MINUTE_MS;
      for (const listeningGap of listeningGaps)
        if (countsFor(listeningGap, periodMs) && listeningGap.startsAt.getTime() < noticedBy)
          noticedBy = Math.max(noticedBy, listeningGap.endsAt.getTime() + 2 * periodMs + 2 * MINUTE_MS);
      if (noticedBy < minute(MINUTES).getTime())
        expect(missedAt.some((at) => at.getTime() <= noticedBy)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
