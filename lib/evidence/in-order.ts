import { DAY_MS } from "@/lib/rules/durations";

const NIL = "00000000-0000-0000-0000-000000000000";
const MAX_SLICE_MS = 32 * DAY_MS;

type Key = { at: Date; id: string };

/** Reads the first rows after a key and before a time, in order of time and id. */
type Read<Row> = (after: Key, before: Date, limit: number) => Promise<Row[]>;

/**
 * All rows of a range in order of time, in pages of at most `limit`: no more than that is in memory. Each page is a statement of its own,
 * so that a slow reader holds up nothing, of as much time as has about a page of rows.
 */
export async function* inOrder<Row extends Key>(
  read: Read<Row>,
  { from, to }: { from: Date; to: Date },
  limit: number,
): AsyncGenerator<Row[]> {
  let after: Key = { at: from, id: NIL };
  let sliceMs = DAY_MS;
  while (after.at < to) {
    const before = new Date(Math.min(after.at.getTime() + sliceMs, to.getTime()));
    const rows = await read(after, before, limit);
    if (rows.length > 0) yield rows;
    const last = rows.length < limit ? undefined : rows.at(-1);
    after = last ?? { at: before, id: NIL };
    sliceMs = last ? Math.max(sliceMs / 2, 1) : Math.min(sliceMs * 2, MAX_SLICE_MS);
  }
}
