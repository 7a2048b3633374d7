import { type Span, slotLengthMs, slotStart, type TimelineAxis } from "./axis";
import { ACTIVITY, type Happenings, TROUBLE } from "./happenings";

/** A slot of the axis in which many jobs begin, or go wrong. `count`: of snitches. */
export type Peak = { from: Date; count: number };

const MAX_PEAKS = 2;
const MIN_BUSY = 3;
const MIN_TROUBLED = 2;

/**
 * The slots in which most jobs begin, if those are half as many again as in an ordinary slot, and the slots in which most
 * snitches begin to fail; most first.
 */
export function findPeaks(
  rows: Happenings[],
  axis: TimelineAxis,
  zone: string,
): { busy: Peak[]; troubled: Peak[] } {
  const starts = countBySlot(rows.map(listStarts), axis, zone);
  const counts = starts.map(({ count }) => count).sort((one, other) => one - other);
  const ordinary = counts[Math.floor(counts.length / 2)] ?? 0;
  return {
    busy: highest(starts, Math.max(MIN_BUSY, Math.ceil(ordinary * 1.5))),
    troubled: highest(countBySlot(rows.map(listFirstFailures), axis, zone), MIN_TROUBLED),
  };
}

const listStarts = (happenings: Happenings): number[] =>
  ACTIVITY.flatMap((kind) => (happenings[kind] ?? []).map(({ fromMs }) => fromMs));

/** When its incidents began, and what went wrong outside of them. During an incident, more of the same is not news. */
function listFirstFailures(happenings: Happenings): number[] {
  const { incident: incidents = [] } = happenings;
  const isNews = ({ toMs }: Span) =>
    !incidents.some((incident) => incident.fromMs <= toMs && toMs <= incident.toMs);
  const wrong = TROUBLE.flatMap((kind) => happenings[kind] ?? []).filter(isNews);
  return [...incidents.map(({ fromMs }) => fromMs), ...wrong.map(({ toMs }) => toMs)];
}

/** How many rows have an instant in each slot of the axis, oldest first. */
function countBySlot(rows: number[][], axis: TimelineAxis, zone: string): Peak[] {
  const firstMs = slotStart(axis.range, new Date(axis.fromMs), zone).getTime();
  const slotMs = slotLengthMs(axis.range);
  const peaks = Array.from({ length: Math.ceil((axis.toMs - firstMs) / slotMs) }, (_, slot) => ({
    from: new Date(firstMs + slot * slotMs),
    count: 0,
  }));
  for (const instants of rows) {
    const onAxis = instants.filter((ms) => ms >= axis.fromMs && ms < axis.toMs);
    for (const slot of new Set(onAxis.map((ms) => Math.floor((ms - firstMs) / slotMs)))) {
      const peak = peaks[slot];
      if (peak) peak.count += 1;
    }
  }
  return peaks;
}

const highest = (peaks: Peak[], atLeast: number): Peak[] =>
  peaks
    .filter(({ count }) => count >= atLeast)
    .sort((one, other) => other.count - one.count || one.from.getTime() - other.from.getTime())
    .slice(0, MAX_PEAKS);
