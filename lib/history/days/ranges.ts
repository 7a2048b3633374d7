import type { CountedSnitch } from "./context";

/** A part of the time that is counted at once for all snitches that need it, by its ends. */
export type Ranges = Map<string, { from: Date; to: Date; snitches: CountedSnitch[] }>;

/** Has this range counted for a snitch, too. */
export function addRange(
  ranges: Ranges,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  snitch: CountedSnitch,
): void {
  const key = `${fromMs} ${toMs}`;
  const range = ranges.get(key) ?? { from: new Date(fromMs), to: new Date(toMs), snitches: [] };
  range.snitches.push(snitch);
  ranges.set(key, range);
}
