import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { foldEntries } from "./fold-entries";
import { markLate } from "./mark-late";
import { listTimeline, type TimelineStart } from "./timeline";
import { formatCursor } from "./timeline-cursor";
import type { Entry, TimelineFilter } from "./timeline-entries";

/** How many entries are read for a row: those of a minutely job are mostly folded. */
const READ_FOR_A_ROW = 8;

/** A page of a snitch's timeline with at most so many rows (`foldEntries`), newest first, and the cursor of the next page; null on the last. */
export async function listActivity(
  snitch: { id: string; caseId: string } & ScheduleTerms,
  filter: TimelineFilter,
  rows: number,
  now: Date,
  start: TimelineStart = {},
): Promise<{ entries: Entry[]; next: string | null }> {
  const page = await listTimeline(snitch.id, filter, rows * READ_FOR_A_ROW, start);
  const all = await markLate(snitch, page.entries, now);
  const alone = all.find((entry) => formatCursor(entry) === start.with)?.id;
  const entries = foldEntries(all, alone).slice(0, rows).flat();
  const last = entries.at(-1);
  return { entries, next: last && entries.length < all.length ? formatCursor(last) : page.next };
}
