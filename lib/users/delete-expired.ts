import { pool } from "@/lib/platform/db";

/** Forgets links that have expired, and invitations that nobody took for a month after they did. */
export async function deleteExpired(now: Date): Promise<void> {
  await pool.query("DELETE FROM email_links WHERE expires_at <= $1", [now]);
  await pool.query("DELETE FROM invitations WHERE expires_at <= $1::timestamptz - interval '30 days'", [now]);
}
