/** How far back history is kept: two years, by the calendar. */
export function keptSince(now: Date): Date {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - 2);
  return since;
}
