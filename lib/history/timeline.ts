import { formatCursor, newestFirst, parseCursor, type TimelineCursor } from "./timeline-cursor";
import {
  type Entry,
  type EntryQuery,
  listAlerts,
  listCheckIns,
  listReminders,
  listRunEntries,
  listUnknownMisses,
  listUnpauses,
  type TimelineFilter,
} from "./timeline-entries";

const BEGINNING = new Date(0);

/** Where a page of a timeline starts: after the entry with this cursor, or with it. Without either it is the first page. */
export type TimelineStart = { after?: string; with?: string };

/**
 * One page of a snitch's timeline, newest first: runs, check-ins, changes of status, and who was notified. `next` is the cursor of the following page; null on the last page.
 */
export async function listTimeline(
  snitchId: string,
  show: TimelineFilter,
  limit: number,
  start: TimelineStart = {},
): Promise<{ entries: Entry[]; next: string | null }> {
  // One more than the page shows whether another page follows.
  const query: EntryQuery = { snitchId, after: readCursor(start), limit: limit + 1 };
  const shows = (...filters: TimelineFilter[]) => show === "all" || filters.includes(show);
  const showsReports = shows("check_ins", "errors");
  const lists = await Promise.all([
    showsReports ? listReports(query, show) : [],
    shows("changes", "notifications") ? listAlerts(query, show) : [],
    shows("changes") ? listUnpauses(query) : [],
    shows("changes") ? listUnknownMisses(query) : [],
    shows("notifications") ? listReminders(query) : [],
  ]);
  const all = lists.flat().sort(newestFirst);
  const entries = all.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: last && all.length > limit ? formatCursor(last) : null };
}

/** The runs, and the check-ins that belong to none. */
async function listReports(query: EntryQuery, show: TimelineFilter): Promise<Entry[]> {
  const runs = await listRunEntries(query, show);
  // A full page of runs leaves no room for older check-ins.
  const since = (runs.length >= query.limit && runs.at(-1)?.at) || BEGINNING;
  return [...runs, ...(await listCheckIns(query, show, since))];
}

function readCursor({ after, with: first }: TimelineStart): TimelineCursor | null {
  const cursor = parseCursor(first);
  return cursor ? { ...cursor, isInclusive: true } : parseCursor(after);
}
