import { DAY_MS, SECOND_MS } from "../durations";
import { type CivilPattern, nextCivilTime, previousCivilTime } from "./civil-time";
import type { Cron } from "./cron";
import type { OnCalendar } from "./on-calendar";
import { firstInstantFrom, latestLocalTime, listInstants, localTimeAt, segmentAt } from "./zone-time";

/** The times at which a schedule runs in a zone, in milliseconds. Null: there is none. */
export type Ticks = {
  /** The first time that is later than this one. */
  nextAfter(instantMs: number): number | null;
  /** The last time that is earlier than this one. */
  lastBefore(instantMs: number): number | null;
};

/** Earlier than any report, and later than any deadline. */
export const BEGINNING_MS = Date.UTC(1900, 0);
export const END_MS = Date.UTC(2300, 0);

/**
 * A job that runs whenever the local time matches: it skips the times over which the clock is turned forward, and repeats
 * those over which it is turned back.
 */
export const matchingTicks = (pattern: CivilPattern, zone: string): Ticks => ({
  nextAfter(instantMs) {
    for (let [fromMs, afterMs] = [instantMs, instantMs]; fromMs < END_MS; ) {
      const { endMs, offsetMs } = segmentAt(zone, fromMs);
      const localMs = nextCivilTime(pattern, afterMs + offsetMs);
      if (localMs === null) return null;
      if (localMs - offsetMs < endMs) return localMs - offsetMs;
      // A time that is repeated was there before, so that only a change that is near can hold an earlier one.
      const isChangeNear = endMs - fromMs < SEARCH_MARGIN_MS;
      fromMs = isChangeNear ? endMs : Math.max(endMs, localMs - offsetMs - SEARCH_MARGIN_MS);
      afterMs = fromMs - 1;
    }
    return null;
  },
  lastBefore(instantMs) {
    for (let beforeMs = instantMs; beforeMs > BEGINNING_MS; ) {
      const { startMs, offsetMs } = segmentAt(zone, beforeMs - 1);
      const localMs = previousCivilTime(pattern, beforeMs + offsetMs);
      if (localMs === null) return null;
      if (localMs - offsetMs >= startMs) return localMs - offsetMs;
      const isChangeNear = beforeMs - startMs < SEARCH_MARGIN_MS;
      beforeMs = isChangeNear ? startMs : Math.min(startMs, localMs - offsetMs + SEARCH_MARGIN_MS);
    }
    return null;
  },
});

/** Two days: no zone has ever been turned forward or back by more than one. */
const SEARCH_MARGIN_MS = 2 * DAY_MS;

/**
 * A job that runs at each local time of the pattern once: at the first of two instants if the clock is turned back over it.
 * `inGap`: what happens if the clock is turned forward over it.
 */
export function onceTicks(pattern: CivilPattern, zone: string, inGap: "right after it" | "never"): Ticks {
  const instantAt = (localMs: number) =>
    inGap === "never" ? (listInstants(zone, localMs)[0] ?? null) : firstInstantFrom(zone, localMs);
  return {
    nextAfter(instantMs) {
      for (let localMs: number | null = localTimeAt(zone, instantMs); ; ) {
        localMs = nextCivilTime(pattern, localMs);
        if (localMs === null) return null;
        const tickMs = instantAt(localMs);
        if (tickMs !== null && tickMs > instantMs) return tickMs;
      }
    },
    lastBefore(instantMs) {
      const lastSecondMs = (Math.ceil(instantMs / SECOND_MS) - 1) * SECOND_MS;
      for (let localMs: number | null = latestLocalTime(zone, lastSecondMs) + SECOND_MS; ; ) {
        localMs = previousCivilTime(pattern, localMs);
        if (localMs === null) return null;
        const tickMs = instantAt(localMs);
        if (tickMs !== null && tickMs < instantMs) return tickMs;
      }
    },
  };
}

/** The times at which cron runs this expression in a zone, by the rules of Debian’s cron. */
export const cronTicks = (cron: Cron, zone: string): Ticks =>
  cron.isFixedTime ? onceTicks(cron, zone, "right after it") : matchingTicks(cron, zone);

/** The times at which systemd elapses this calendar event. The zone is that of the snitch; one in the event comes first. */
export const onCalendarTicks = (onCalendar: OnCalendar, zone: string): Ticks =>
  onceTicks(onCalendar, onCalendar.zone ?? zone, "never");
