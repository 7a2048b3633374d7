import { formatCursor, newestFirst, parseCursor } from "./timeline-cursor";
import {
  type Entry,
  type EntryQuery,
  listAlerts,
  listCheckIns,
  listReminders,
  listUnpauses,
  type TimelineFilter,
} from "./timeline-entries";

/**
 * What happened to a snitch, newest first, from this cursor on: check-ins, changes of state, and everybody who was told.
 * `next` is the cursor of what is older; null when that was all.
 */
export async function listTimeline(
  snitchId: string,
  show: TimelineFilter,
  most: number,
  after?: string,
): Promise<{ entries: Entry[]; next: string | null }> {
  const wanted: EntryQuery = { snitchId, from: parseCursor(after), most: most + 1 };
  const isOf = (...shows: TimelineFilter[]) => show === "all" || shows.includes(show);
  const found = await Promise.all([
    isOf("check_ins", "errors") ? listCheckIns(wanted, show) : [],
    isOf("changes", "told") ? listAlerts(wanted, show) : [],
    isOf("changes") ? listUnpauses(wanted) : [],
    isOf("told") ? listReminders(wanted) : [],
  ]);
  const all = found.flat().sort(newestFirst);
  const entries = all.slice(0, most);
  const last = entries.at(-1);
  return { entries, next: last && all.length > most ? formatCursor(last) : null };
}
