import { createHash } from "node:crypto";
import { TATTLE } from "@/lib/audit/actor";
import { pool, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { HOUR_MS } from "@/lib/rules/durations";
import { recordAccountEvent } from "./account-events";

/** Who signed in at the issuer, as `identities` names them, and the issuer's id of its own session, if it has one. */
export type IssuerSession = { subject: string; sid: string | null };

/** How long after it a sign-in at the issuer can become a session: a second factor may be asked for in between. */
const UNUSED_LIFETIME_MS = HOUR_MS;

/** Keeps a sign-in at the issuer, whose session the issuer may end later. Returns its id. */
export async function keepSingleSignOn(
  userId: string,
  { subject, sid }: IssuerSession,
  now: Date,
): Promise<string> {
  const id = newId();
  await pool.query(
    `INSERT INTO single_sign_ons (id, subject, issuer_sid, refreshed_at, created_at, user_id)
     VALUES ($1, $2, $3, $4, $4, $5)`,
    [id, subject, sid, now, userId],
  );
  return id;
}

/** Ties the session that a sign-in at the issuer has become to it. False if the issuer has ended the sign-in meanwhile. */
export async function attachSession(
  id: string,
  session: { id: string; userId: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE single_sign_ons SET session_id = $2
     WHERE id = $1 AND user_id = $3 AND session_id IS NULL AND created_at > $4`,
    [id, session.id, session.userId, new Date(now.getTime() - UNUSED_LIFETIME_MS)],
  );
  return rowCount === 1;
}

/** A logout token that was checked. It names a person, one session of the issuer, or both. */
export type Logout = { issuer: string; jti: string; sub: string | null; sid: string | null; expiresAt: Date };

/**
 * Ends the sessions that a logout token of the issuer names. False if the token was used before. Sessions that began in another way
 * stay.
 */
export async function endSingleSignOns({ issuer, jti, sub, sid, expiresAt }: Logout): Promise<boolean> {
  const hash = createHash("sha256")
    .update(JSON.stringify([issuer, jti]))
    .digest("hex");
  return transaction(async (sql) => {
    const [fresh] = await sql(
      "INSERT INTO logout_tokens (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING hash",
      [hash, expiresAt],
    );
    if (!fresh) return false;
    const ended = await sql<{ userId: string; sessionId: string | null }>(
      `DELETE FROM single_sign_ons
       WHERE starts_with(subject, $3) AND ($1::text IS NULL OR subject = $3 || $1)
         AND ($2::text IS NULL OR issuer_sid = $2)
       RETURNING user_id AS "userId", session_id AS "sessionId"`,
      [sub, sid, `${issuer} `],
    );
    await sql("DELETE FROM sessions WHERE id = ANY ($1::uuid[])", [
      ended.flatMap(({ sessionId }) => sessionId ?? []),
    ]);
    for (const userId of new Set(ended.map((one) => one.userId)))
      await recordAccountEvent(sql, "account.session_ended", {
        userId,
        address: "",
        by: { ...TATTLE, name: "Single sign-on" },
      });
    return true;
  });
}

/** Deletes sign-ins that never became a session, and logout tokens that have expired. */
export async function deleteOldSingleSignOns(now: Date): Promise<void> {
  const unusedAt = new Date(now.getTime() - UNUSED_LIFETIME_MS);
  await pool.query("DELETE FROM single_sign_ons WHERE session_id IS NULL AND created_at <= $1", [unusedAt]);
  await pool.query("DELETE FROM logout_tokens WHERE expires_at <= $1", [now]);
}
