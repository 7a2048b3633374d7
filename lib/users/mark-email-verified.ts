import type { Sql } from "@/lib/platform/db";
import { endSessions } from "./sessions";

/**
 * Notes that this person reads their address. A password that was set before anybody had proved that is forgotten, and
 * so are its sessions: somebody else may have signed up with the address, to wait in the account for its owner.
 */
export async function markEmailVerified(sql: Sql, userId: string): Promise<void> {
  const [proved] = await sql(
    `UPDATE users SET email_verified_at = now(), password_hash = NULL
     WHERE id = $1 AND email_verified_at IS NULL RETURNING id`,
    [userId],
  );
  if (proved) await endSessions(sql, userId);
}
