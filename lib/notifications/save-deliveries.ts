import { HOLD_COLUMNS } from "@/lib/outbox/hold-columns";
import { wakeTimersIfSoon } from "@/lib/outbox/wake-timers";
import type { Sql } from "@/lib/platform/db";
import { insertMany } from "@/lib/platform/insert-many";
import { newId } from "@/lib/platform/new-id";
import type { Wait } from "@/lib/rules/notifications/channel-hours";

/** `wait`: why it is not sent yet; null if nothing holds it back. */
type NewDelivery = {
  id: string;
  alertId: string;
  channelId: string;
  incidentId: string | null;
  wait: Wait | null;
};

/** Inserts these deliveries. One that exists already is skipped. Returns the ids of the others, as far as they do not wait. */
export async function saveDeliveries(sql: Sql, deliveries: Omit<NewDelivery, "id">[]): Promise<string[]> {
  const inserted = await insertMany<NewDelivery, { id: string; isHeld: boolean }>(
    sql,
    "deliveries",
    [
      ["id", "uuid", ({ id }) => id],
      ["alert_id", "uuid", ({ alertId }) => alertId],
      ["channel_id", "uuid", ({ channelId }) => channelId],
      ["incident_id", "uuid", ({ incidentId }) => incidentId],
      ...HOLD_COLUMNS,
    ],
    deliveries.map((delivery) => ({ id: newId(), ...delivery })),
    'ON CONFLICT (alert_id, channel_id) DO NOTHING RETURNING id, is_held AS "isHeld"',
  );
  await wakeTimersIfSoon(
    sql,
    "summaries",
    deliveries.map(({ wait }) => wait?.until ?? null),
    new Date(),
  );
  return inserted.flatMap(({ id, isHeld }) => (isHeld ? [] : id));
}
