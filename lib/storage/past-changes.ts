import type { Column } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { insertMany } from "@/lib/platform/insert-many";
import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";

type Change = { snitchId: string; at: Date };
type Span = { snitchId: string; from: Date; until: Date };

const COLUMNS: Column<Span>[] = [
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["from", "time", ({ from }) => from],
  ["until", "time", ({ until }) => until],
];

/** For how long after its end the counts of a day are not stored. */
export const COUNTED_AFTER_MS = 6 * HOUR_MS;

/** A transaction that began while a day is not counted has this long to end. */
const TRANSACTION_MS = HOUR_MS;

/**
 * Notes that what happened at these times is known, or meant otherwise, only now, so that counts of their days are made again. Does
 * nothing about days that cannot be counted yet, of which routine check-ins are. To be called in the transaction of the change.
 */
export async function notePastChanges(sql: Sql, changes: Change[], now = new Date()): Promise<void> {
  const times = new Map<string, number[]>();
  for (const { snitchId, at } of changes)
    if (mayBeCounted(at, now)) times.set(snitchId, [...(times.get(snitchId) ?? []), at.getTime()]);
  const spans = [...times].map(([snitchId, ofSnitch]) => ({
    snitchId,
    from: new Date(Math.min(...ofSnitch)),
    until: new Date(Math.max(...ofSnitch)),
  }));
  await insertMany(sql, "past_changes", COLUMNS, spans);
}

function mayBeCounted(at: Date, now: Date): boolean {
  const dayEndMs = (Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS;
  return now.getTime() >= dayEndMs + COUNTED_AFTER_MS - TRANSACTION_MS;
}
