import { db, transaction } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import { recordAccountEvent } from "./account-events";

/** The providers that the user can sign in with, in the order in which they were connected. */
export const listIdentities = (userId: string) =>
  db.identity.findMany({
    where: { userId },
    orderBy: { createdAt: "asc" },
    select: { provider: true, createdAt: true },
  });

/** Disconnects a provider. Refuses if the user could no longer sign in. Safe if two providers are disconnected at the same time. */
export async function disconnect(userId: string, provider: string, address: string): Promise<void> {
  await transaction(async (sql) => {
    const [user] = await sql<{ hasPassword: boolean }>(
      `SELECT password_hash IS NOT NULL AS "hasPassword" FROM users WHERE id = $1 FOR UPDATE`,
      [userId],
    );
    const [other] = await sql("SELECT FROM identities WHERE user_id = $1 AND provider <> $2 LIMIT 1", [
      userId,
      provider,
    ]);
    if (!user?.hasPassword && !other) {
      throw new Refusal("resource_invalid", "You have no other way to sign in. Set a password first.");
    }
    await sql("DELETE FROM identities WHERE user_id = $1 AND provider = $2", [userId, provider]);
    const facts = { provider };
    await recordAccountEvent(sql, "account.provider_disconnected", { userId, address, facts });
  });
}
