import { enqueueEmails } from "@/lib/emails/enqueue";
import type { Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { recordAccountEvent } from "./account-events";
import { endSessions } from "./sessions";

/**
 * Marks the user's address as verified. If it was not verified before, it also deletes the password and ends all sessions:
 * another person may have signed up with the address in order to share the account with its owner later. An email says so,
 * because it may also have been the owner who chose that password.
 */
export async function markEmailVerified(sql: Sql, userId: string, address: string, now: Date): Promise<void> {
  const [verified] = await sql<{ email: string; hadPassword: boolean }>(
    `UPDATE users SET email_verified_at = now(), password_hash = NULL
     FROM (SELECT id, password_hash IS NOT NULL AS had_password FROM users WHERE id = $1 FOR UPDATE) before
     WHERE users.id = before.id AND email_verified_at IS NULL
     RETURNING email, had_password AS "hadPassword"`,
    [userId],
  );
  if (!verified) return;
  await endSessions(sql, userId);
  if (!verified.hadPassword) return;
  await recordAccountEvent(sql, "account.password_removed", { userId, address });
  const facts = { removedAt: now, url: `${env.APP_URL}/account` };
  // Workers find it by polling, within seconds.
  await enqueueEmails(sql, [{ kind: "password_removed", address: verified.email, facts }]);
}
