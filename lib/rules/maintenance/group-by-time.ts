import { findWindow, nextWindow } from "./occurrences";
import type { Maintenance, MaintenanceWindow } from "./window";

/** Maintenance as a list shows it. What is under way by a schedule is among the recurring as well. */
export type Grouped<One extends Maintenance> = {
  running: { maintenance: One; window: MaintenanceWindow }[];
  /** The next to come first. */
  upcoming: One[];
  recurring: { maintenance: One; next: MaintenanceWindow | null }[];
  /** The latest first. */
  past: One[];
};

export function groupByTime<One extends Maintenance>(all: One[], now: Date): Grouped<One> {
  const once = all.filter(({ schedule }) => schedule === null);
  const startOf = (one: One) => (one.schedule === null ? one.startsAt.getTime() : 0);
  const isOver = (one: One) => one.schedule === null && one.endsAt <= now;
  const isUpcoming = (one: One) => startOf(one) > now.getTime();
  return {
    running: all.flatMap((maintenance) => {
      const window = findWindow(maintenance, now);
      return window ? [{ maintenance, window }] : [];
    }),
    upcoming: once.filter(isUpcoming).sort((one, other) => startOf(one) - startOf(other)),
    recurring: all
      .filter(({ schedule }) => schedule !== null)
      .map((maintenance) => ({ maintenance, next: nextWindow(maintenance, now) })),
    past: once.filter(isOver).sort((one, other) => startOf(other) - startOf(one)),
  };
}
