import { pool, query, type Sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { hashToken, newToken } from "@/lib/platform/secret-token";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { Person } from "@/lib/users/find";

/** How long a person has for the second factor. */
export const PENDING_LIFETIME_MS = 10 * MINUTE_MS;

/** A sign-in whose first factor was right. `method` is that factor, in the words of the audit log. */
export type PendingSignIn = { id: string; method: string; user: Pick<Person, "id" | "email"> };

type Start = {
  userId: string;
  method: string;
  /** Given if it was shown already: the sign-in only lacks its session. */
  secondFactor?: string;
};

/** Starts a sign-in that is to become a session. Returns its token, for a cookie. */
export async function startPendingSignIn(
  sql: Sql,
  { userId, method, secondFactor }: Start,
  now: Date,
): Promise<string> {
  const token = newToken();
  await sql(
    `INSERT INTO pending_sign_ins (id, token_hash, method, second_factor, expires_at, user_id)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      newId(),
      hashToken(token),
      method,
      secondFactor ?? null,
      new Date(now.getTime() + PENDING_LIFETIME_MS),
      userId,
    ],
  );
  return token;
}

/**
 * The same if this user needs a second factor. Null if they need none: then the first factor signs them in.
 */
export const startIfSecondFactorNeeded = (
  userId: string,
  method: string,
  now: Date,
): Promise<string | null> =>
  transaction(async (sql) => {
    const [user] = await sql("SELECT FROM users WHERE id = $1 AND second_factor_since IS NOT NULL", [userId]);
    return user ? startPendingSignIn(sql, { userId, method }, now) : null;
  });

/** A complete sign-in by a passkey, which is both factors. */
export const startPasskeySignIn = (userId: string, now: Date): Promise<string> =>
  startPendingSignIn(query, { userId, method: "passkey", secondFactor: "" }, now);

/** A complete sign-in of a person whose session has ended because of a change that they made in it. */
export const startSignInAgain = (userId: string, now: Date): Promise<string> =>
  startPendingSignIn(query, { userId, method: "password", secondFactor: "the session before" }, now);

/** The sign-in of this token that waits for its second factor. Null if it has expired, or is complete. */
export async function findPendingSignIn(token: string, now: Date): Promise<PendingSignIn | null> {
  const { rows } = await pool.query<{ id: string; method: string; userId: string; email: string }>(
    `SELECT p.id, p.method, u.id AS "userId", u.email FROM pending_sign_ins p JOIN users u ON u.id = p.user_id
     WHERE p.token_hash = $1 AND p.expires_at > $2 AND p.second_factor IS NULL`,
    [hashToken(token), now],
  );
  if (!rows[0]) return null;
  const { id, method, userId, email } = rows[0];
  return { id, method, user: { id: userId, email } };
}

/** Completes a sign-in with its second factor, in the words of the audit log. */
export async function passSecondFactor(id: string, secondFactor: string): Promise<void> {
  await pool.query("UPDATE pending_sign_ins SET second_factor = $2 WHERE id = $1", [id, secondFactor]);
}

/** Turns a complete sign-in into what its session needs. Null if there is none: it works once. */
export async function takeCompleteSignIn(
  token: string,
  now: Date,
): Promise<{ userId: string; method: string; secondFactor: string } | null> {
  const { rows } = await pool.query(
    `DELETE FROM pending_sign_ins WHERE token_hash = $1 AND expires_at > $2 AND second_factor IS NOT NULL
     RETURNING user_id AS "userId", method, second_factor AS "secondFactor"`,
    [hashToken(token), now],
  );
  return rows[0] ?? null;
}
