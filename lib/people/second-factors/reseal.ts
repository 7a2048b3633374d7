import { authSecret } from "@/lib/platform/auth-secret";
import { isSealedWith } from "@/lib/platform/cipher";
import { transaction } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encrypt";

/**
 * Encrypts the secrets of authenticator apps with the secret of today that are still encrypted with the previous one. Safe to repeat, and
 * while Tattle runs. Returns how many were changed. Throws, and changes none, if one can be read with neither.
 */
export const resealApps = (): Promise<number> =>
  transaction(async (sql) => {
    const apps = await sql<{ id: string; secret: string }>(
      `SELECT user_id AS id, secret FROM authenticator_apps ORDER BY user_id FOR UPDATE`,
    );
    const stale = apps.filter(({ secret }) => !isSealedWith(secret, authSecret()));
    for (const { id, secret } of stale)
      await sql("UPDATE authenticator_apps SET secret = $2 WHERE user_id = $1", [
        id,
        encrypt(decrypt(secret)),
      ]);
    return stale.length;
  });
