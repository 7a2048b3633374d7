import { authSecret } from "@/lib/platform/auth-secret";
import { isSealedWith } from "@/lib/platform/cipher";
import { transaction } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encrypt";

/** Encrypts the keys of links with the secret of today. Safe to repeat, and while Tattle runs. Returns how many were changed. */
export const resealKeys = (): Promise<number> =>
  transaction(async (sql) => {
    const rows = await sql<{ id: string; key: string }>(
      "SELECT id, key FROM pages WHERE key IS NOT NULL FOR UPDATE",
    );
    const stale = rows.filter(({ key }) => !isSealedWith(key, authSecret()));
    for (const { id, key } of stale)
      await sql("UPDATE pages SET key = $2 WHERE id = $1", [id, encrypt(decrypt(key))]);
    return stale.length;
  });
