import type { Sql } from "@/lib/platform/db";
import { wakeTimers } from "./wake-timers";

/** Has workers decide again about messages that wait, to the channels of a condition. `values`: its parameters. */
export async function recheckHeld(sql: Sql, channels: string, values: unknown[]): Promise<void> {
  const held = await sql(
    `UPDATE deliveries SET due_at = now() WHERE is_held AND accepted_at IS NULL AND gave_up_at IS NULL
       AND channel_id IN (SELECT id FROM channels WHERE ${channels}) RETURNING 1`,
    values,
  );
  if (held.length > 0) await wakeTimers(sql, "summaries");
}
