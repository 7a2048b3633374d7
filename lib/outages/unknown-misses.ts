import { CANARY } from "@/lib/metrics/canary";
import { query } from "@/lib/platform/db";

/** How many deadlines since this time passed without an evaluation, because a listening gap may have hidden the check-in. */
export async function countUnknownMisses(since: Date): Promise<number> {
  const [row] = await query<{ count: number }>(
    "SELECT count(*)::int AS count FROM unknown_misses WHERE noticed_at >= $1 AND snitch_id <> $2",
    [since, CANARY.snitchId],
  );
  return row?.count ?? 0;
}
