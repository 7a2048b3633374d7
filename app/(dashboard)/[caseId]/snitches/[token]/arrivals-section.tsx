import { currentReader } from "@/app/sign-in/reader";
import { Section } from "@/components/section";
import { ArrivalsChart, DelaysChart } from "@/components/snitches/charts/arrivals-chart";
import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { type Interval, isMinutes } from "@/lib/rules/schedule/interval";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { type Arrival, listArrivals } from "@/lib/snitches/arrivals";
import type { LoadedSnitch } from "./load-snitch";

/** Fewer points are not picture. */
const MIN_POINTS = 7;

/** When the job usually reports. Nothing for jobs that run more often than hourly, or every so often: they have no usual time. */
export async function ArrivalsSection({ snitch, now }: { snitch: LoadedSnitch; now: Date }) {
  const isOnSchedule = snitch.schedule !== null;
  const count = isOnSchedule ? countChartRuns(snitch) : countChartPeriods(snitch.interval);
  if (count === 0) return null;
  const { display } = await currentReader();
  const arrivals = await listArrivals(snitch, count, now);
  const current = isOnSchedule ? arrivals.filter(isSince(snitch.rescheduledAt)) : arrivals;
  if (current.filter(({ at }) => at).length < MIN_POINTS) return null;
  return isOnSchedule ? (
    <Section title="Time after each run">
      <DelaysChart terms={snitch} arrivals={current} display={display} />
    </Section>
  ) : (
    <Section title="Time of check-in">
      <ArrivalsChart interval={snitch.interval} arrivals={current} display={display} />
    </Section>
  );
}

/** Earlier check-ins kept the times of another schedule. */
const isSince =
  (rescheduledAt: Date | null) =>
  ({ start }: Arrival) =>
    !rescheduledAt || start >= rescheduledAt;

/** How many periods the chart shows. */
function countChartPeriods(interval: Interval): number {
  if (isMinutes(interval)) return 0;
  if (interval === "monthly") return 24;
  if (interval === "weekly") return 26;
  return interval === "daily" ? 56 : 72;
}

/** How many runs the chart shows: as many as it shows periods of about the same length. */
function countChartRuns(terms: ScheduleTerms): number {
  const { kind, gaps } = compileSchedule(terms);
  if (kind === "every" || gaps.shortestMs < HOUR_MS) return 0;
  if (gaps.shortestMs >= 28 * DAY_MS) return 24;
  if (gaps.shortestMs >= 7 * DAY_MS) return 26;
  return gaps.shortestMs >= DAY_MS ? 56 : 72;
}
