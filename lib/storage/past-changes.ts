import { type Column, insertMany } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { startOfDay } from "@/lib/rules/history/day-counts";

type Change = { snitchId: string; at: Date };
type Span = { snitchId: string; from: Date; until: Date };

const COLUMNS: Column<Span>[] = [
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["from", "time", ({ from }) => from],
  ["until", "time", ({ until }) => until],
];

/** How long after its end a day's counts aren't stored. */
export const COUNTED_AFTER_MS = 6 * HOUR_MS;

/** A transaction that began while a day is not counted has this long to end. */
const TRANSACTION_MS = HOUR_MS;

/**
 * Notes that what happened at these times is known, or meant otherwise, only now, so that counts of their days are made again. Does
 * nothing about days that cannot be counted yet, of which routine check-ins are. To be called in the transaction of the change.
 */
export async function notePastChanges(sql: Sql, changes: Change[], now = new Date()): Promise<void> {
  const spans = new Map<string, Span>();
  for (const { snitchId, at } of changes) {
    if (!mayBeCounted(at, now)) continue;
    const { from, until } = spans.get(snitchId) ?? { from: at, until: at };
    spans.set(snitchId, {
      snitchId,
      from: new Date(Math.min(from.getTime(), at.getTime())),
      until: new Date(Math.max(until.getTime(), at.getTime())),
    });
  }
  await insertMany(sql, "past_changes", COLUMNS, [...spans.values()]);
}

const mayBeCounted = (at: Date, now: Date) =>
  now.getTime() >= startOfDay(at.getTime()) + DAY_MS + COUNTED_AFTER_MS - TRANSACTION_MS;
