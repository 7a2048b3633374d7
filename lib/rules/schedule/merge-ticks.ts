import { MINUTE_MS } from "../durations";
import type { ActiveHours } from "./active-hours";
import { BEGINNING_MS, END_MS, type Ticks } from "./ticks";
import { localTimeAt } from "./zone-time";

/** The times of all these lines. */
export function allTicks(lines: Ticks[]): Ticks {
  const [only] = lines;
  if (only && lines.length === 1) return only;
  const withoutNull = (times: (number | null)[]) => times.filter((time) => time !== null);
  return {
    nextAfter(instantMs) {
      const times = withoutNull(lines.map((line) => line.nextAfter(instantMs)));
      return times.length > 0 ? Math.min(...times) : null;
    },
    lastBefore(instantMs) {
      const times = withoutNull(lines.map((line) => line.lastBefore(instantMs)));
      return times.length > 0 ? Math.max(...times) : null;
    },
  };
}

/** No clock is turned by more. */
const MAX_TURN_MINUTES = 120;

/** The times at which the hours are active in the zone. */
export const activeTicks = (ticks: Ticks, active: ActiveHours, zone: string): Ticks => ({
  nextAfter(instantMs) {
    for (let tickMs = ticks.nextAfter(instantMs); tickMs !== null && tickMs < END_MS; ) {
      if (active.isOpen(localTimeAt(zone, tickMs))) return tickMs;
      tickMs = ticks.nextAfter(Math.max(active.openingFrom(zone, tickMs) - 1, tickMs));
    }
    return null;
  },
  lastBefore(instantMs) {
    for (let tickMs = ticks.lastBefore(instantMs); tickMs !== null && tickMs > BEGINNING_MS; ) {
      const closedMinutes = active.closedMinutes(localTimeAt(zone, tickMs));
      if (closedMinutes === 0) return tickMs;
      const skippedMs = Math.max(closedMinutes - MAX_TURN_MINUTES, 0) * MINUTE_MS;
      tickMs = ticks.lastBefore(tickMs - skippedMs);
    }
    return null;
  },
});
