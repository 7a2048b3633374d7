import { createHash } from "node:crypto";
import { TATTLE } from "@/lib/audit/record";
import { db, pool, type Sql, transaction } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encrypt";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/new-id";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { recordAccountEvent } from "./account-events";

/**
 * Who signed in at the issuer, as `identities` names them; the issuer's id of its own session, if it has one; and the token by which it
 * says later what it says of the person then, if it is asked.
 */
export type IssuerSession = { subject: string; sid: string | null; refreshToken: string | null };

/** How a person signed in at the issuer, in the words of the audit log. */
export const SINGLE_SIGN_ON = "single sign-on";

/** What people call the issuer. */
export const nameOfIssuer = (issuer: string): string => env.OIDC_NAME ?? new URL(issuer).host;

/** The name of the operator’s issuer, if this person signs in there. Null for everyone else. */
export async function findIssuerOf(userId: string): Promise<string | null> {
  const { OIDC_ISSUER } = env;
  if (!OIDC_ISSUER) return null;
  const subject = { startsWith: `${OIDC_ISSUER} ` };
  const identity = await db.identity.findFirst({ where: { userId, provider: "oidc", subject } });
  return identity && nameOfIssuer(OIDC_ISSUER);
}

/** How often the issuer is asked, at most, of a session that is in use. */
const REFRESH_AFTER_MS = 5 * MINUTE_MS;

/** How long after it a sign-in at the issuer can become a session: a second factor may be asked for in between. */
const UNUSED_LIFETIME_MS = HOUR_MS;

/** Keeps a sign-in at the issuer, whose session the issuer may end later. Returns its id. */
export async function storeSingleSignOn(
  userId: string,
  { subject, sid, refreshToken }: IssuerSession,
  now: Date,
): Promise<string> {
  const id = newId();
  await pool.query(
    `INSERT INTO single_sign_ons (id, subject, issuer_sid, refresh_token, refreshed_at, created_at, user_id)
     VALUES ($1, $2, $3, $4, $5, $5, $6)`,
    [id, subject, sid, refreshToken && encrypt(refreshToken), now, userId],
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

/**
 * A sign-in of which the issuer must be asked now. Its token is not encrypted again with a new AUTH_SECRET: anyone who cannot read it
 * cannot read the cookie of the session either.
 */
export type DueRefresh = { id: string; subject: string; refreshToken: string };

/** The sign-in of a session if it is time to ask the issuer again. Among several requests at once, one gets it. */
export async function takeDueRefresh(sessionId: string, now: Date): Promise<DueRefresh | null> {
  const { rows } = await pool.query<DueRefresh>(
    `UPDATE single_sign_ons SET refreshed_at = $2
     WHERE session_id = $1 AND refresh_token IS NOT NULL AND refreshed_at <= $3
     RETURNING id, subject, refresh_token AS "refreshToken"`,
    [sessionId, now, new Date(now.getTime() - REFRESH_AFTER_MS)],
  );
  return rows[0] ? { ...rows[0], refreshToken: decrypt(rows[0].refreshToken) } : null;
}

/** Keeps the token that the issuer gave in place of the one that was used. */
export async function storeRefreshToken({ id }: DueRefresh, refreshToken: string): Promise<void> {
  await pool.query("UPDATE single_sign_ons SET refresh_token = $2 WHERE id = $1", [
    id,
    encrypt(refreshToken),
  ]);
}

/** Ends the session whose sign-in the issuer no longer confirms. */
export async function endRefusedSession({ id }: DueRefresh): Promise<void> {
  await transaction(async (sql) =>
    endSessionsOf(sql, await sql<Ended>(`DELETE FROM single_sign_ons WHERE id = $1 ${ENDED}`, [id])),
  );
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
    const rows = await sql<Ended>(
      `DELETE FROM single_sign_ons
       WHERE starts_with(subject, $3) AND ($1::text IS NULL OR subject = $3 || $1)
         AND ($2::text IS NULL OR issuer_sid = $2)
       ${ENDED}`,
      [sub, sid, `${issuer} `],
    );
    await endSessionsOf(sql, rows);
    return true;
  });
}

type Ended = { userId: string; sessionId: string | null };
const ENDED = `RETURNING user_id AS "userId", session_id AS "sessionId"`;

/** Ends the sessions of sign-ins that the issuer has ended. */
async function endSessionsOf(sql: Sql, rows: Ended[]): Promise<void> {
  await sql("DELETE FROM sessions WHERE id = ANY ($1::uuid[])", [
    rows.flatMap(({ sessionId }) => sessionId ?? []),
  ]);
  for (const userId of new Set(rows.map((one) => one.userId)))
    await recordAccountEvent(sql, "account.session_ended", {
      userId,
      address: "",
      by: { ...TATTLE, name: "Single sign-on" },
    });
}

/** Deletes sign-ins that never became a session, and logout tokens that have expired. */
export async function deleteOldSingleSignOns(now: Date): Promise<void> {
  const unusedAt = new Date(now.getTime() - UNUSED_LIFETIME_MS);
  await pool.query("DELETE FROM single_sign_ons WHERE session_id IS NULL AND created_at <= $1", [unusedAt]);
  await pool.query("DELETE FROM logout_tokens WHERE expires_at <= $1", [now]);
}
