import { pool } from "@/lib/platform/db";
import { keptSince } from "@/lib/rules/retention";

/** Forgets what was done longer ago than history is kept. */
export async function forgetEvents(now: Date): Promise<void> {
  await pool.query("DELETE FROM audit_events WHERE at < $1", [keptSince(now)]);
}
