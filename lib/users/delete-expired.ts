import { pool } from "@/lib/platform/db";
import { SESSION_LIFETIME_MS } from "./sessions";

/** Deletes expired links and sessions, and invitations 30 days after they expired. */
export async function deleteExpired(now: Date): Promise<void> {
  await pool.query("DELETE FROM email_links WHERE expires_at <= $1", [now]);
  const oldestAt = new Date(now.getTime() - SESSION_LIFETIME_MS);
  await pool.query("DELETE FROM sessions WHERE created_at <= $1", [oldestAt]);
  await pool.query("DELETE FROM invitations WHERE expires_at <= $1::timestamptz - interval '30 days'", [now]);
}
