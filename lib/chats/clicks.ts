import type { SlackClick } from "@/lib/channel-kinds/slack-click";
import { pool, query } from "@/lib/platform/db";

/** The most clicks of a channel that wait. Further ones are acknowledged to Slack, and dropped. */
const MAX_WAITING = 100;

/** SQL: later, no matter who clicked has long seen that nothing was done. */
const MAX_AGE = "interval '1 day'";

/** Stores a click, of which its service will say nothing again, until it is handled. A repeat is the same one. */
export const storeClick = (channelId: string, click: SlackClick) =>
  pool.query(
    `WITH expired AS (DELETE FROM presses WHERE channel_id = $1 AND at <= now() - ${MAX_AGE})
     INSERT INTO presses (channel_id, id, press)
     SELECT w.id, $2, $3 FROM channels w WHERE w.id = $1
       AND (SELECT count(*) FROM presses WHERE channel_id = $1 AND at > now() - ${MAX_AGE}) < ${MAX_WAITING}
     ON CONFLICT DO NOTHING`,
    [channelId, click.id, JSON.stringify(click)],
  );

/** The press that waits longest in one of these channels; null if none does. */
export async function findClick(channelIds: string[]): Promise<SlackClick | null> {
  const [row] = await query<{ press: string }>(
    `SELECT press FROM presses WHERE channel_id = ANY($1::uuid[]) AND at > now() - ${MAX_AGE} ORDER BY at, id LIMIT 1`,
    [channelIds],
  );
  return row ? JSON.parse(row.press) : null;
}

/** Forgets a click that was handled. */
export const deleteClick = (channelIds: string[], id: string) =>
  pool.query("DELETE FROM presses WHERE channel_id = ANY($1::uuid[]) AND id = $2", [channelIds, id]);
