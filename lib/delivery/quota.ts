import { pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";

/** The outcome of a message that was given up because the quota of its channel is used up. */
export const QUOTA_USED = "quota";

/** A delivery is sent at most a day after it was queued, and ids are in the order of queueing; clocks of processes differ. */
const MAX_AGE_MS = 2 * DAY_MS;

/** Whether a channel has reached its number of messages for this calendar month (UTC). Tests and drills count, too. */
export async function isQuotaUsed(channelId: string, quota: number, now: Date): Promise<boolean> {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM deliveries WHERE channel_id = $1 AND id >= $2 AND accepted_at >= $3 LIMIT $4) AS sent`,
    [channelId, firstIdAt(month.getTime() - MAX_AGE_MS), month, quota],
  );
  return (rows[0]?.count ?? 0) >= quota;
}

/** The smallest UUID of version 7 of this time. */
function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
