import type { MaintenanceWindow } from "./window";

/**
 * The maintenance that is under way at this instant, from the start of its first window to the end of its last: windows that
 * overlap or touch are one. It has the id and name of the window that lasts longest. Null if there is none.
 */
export function activeAt(windows: MaintenanceWindow[], at: Date): MaintenanceWindow | null {
  return unite(windows).find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt) ?? null;
}

/** Spans of time that overlap or touch, as one each, oldest first. */
export function unite<Span extends { startsAt: Date; endsAt: Date }>(windows: Span[]): Span[] {
  const united: Span[] = [];
  for (const window of [...windows].sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())) {
    const last = united.at(-1);
    if (!last || window.startsAt > last.endsAt) united.push(window);
    else if (window.endsAt > last.endsAt) united[united.length - 1] = { ...window, startsAt: last.startsAt };
  }
  return united;
}
