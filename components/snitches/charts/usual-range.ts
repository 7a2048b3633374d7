import { formatDuration } from "@/lib/rules/format-duration";
import { type ArrivalRange, MIN_ARRIVALS, usualArrival } from "@/lib/rules/state/smart-deadline";

/** The usual range is what smart deadlines learn from: the latest seven check-ins. */
export const LEARNED_FROM = 7;

/** When a job usually checks in, and a sentence that says it. The range is null if there is no usual time. */
export type Usual = { range: ArrivalRange | null; sentence: string };

/** `lengthMs`: of the period. `unknown`: what else the sentence says with too few check-ins. */
export function usualRange(
  arrivalsMs: number[],
  lengthMs: number,
  { unknown, format }: { unknown: string; format: (range: ArrivalRange) => string },
): Usual {
  if (arrivalsMs.length < MIN_ARRIVALS)
    return { range: null, sentence: `Too few check-ins yet to know ${unknown}.` };
  const range = usualArrival({ arrivalsMs, lastArrivalPeriod: null }, lengthMs);
  if (range) return { range, sentence: `Usually checks in ${format(range)}.` };
  const spread = formatDuration(Math.max(...arrivalsMs) - Math.min(...arrivalsMs));
  return {
    range: null,
    sentence: `No usual time: its latest ${arrivalsMs.length} check-ins differ by ${spread}.`,
  };
}
