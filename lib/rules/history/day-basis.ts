import { DAY_MS } from "@/lib/rules/durations";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { ListeningGap } from "@/lib/rules/state/listening-gap";
import type { SnitchFacts } from "./period-outcome";

/** Counts that other rules made are counted again: raise it with every change of what a period counts as. */
const RULES = 2;

/** The counts of jobs with a longer reach are not stored: they have so few periods that a report counts them itself. */
export const MAX_LOOK_BACK_MS = 100 * DAY_MS;

/** The hours of a job may close for a week. */
const LONGEST_CLOSING_MS = 8 * DAY_MS;

/** How far from a day something may happen that decides about a period which begins in it. A day more than needed: clocks change. */
export function lookBackOf(terms: ScheduleTerms): number {
  const { gaps, graceMs, earlyMs } = compileSchedule(terms);
  const closedMs = terms.active === null ? 0 : LONGEST_CLOSING_MS;
  return 2 * (gaps.longestMs + graceMs + earlyMs) + closedMs + DAY_MS + DEADLINE_ALLOWANCE_MS;
}

type Deciding = {
  terms: ScheduleTerms;
  facts: SnitchFacts;
  maintenance: Maintenance[];
  listeningGaps: ListeningGap[];
  /** The version of the time zone database. */
  zones: string;
};

/**
 * Everything that decides the counts of a day (its first instant, in UTC), except check-ins and alerts, as a text: the same counts follow
 * from the same text. What is too far from the day to decide anything is left out, so that a change of it does not change the text.
 */
export function describeBasis(deciding: Deciding): (dayMs: number) => string {
  const { terms, facts, maintenance, listeningGaps, zones } = deciding;
  const { interval, schedule, timezone, grace, startGrace = null, early, active } = terms;
  const { firstSignalAt, rescheduledAt, pauses } = facts;
  const lookBackMs = lookBackOf(terms);
  const isZoned = timezone !== "UTC" || maintenance.some((one) => one.schedule !== null);
  const always = JSON.stringify([
    ...[RULES, interval, schedule, timezone, grace, startGrace, early, active],
    firstSignalAt !== null,
    ...(isZoned ? [zones] : []),
    ...maintenance.flatMap(describeSchedule).sort(),
  ]);
  const spans = [
    ...pauses.map(describeSpan("pause")),
    ...maintenance.flatMap(describeWindows),
    ...listeningGaps.map(describeSpan("gap")),
  ];
  // One before the day says only that there was one.
  const changes = [
    { what: "first", atMs: firstSignalAt?.getTime() ?? 0 },
    { what: "rescheduled", atMs: rescheduledAt?.getTime() ?? 0 },
  ];
  const latestMs = Math.max(...changes.map(({ atMs }) => atMs));
  return (dayMs) => {
    if (spans.length === 0 && latestMs < dayMs) return always;
    const [fromMs, toMs] = [dayMs - lookBackMs, dayMs + DAY_MS + lookBackMs];
    const texts = [
      ...spans
        .filter(({ startMs, endMs }) => startMs <= toMs && endMs >= fromMs)
        .map(({ what, startMs, endMs }) => `${what} ${Math.max(startMs, fromMs)} ${Math.min(endMs, toMs)}`),
      ...changes.filter(({ atMs }) => atMs >= dayMs).map(({ what, atMs }) => `${what} ${atMs}`),
    ];
    return texts.length === 0 ? always : `${always} ${texts.sort().join(" ")}`;
  };
}

type Span = { what: string; startMs: number; endMs: number };

const describeSpan =
  (what: string) =>
  ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date | null }): Span => ({
    what,
    startMs: startsAt.getTime(),
    endMs: endsAt?.getTime() ?? Number.POSITIVE_INFINITY,
  });

/** A schedule may have a window near any day. */
const describeSchedule = (maintenance: Maintenance): string[] =>
  maintenance.schedule === null
    ? []
    : [`${maintenance.timezone} ${maintenance.duration} ${maintenance.schedule}`];

function describeWindows(maintenance: Maintenance): Span[] {
  if (maintenance.schedule === null) return [describeSpan("maintenance")(maintenance)];
  const { duration, endedEarlyAt } = maintenance;
  // A window that someone ended began and would have ended within its duration of that.
  return endedEarlyAt.map((at) => ({
    what: `${describeSchedule(maintenance)} ended ${at.getTime()}`,
    startMs: at.getTime() - duration * 1_000,
    endMs: at.getTime() + duration * 1_000,
  }));
}
