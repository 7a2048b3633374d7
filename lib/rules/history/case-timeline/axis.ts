import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../durations";
import { toClockTime, toInstant } from "../../schedule/zoned-time";

/** How far back a timeline goes. */
export const TIMELINE_RANGES = ["6h", "24h", "7d", "30d"] as const;
export type TimelineRange = (typeof TIMELINE_RANGES)[number];

/** `slotMs`: how much time a person chooses at once. `stepMs`: between two labels, on the reader's clock. */
const TIMES: Record<TimelineRange, { pastMs: number; slotMs: number; stepMs: number }> = {
  "6h": { pastMs: 6 * HOUR_MS, slotMs: 5 * MINUTE_MS, stepMs: HOUR_MS },
  "24h": { pastMs: DAY_MS, slotMs: 15 * MINUTE_MS, stepMs: 3 * HOUR_MS },
  "7d": { pastMs: 7 * DAY_MS, slotMs: 2 * HOUR_MS, stepMs: DAY_MS },
  "30d": { pastMs: 30 * DAY_MS, slotMs: 6 * HOUR_MS, stepMs: 5 * DAY_MS },
};

/** The shared time of all rows: the past of the range, and a quarter of it to come. */
export type TimelineAxis = { range: TimelineRange; fromMs: number; nowMs: number; toMs: number };

export type Span = { fromMs: number; toMs: number };

/** The width of an axis in units, about the pixels that it has in a wide window. */
export const AXIS_UNITS = 720;

export function timelineAxis(range: TimelineRange, now: Date): TimelineAxis {
  const { pastMs } = TIMES[range];
  const nowMs = now.getTime();
  return { range, fromMs: nowMs - pastMs, nowMs, toMs: nowMs + pastMs / 4 };
}

/** Where an instant is on the axis, in units and not rounded. */
export const toUnits = ({ fromMs, toMs }: TimelineAxis, instantMs: number) =>
  ((instantMs - fromMs) / (toMs - fromMs)) * AXIS_UNITS;

export const unitMs = ({ fromMs, toMs }: TimelineAxis) => (toMs - fromMs) / AXIS_UNITS;

/** The instants that the axis names: whole steps of the reader's clock, oldest first. */
export function axisTicks(axis: TimelineAxis, zone: string): Date[] {
  const { stepMs } = TIMES[axis.range];
  const [from, to] = [toClockTime(new Date(axis.fromMs), zone), toClockTime(new Date(axis.toMs), zone)];
  const ticks: number[] = [];
  // The clock may be turned: a step more at each end, and each instant once.
  for (let clockMs = (Math.floor(from / stepMs) - 1) * stepMs; clockMs <= to + stepMs; clockMs += stepMs) {
    const tickMs = toInstant(clockMs, zone).getTime();
    if (tickMs >= axis.fromMs && tickMs < axis.toMs && tickMs > (ticks.at(-1) ?? 0)) ticks.push(tickMs);
  }
  return ticks.map((ms) => new Date(ms));
}

export const slotLengthMs = (range: TimelineRange) => TIMES[range].slotMs;

/** The slot that begins at this instant. */
export const slotAt = (range: TimelineRange, from: Date): Span => ({
  fromMs: from.getTime(),
  toMs: from.getTime() + slotLengthMs(range),
});

/** The start of the slot of the reader's clock that contains this instant. */
export function slotStart(range: TimelineRange, instant: Date, zone: string): Date {
  const slotMs = slotLengthMs(range);
  const clockMs = toClockTime(instant, zone);
  return new Date(
    instant.getTime() - (clockMs - Math.floor(clockMs / slotMs) * slotMs) - (instant.getTime() % 1_000),
  );
}
