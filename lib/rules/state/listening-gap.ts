import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { Period } from "@/lib/rules/schedule/period";
import { windowDueAt } from "@/lib/rules/schedule/windows";
import { matchTick } from "./match-tick";
import { usualArrival } from "./smart-deadline";
import type { SnitchState } from "./snitch-state";

/** A time in which no check-in could reach Tattle: no server listened, or nothing arrived at any. */
export type ListeningGap = { startsAt: Date; endsAt: Date };

/** A deadline that passed without a check-in, but a listening gap may have hidden one: no one knows whether it was missed. */
export type UnknownMiss = { deadline: Date; listeningGap: ListeningGap };

/** A shorter gap counts only for short periods, whose jobs may check in just then. */
const MIN_GAP_MS = MINUTE_MS;
const SHORT_PERIOD_MS = 10 * MINUTE_MS;

/** Up to this length, one more period costs little, whenever the job usually reports. */
const ALWAYS_UNKNOWN_PERIOD_MS = HOUR_MS;

/** A job may be this part of its period earlier or later than usual, as for a smart deadline. */
const USUAL_MARGIN = 1 / 10;

const lengthOf = ({ startsAt, endsAt }: ListeningGap) => endsAt.getTime() - startsAt.getTime();

/** Whether a gap is long enough to hide a check-in of a period of this length. */
export const countsFor = (listeningGap: ListeningGap, periodMs: number) =>
  lengthOf(listeningGap) >= MIN_GAP_MS || (lengthOf(listeningGap) > 0 && periodMs <= SHORT_PERIOD_MS);

const overlaps = ({ startsAt, endsAt }: ListeningGap, { start, end }: Period) =>
  startsAt < end && endsAt > start;

/**
 * The latest listening gap in which the check-in that a deadline waited for may have been lost. Null if there is none: then the
 * deadline was missed. `countedUntil`: until when a check-in would have counted.
 */
export function gapHiding(
  snitch: SnitchState,
  deadline: Date,
  countedUntil: Date,
  listeningGaps: ListeningGap[],
): ListeningGap | null {
  if (listeningGaps.length === 0) return null;
  const { start, end } = windowDueAt(snitch, deadline);
  const periodMs = end.getTime() - start.getTime();
  const expected = expectedTime(snitch, { start, end: countedUntil }, periodMs);
  const hiding = listeningGaps.filter(
    (listeningGap) => countsFor(listeningGap, periodMs) && overlaps(listeningGap, expected),
  );
  return hiding.reduce<ListeningGap | null>(
    (latest, listeningGap) => (latest && latest.endsAt > listeningGap.endsAt ? latest : listeningGap),
    null,
  );
}

/** When the job was expected to report: around its usual time, or in the whole window while no usual time is known. */
function expectedTime(snitch: SnitchState, window: Period, periodMs: number): Period {
  const usual = usualArrival(snitch, periodMs);
  if (!usual || periodMs <= ALWAYS_UNKNOWN_PERIOD_MS) return window;
  const tickMs = matchTick(snitch, window.start).getTime();
  const marginMs = periodMs * USUAL_MARGIN;
  return {
    start: new Date(Math.max(window.start.getTime(), tickMs + usual.earliestMs - marginMs)),
    end: new Date(Math.min(window.end.getTime(), tickMs + usual.latestMs + marginMs)),
  };
}
