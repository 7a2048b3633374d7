import { giveWay } from "@/lib/http/request-turn";

/** So many rows of snitches are loaded and presented in some ten milliseconds. */
const SLICE = 100;

/** Which part of a list: so many rows after the one with this id. */
export type Slice = { after?: string; limit?: number };

/** Loads a list whose rows are in the order of their ids in slices, between which other requests have their turns. */
export async function* inSlices<Row extends { id: string }>(
  load: (slice: Slice) => Promise<Row[]>,
  { after, limit = Number.POSITIVE_INFINITY }: Slice = {},
): AsyncGenerator<Row[]> {
  for (let remaining = limit; remaining > 0; remaining -= SLICE) {
    const size = Math.min(SLICE, remaining);
    const rows = await load({ after, limit: size });
    yield rows;
    if (rows.length < size) return;
    after = rows.at(-1)?.id;
    await giveWay();
  }
}
