import { pool } from "@/lib/platform/db";
import { isSealed, SEALED_LIKE, seal } from "@/lib/platform/encrypt";

type Clear = { id: string; url: string; secret: string; oldSecret: string | null };

const BATCH = 500;

/** Seals what webhooks kept in the clear before there were seals. Safe to run twice and in several workers at once. */
export async function sealWebhooks(): Promise<void> {
  for (let found = BATCH; found === BATCH; ) {
    const { rows } = await pool.query<Clear>(
      `SELECT id, url, secret, old_secret AS "oldSecret" FROM webhooks
       WHERE url NOT LIKE $1 OR secret NOT LIKE $1 OR old_secret NOT LIKE $1 LIMIT ${BATCH}`,
      [SEALED_LIKE],
    );
    found = rows.length;
    const sealed = (text: string | null) => (text === null || isSealed(text) ? text : seal(text));
    for (const { id, url, secret, oldSecret } of rows) {
      // Nobody may have given it another secret meanwhile.
      await pool.query(
        `UPDATE webhooks SET url = $2, secret = $3, old_secret = $4
         WHERE id = $1 AND url = $5 AND secret = $6 AND old_secret IS NOT DISTINCT FROM $7`,
        [id, sealed(url), sealed(secret), sealed(oldSecret), url, secret, oldSecret],
      );
    }
  }
}
