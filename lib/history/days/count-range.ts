import { addDay, type DayCounts, NO_DAY, rangeWithout, startOfDay } from "@/lib/rules/history/day-counts";
import type { CountedSnitch } from "./context";
import { countDays } from "./count";
import { addRange, type Ranges } from "./ranges";
import { readDays } from "./store";

/**
 * What became of the periods of these snitches that begin in this range, as far as it is over, by the id of the snitch. Days that are
 * stored are read, and all other parts of the range are counted now.
 */
export async function countRange(
  snitches: CountedSnitch[],
  from: Date,
  to: Date,
  now: Date,
): Promise<Map<string, DayCounts>> {
  const until = to < now ? to : now;
  const { context, days } = await readDays(snitches, { from, to: until }, now);
  const sums = new Map(snitches.map(({ id }) => [id, { ...NO_DAY }]));
  const add = (id: string, counts: Iterable<DayCounts>) => {
    const sum = sums.get(id);
    if (sum) for (const day of counts) addDay(sum, day);
  };
  const ranges: Ranges = new Map();
  for (const snitch of snitches) {
    const ofSnitch = days.get(snitch.id);
    if (!ofSnitch) continue;
    add(snitch.id, ofSnitch.counts.values());
    const inStore = [...ofSnitch.counts.keys()].sort((one, other) => one - other);
    // From the beginning of that day: those that were added on the same day share a range.
    const fromMs = Math.max(from.getTime(), startOfDay(ofSnitch.sinceMs));
    for (const range of rangeWithout(fromMs, until.getTime(), inStore)) addRange(ranges, range, snitch);
  }
  const queue = ranges.values();
  const countNext = async () => {
    for (const range of queue)
      for (const [id, counts] of await countDays(range.snitches, range, context, now))
        add(id, counts.values());
  };
  // While Postgres reads for one, the other counts.
  await Promise.all([countNext(), countNext()]);
  return sums;
}
