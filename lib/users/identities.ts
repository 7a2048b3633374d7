import { db, transaction } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";

/** The providers that a person signs in with, and since when. */
export const listIdentities = (userId: string) =>
  db.identity.findMany({
    where: { userId },
    orderBy: { createdAt: "asc" },
    select: { provider: true, createdAt: true },
  });

/** Takes a provider away from the ways to sign in, unless it is the last one: also of two that go at once. */
export async function disconnect(userId: string, provider: string): Promise<void> {
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
      throw new Refusal("resource_invalid", "Nothing else lets you in. Set a password first.");
    }
    await sql("DELETE FROM identities WHERE user_id = $1 AND provider = $2", [userId, provider]);
  });
}
