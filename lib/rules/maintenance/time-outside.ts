import { unite } from "./active-at";
import type { MaintenanceWindow } from "./window";

type Span = { startsAt: Date; endsAt: Date };

/** How many milliseconds of the range lie in one of these spans or several, and outside of all windows. */
export function timeOutside(spans: Span[], windows: MaintenanceWindow[], from: Date, to: Date): number {
  const united = unite(windows);
  return unite(spans).reduce((sum, { startsAt, endsAt }) => {
    const span = { startsAt: later(startsAt, from), endsAt: earlier(endsAt, to) };
    const covered = united.reduce((ms, window) => ms + overlapMs(span, window), 0);
    return sum + overlapMs(span, span) - covered;
  }, 0);
}

const overlapMs = (one: Span, other: Span) =>
  Math.max(0, earlier(one.endsAt, other.endsAt).getTime() - later(one.startsAt, other.startsAt).getTime());

const later = (one: Date, other: Date) => (one > other ? one : other);
const earlier = (one: Date, other: Date) => (one < other ? one : other);
