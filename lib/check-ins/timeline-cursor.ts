/** Of what happened in one instant, this is shown first: an alert stands above the check-in that caused it. */
const RANK = { alert: 0, unpaused: 1, reminder: 2, check_in: 3 };

export type EntryKind = keyof typeof RANK;
type Placed = { kind: EntryKind; id: string; at: Date };

/** A place in a timeline, to go on from. */
export type TimelineCursor = { at: Date; rank: number; id: string };

const CURSOR = /^(\d{1,15})_([0-3])_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The place that a cursor names. A text that is none names the beginning. */
export function parseCursor(cursor: string | undefined): TimelineCursor | null {
  const [, at, rank, id = ""] = cursor?.match(CURSOR) ?? [];
  const instant = new Date(Number(at));
  return at && !Number.isNaN(instant.getTime()) ? { at: instant, rank: Number(rank), id } : null;
}

export const formatCursor = ({ at, kind, id }: Placed) => `${at.getTime()}_${RANK[kind]}_${id}`;

export const newestFirst = (one: Placed, other: Placed) =>
  other.at.getTime() - one.at.getTime() || RANK[one.kind] - RANK[other.kind] || (one.id < other.id ? 1 : -1);

/** The condition that leaves what stands after a place, for entries of one kind; its values begin at `$2`. */
export function afterCursor(
  kind: EntryKind,
  from: TimelineCursor | null,
  at = "at",
): { condition: string; values: unknown[] } {
  if (!from) return { condition: "true", values: [] };
  if (RANK[kind] > from.rank) return { condition: `${at} <= $2`, values: [from.at] };
  if (RANK[kind] < from.rank) return { condition: `${at} < $2`, values: [from.at] };
  return { condition: `(${at}, id) < ($2, $3::uuid)`, values: [from.at, from.id] };
}
