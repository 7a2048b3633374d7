import { query } from "@/lib/platform/db";
import { STALE_AFTER } from "./listening-gaps";

/** How long after a listener disappears its jobs may still retry a check-in. */
const REPEAT_TIME = "interval '1 minute'";

/** How many processes listen for check-ins now. */
export async function countListening(): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM listeners WHERE left_at IS NULL AND seen_at >= now() - ${STALE_AFTER}`,
  );
  return row?.count ?? 0;
}

export const isAnyListening = async (): Promise<boolean> => (await countListening()) > 0;

/** The ids of the listeners that stopped less than a minute ago without leaving in order. */
export async function listVanished(): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `SELECT id FROM listeners WHERE left_at IS NULL AND seen_at < now() - ${STALE_AFTER}
       AND seen_at >= now() - ${STALE_AFTER} - ${REPEAT_TIME}`,
  );
  return rows.map(({ id }) => id);
}

/** When the latest check-in arrived at any listener; null if none ever did. */
export async function lastArrival(): Promise<Date | null> {
  const [row] = await query<{ at: Date | null }>("SELECT max(checked_in_at) AS at FROM listeners");
  return row?.at ?? null;
}

/** How long no process has listened for check-ins; 0 while one listens, and infinite if none ever did. */
export async function msSinceListening(): Promise<number> {
  if (await isAnyListening()) return 0;
  const [row] = await query<{ ms: number | null }>(
    "SELECT (extract(epoch FROM now() - max(seen_at)) * 1000)::float AS ms FROM listeners",
  );
  return row?.ms ?? Number.POSITIVE_INFINITY;
}
