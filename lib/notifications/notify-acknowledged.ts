import { STATEFUL_KINDS } from "@/lib/channel-kinds/find";
import type { Sql } from "@/lib/platform/db";

/** SQL: the channel edits its message about an incident, whenever that is acknowledged or not anymore. */
const EDITS = "w.has_buttons";

/** SQL: the channel is notified once that an incident is acknowledged. */
const IS_PAGER = `w.kind = ANY($3) AND NOT EXISTS (SELECT FROM deliveries d
  WHERE d.incident_id = $1 AND d.channel_id = w.id AND d.event = 'acknowledged')`;

/** SQL: what waits to tell the channel of the incident. It is not acknowledged there before. */
const HELD = `SELECT held_for, due_at FROM deliveries
  WHERE incident_id = $1 AND channel_id = w.id AND is_held AND accepted_at IS NULL AND gave_up_at IS NULL ORDER BY id LIMIT 1`;

async function queue(sql: Sql, to: string, parameters: unknown[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `INSERT INTO deliveries (id, channel_id, incident_id, event, held_for, is_held, due_at)
     SELECT new_id(), w.id, $1, 'acknowledged', held.held_for, held.held_for IS NOT NULL, coalesce(held.due_at, now()) FROM channels w
     LEFT JOIN LATERAL (${HELD}) AS held ON true
     WHERE (${to}) AND w.disabled_at IS NULL AND w.id IS DISTINCT FROM $2
       AND w.id IN (SELECT channel_id FROM deliveries WHERE incident_id = $1 AND event IS NULL)
     RETURNING id`,
    parameters,
  );
  return rows.map(({ id }) => id);
}

/**
 * Queues that someone has acknowledged an incident, whose snitch is locked, for each channel that was notified of it: pagers, and chats with
 * buttons. Returns the ids of the deliveries. `exceptChannelId`: where it was acknowledged, and is known.
 */
export const notifyAcknowledged = (sql: Sql, incidentId: string, exceptChannelId: string | null = null) =>
  queue(sql, `${EDITS} OR ${IS_PAGER}`, [incidentId, exceptChannelId, STATEFUL_KINDS]);

/** Queues for chats that no one handles an incident anymore, so that its message has buttons again. */
export const notifyUnacknowledged = (sql: Sql, incidentId: string) => queue(sql, EDITS, [incidentId, null]);
