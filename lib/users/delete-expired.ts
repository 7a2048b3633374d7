import { pool } from "@/lib/platform/db";

/** Deletes expired links, and invitations 30 days after they expired. */
export async function deleteExpired(now: Date): Promise<void> {
  await pool.query("DELETE FROM email_links WHERE expires_at <= $1", [now]);
  await pool.query("DELETE FROM invitations WHERE expires_at <= $1::timestamptz - interval '30 days'", [now]);
}
