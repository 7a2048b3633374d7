import type { Person } from "@/lib/people/users/find";
import { pool, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { hashToken, newToken } from "@/lib/platform/secret-token";
import { MINUTE_MS } from "@/lib/rules/durations";

/** How long a person has for the second factor. */
export const PENDING_LIFETIME_MS = 10 * MINUTE_MS;

/** A sign-in whose first factor was correct. `method` is that factor, in the words of the audit log. */
export type PendingSignIn = { id: string; method: string; user: Pick<Person, "id" | "email"> };

/**
 * Starts a sign-in that waits for the second factor, if this user needs one. Returns its token, for a cookie. Null if they need none:
 * then the first factor signs them in. `id`: of their sign-in at the issuer, if it was there.
 */
export const startIfSecondFactorNeeded = (
  userId: string,
  method: string,
  now: Date,
  id = newId(),
): Promise<string | null> =>
  transaction(async (sql) => {
    const token = newToken();
    const expiresAt = new Date(now.getTime() + PENDING_LIFETIME_MS);
    const [started] = await sql(
      `INSERT INTO pending_sign_ins (id, token_hash, method, expires_at, user_id)
       SELECT $1, $2, $3, $4, id FROM users WHERE id = $5 AND second_factor_since IS NOT NULL RETURNING id`,
      [id, hashToken(token), method, expiresAt, userId],
    );
    return started ? token : null;
  });

/** The sign-in of this token that waits for its second factor. Null if it has expired, or is complete. */
export async function findPendingSignIn(token: string, now: Date): Promise<PendingSignIn | null> {
  const { rows } = await pool.query<{ id: string; method: string; userId: string; email: string }>(
    `SELECT p.id, p.method, u.id AS "userId", u.email FROM pending_sign_ins p JOIN users u ON u.id = p.user_id
     WHERE p.token_hash = $1 AND p.expires_at > $2`,
    [hashToken(token), now],
  );
  if (!rows[0]) return null;
  const { id, method, userId, email } = rows[0];
  return { id, method, user: { id: userId, email } };
}

/** Call it when the second factor was correct. False if the sign-in was taken before, or is void: it becomes one session. */
export async function takePendingSignIn(id: string): Promise<boolean> {
  const { rowCount } = await pool.query("DELETE FROM pending_sign_ins WHERE id = $1", [id]);
  return rowCount === 1;
}
