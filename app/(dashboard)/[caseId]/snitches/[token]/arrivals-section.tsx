import { Section } from "@/components/section";
import { ArrivalsChart } from "@/components/snitches/arrivals-chart";
import { type Interval, isMinutes } from "@/lib/rules/interval";
import { listArrivals } from "@/lib/snitches/arrivals";
import type { LoadedSnitch } from "./load-snitch";

/** When the job usually reports. Nothing for intervals of minutes, which have no usual time. */
export async function ArrivalsSection({ snitch, now }: { snitch: LoadedSnitch; now: Date }) {
  const count = snitch.schedule === null ? countChartPeriods(snitch.interval) : 0;
  if (count === 0) return null;
  const arrivals = await listArrivals(snitch, count, now);
  if (arrivals.every(({ at }) => at === null)) return null;
  return (
    <Section title="Time of check-in">
      <ArrivalsChart interval={snitch.interval} arrivals={arrivals} />
    </Section>
  );
}

/** How many periods the chart shows. */
function countChartPeriods(interval: Interval): number {
  if (isMinutes(interval)) return 0;
  if (interval === "monthly") return 24;
  if (interval === "weekly") return 26;
  return interval === "daily" ? 56 : 72;
}
