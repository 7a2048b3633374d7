import type { Sql } from "@/lib/platform/db";
import { insertMany } from "@/lib/platform/insert-many";
import { newId } from "@/lib/platform/new-id";

type NewDelivery = { id: string; alertId: string; channelId: string; incidentId: string | null };

/** Inserts these deliveries. One that exists already is skipped. Returns the ids of the others. */
export async function saveDeliveries(sql: Sql, deliveries: Omit<NewDelivery, "id">[]): Promise<string[]> {
  const inserted = await insertMany<NewDelivery, { id: string }>(
    sql,
    "deliveries",
    [
      ["id", "uuid", ({ id }) => id],
      ["alert_id", "uuid", ({ alertId }) => alertId],
      ["channel_id", "uuid", ({ channelId }) => channelId],
      ["incident_id", "uuid", ({ incidentId }) => incidentId],
    ],
    deliveries.map((delivery) => ({ id: newId(), ...delivery })),
    "ON CONFLICT (alert_id, channel_id) DO NOTHING RETURNING id",
  );
  return inserted.map(({ id }) => id);
}
