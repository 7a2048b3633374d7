import { compileSchedule } from "../schedule/compile";
import { calendarTerms } from "../schedule/schedule-terms";
import type { Maintenance, MaintenanceWindow } from "./window";

/**
 * The windows that overlap this range, oldest first. `to` is not in the range. A window of a schedule lasts its duration in
 * real time, whatever the clocks of its zone do meanwhile.
 */
export function occurrencesBetween(maintenance: Maintenance, from: Date, to: Date): MaintenanceWindow[] {
  const { id, name } = maintenance;
  if (maintenance.schedule === null) {
    const { startsAt, endsAt } = maintenance;
    return startsAt < to && endsAt > from ? [{ id, name, startsAt, endsAt }] : [];
  }
  const { duration, endedEarlyAt } = maintenance;
  const windows: MaintenanceWindow[] = [];
  for (let startMs = from.getTime() - duration * 1_000; ; ) {
    startMs = tickAfter(maintenance, startMs);
    if (startMs >= to.getTime()) return windows;
    const window = { id, name, startsAt: new Date(startMs), endsAt: new Date(startMs + duration * 1_000) };
    const cut = endedEarly(window, endedEarlyAt);
    if (cut.endsAt > from) windows.push(cut);
  }
}

/** The window, up to the first time at which people ended it. */
function endedEarly(window: MaintenanceWindow, endedEarlyAt: Date[]): MaintenanceWindow {
  const within = endedEarlyAt.filter((at) => at > window.startsAt && at < window.endsAt);
  return { ...window, endsAt: new Date(Math.min(window.endsAt.getTime(), ...within.map(Number))) };
}

/** The next window that starts after this instant. Null for one that has started already. */
export function nextWindow(maintenance: Maintenance, now: Date): MaintenanceWindow | null {
  const { id, name } = maintenance;
  if (maintenance.schedule === null) {
    const { startsAt, endsAt } = maintenance;
    return startsAt > now ? { id, name, startsAt, endsAt } : null;
  }
  const startsAt = new Date(tickAfter(maintenance, now.getTime()));
  return { id, name, startsAt, endsAt: new Date(startsAt.getTime() + maintenance.duration * 1_000) };
}

/** The window that contains this instant. Null if there is none. If several do, the one that started first. */
export const findWindow = (maintenance: Maintenance, at: Date): MaintenanceWindow | null =>
  occurrencesBetween(maintenance, at, new Date(at.getTime() + 1))[0] ?? null;

const tickAfter = ({ schedule, timezone }: Extract<Maintenance, { schedule: string }>, instantMs: number) =>
  compileSchedule({ ...calendarTerms("daily"), schedule, timezone }).nextTick(instantMs);
