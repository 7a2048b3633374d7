import { pool } from "@/lib/platform/db";
import { SESSION_LIFETIME_MS } from "./sessions";
import { deleteOldSingleSignOns } from "./single-sign-on";

/** Deletes expired links, sessions and sign-ins, authenticator apps that were never set up to the end, and invitations 30 days after they expired. */
export async function deleteExpired(now: Date): Promise<void> {
  await pool.query("DELETE FROM email_links WHERE expires_at <= $1", [now]);
  await pool.query("DELETE FROM pending_sign_ins WHERE expires_at <= $1", [now]);
  await pool.query(
    "DELETE FROM authenticator_apps WHERE confirmed_at IS NULL AND created_at <= $1::timestamptz - interval '1 day'",
    [now],
  );
  await deleteOldSingleSignOns(now);
  const oldestAt = new Date(now.getTime() - SESSION_LIFETIME_MS);
  await pool.query("DELETE FROM sessions WHERE created_at <= $1", [oldestAt]);
  await pool.query("DELETE FROM invitations WHERE expires_at <= $1::timestamptz - interval '30 days'", [now]);
}
