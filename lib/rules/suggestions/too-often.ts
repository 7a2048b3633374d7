import { DAY_MS } from "../durations";
import { compileSchedule } from "../schedule/compile";
import type { ScheduleTerms } from "../schedule/schedule-terms";

/** A job that runs this many times as often as its schedule says runs too often. */
const FACTOR = 2;

/** Fewer runs in a day are easily doubled by hand: then the two days before have to have been like it. */
const FEW_RUNS = 12;

/** How many runs a schedule expects between two instants. */
export function countExpected(terms: ScheduleTerms, from: Date, until: Date): number {
  const { kind, gaps, nextTick } = compileSchedule(terms);
  const spanMs = until.getTime() - from.getTime();
  if (kind === "every" || gaps.shortestMs === gaps.longestMs) return Math.round(spanMs / gaps.shortestMs);
  let expected = 0;
  for (let atMs = nextTick(from.getTime()); atMs <= until.getTime(); atMs = nextTick(atMs)) expected += 1;
  return expected;
}

/** How many reports of a job there were within the last day, and within each of the two before; accepted or refused. */
export type DailyReports = [today: number, dayBefore: number, twoDaysBefore: number];

/** How many reports there were within a day, and how many are expected, if they are too many; else null. */
export function tooOften(
  terms: ScheduleTerms,
  days: DailyReports,
  now: Date,
): { reports: number; expected: number } | null {
  if (days[0] < FACTOR) return null;
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS);
  const expectedOn = (day: number) => countExpected(terms, at(day + 1), at(day));
  const isDoubled = (reports: number, day: number) => reports >= FACTOR * Math.max(expectedOn(day), 1);
  const [today] = days;
  const expected = expectedOn(0);
  const isSure = expected >= FEW_RUNS ? isDoubled(today, 0) : days.every(isDoubled);
  return isSure ? { reports: today, expected } : null;
}

/** A run of a job that names its host. It is open while `endedAt` is null. */
export type HostedRun = { host: string; startedAt: Date | null; endedAt: Date | null };

/** The hosts, in order, of runs that overlapped on different hosts; none if there were no such runs. */
export function overlappingHosts(runs: HostedRun[]): string[] {
  const hosts = new Set<string>();
  const open: HostedRun[] = [];
  const started = runs.flatMap((run) =>
    run.startedAt && run.host !== "" ? { ...run, startedAt: run.startedAt } : [],
  );
  for (const run of started.toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime())) {
    const others = open.filter(({ endedAt }) => endedAt === null || endedAt > run.startedAt);
    open.splice(0, open.length, ...others, run);
    const elsewhere = others.filter(({ host }) => host !== run.host);
    for (const { host } of elsewhere) hosts.add(host).add(run.host);
  }
  return [...hosts].sort();
}
