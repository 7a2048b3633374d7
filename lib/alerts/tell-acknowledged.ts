import { STATEFUL_KINDS } from "@/lib/channel-kinds/find";
import type { Sql } from "@/lib/platform/db";

/**
 * Queues for each pager that was told of an incident that somebody takes care of it. Once for each incident. Returns the ids of
 * the deliveries.
 */
export async function tellAcknowledged(sql: Sql, incidentId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `INSERT INTO deliveries (id, webhook_id, incident_id, event)
     SELECT new_id(), w.id, $1, 'acknowledged' FROM webhooks w
     WHERE w.channel = ANY($2) AND w.disabled_at IS NULL
       AND w.id IN (SELECT webhook_id FROM deliveries WHERE incident_id = $1 AND event IS NULL)
     ON CONFLICT DO NOTHING RETURNING id`,
    [incidentId, STATEFUL_KINDS],
  );
  return rows.map(({ id }) => id);
}
