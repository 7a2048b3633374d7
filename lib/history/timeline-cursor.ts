/** Entries of the same instant are shown in this order: an alert is above the check-in that caused it. */
const RANK = { alert: 0, unpaused: 1, reminder: 2, check_in: 3, unknown_miss: 4, run: 5 };

export type EntryKind = keyof typeof RANK;
type EntryPosition = { kind: EntryKind; id: string; at: Date };

/** The entry after which a page of a timeline starts, or with which, if it is inclusive. */
export type TimelineCursor = { at: Date; rank: number; id: string; isInclusive?: boolean };

const CURSOR = /^(\d{1,15})_([0-5])_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Parses a cursor. Null, which means the first page, if it is absent or malformed. */
export function parseCursor(cursor: string | undefined): TimelineCursor | null {
  const [, atMs, rank, id = ""] = cursor?.match(CURSOR) ?? [];
  const at = new Date(Number(atMs));
  return atMs && !Number.isNaN(at.getTime()) ? { at, rank: Number(rank), id } : null;
}

export const formatCursor = ({ at, kind, id }: EntryPosition) => `${at.getTime()}_${RANK[kind]}_${id}`;

/** Sorts entries newest first. */
export const newestFirst = (one: EntryPosition, other: EntryPosition) =>
  other.at.getTime() - one.at.getTime() || RANK[one.kind] - RANK[other.kind] || (one.id < other.id ? 1 : -1);

/** The SQL condition for the entries of one kind after a cursor. Its values start at `$2`; `at` is the column of the time. */
export function afterCursor(
  kind: EntryKind,
  cursor: TimelineCursor | null,
  at = "at",
): { condition: string; values: unknown[] } {
  if (!cursor) return { condition: "true", values: [] };
  if (RANK[kind] > cursor.rank) return { condition: `${at} <= $2`, values: [cursor.at] };
  if (RANK[kind] < cursor.rank) return { condition: `${at} < $2`, values: [cursor.at] };
  const operator = cursor.isInclusive ? "<=" : "<";
  return { condition: `(${at}, id) ${operator} ($2, $3::uuid)`, values: [cursor.at, cursor.id] };
}
