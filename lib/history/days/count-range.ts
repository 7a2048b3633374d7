import { addDay, type DayCounts, NO_DAY, rangeWithout, startOfDay } from "@/lib/rules/history/day-counts";
import type { CountedSnitch } from "./context";
import { type CountsByDay, countDays } from "./count";
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
  const sums = new Map(snitches.map(({ id }) => [id, { ...NO_DAY }]));
  await addDays(snitches, { from, to }, now, (id, _, day) => {
    const sum = sums.get(id);
    if (sum) addDay(sum, day);
  });
  return sums;
}

/** The same for each day of the range. */
export async function countRangeByDay(
  snitches: CountedSnitch[],
  from: Date,
  to: Date,
  now: Date,
): Promise<Map<string, CountsByDay>> {
  const all = new Map<string, CountsByDay>(snitches.map(({ id }) => [id, new Map()]));
  await addDays(snitches, { from, to }, now, (id, dayMs, day) => {
    const days = all.get(id);
    const sum = days?.get(dayMs);
    if (sum) addDay(sum, day);
    else days?.set(dayMs, { ...day });
  });
  return all;
}

/** Calls `add` with the counts of each snitch and day; of a day that the range cuts, perhaps more than once. */
async function addDays(
  snitches: CountedSnitch[],
  { from, to }: { from: Date; to: Date },
  now: Date,
  add: (id: string, dayMs: number, day: DayCounts) => void,
): Promise<void> {
  const until = to < now ? to : now;
  const { context, days } = await readDays(snitches, { from, to: until }, now);
  const addAll = (id: string, counts: CountsByDay) => {
    for (const [dayMs, day] of counts) add(id, dayMs, day);
  };
  const ranges: Ranges = new Map();
  for (const snitch of snitches) {
    const ofSnitch = days.get(snitch.id);
    if (!ofSnitch) continue;
    addAll(snitch.id, ofSnitch.counts);
    const inStore = [...ofSnitch.counts.keys()].sort((one, other) => one - other);
    // From the beginning of that day: those that were added on the same day share a range.
    const fromMs = Math.max(from.getTime(), startOfDay(ofSnitch.sinceMs));
    for (const range of rangeWithout(fromMs, until.getTime(), inStore)) addRange(ranges, range, snitch);
  }
  const queue = ranges.values();
  const countNext = async () => {
    for (const range of queue)
      for (const [id, counts] of await countDays(range.snitches, range, context, now)) addAll(id, counts);
  };
  // While Postgres reads for one, the other counts.
  await Promise.all([countNext(), countNext()]);
}
