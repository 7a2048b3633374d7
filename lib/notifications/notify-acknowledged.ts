import { STATEFUL_KINDS } from "@/lib/channel-kinds/find";
import type { Sql } from "@/lib/platform/db";

/**
 * Queues for each pager that was notified of an incident that somebody has acknowledged it. Once for each incident. Returns the ids of
 * the deliveries. `exceptChannelId`: where it was acknowledged, and is known.
 */
export async function notifyAcknowledged(
  sql: Sql,
  incidentId: string,
  exceptChannelId: string | null = null,
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `INSERT INTO deliveries (id, channel_id, incident_id, event)
     SELECT new_id(), w.id, $1, 'acknowledged' FROM channels w
     WHERE w.kind = ANY($2) AND w.disabled_at IS NULL AND w.id IS DISTINCT FROM $3
       AND w.id IN (SELECT channel_id FROM deliveries WHERE incident_id = $1 AND event IS NULL)
     ON CONFLICT DO NOTHING RETURNING id`,
    [incidentId, STATEFUL_KINDS, exceptChannelId],
  );
  return rows.map(({ id }) => id);
}
