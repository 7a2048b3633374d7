import type { Sql } from "@/lib/platform/db";
import { endSessions } from "./sessions";

/**
 * Marks the user's address as verified. If it was not verified before, it also deletes the password and ends all sessions:
 * another person may have signed up with the address in order to share the account with its owner later.
 */
export async function markEmailVerified(sql: Sql, userId: string): Promise<void> {
  const [newlyVerified] = await sql(
    `UPDATE users SET email_verified_at = now(), password_hash = NULL
     WHERE id = $1 AND email_verified_at IS NULL RETURNING id`,
    [userId],
  );
  if (newlyVerified) await endSessions(sql, userId);
}
