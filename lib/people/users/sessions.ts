import { db, pool, prepared, type Sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { recordAccountEvent } from "./account-events";
import type { Person } from "./find";
import type { Preferences } from "./preferences";

/** After this long a person signs in again, however often they were seen. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;

/** “Last seen” is updated at most this often, so that a busy browser does not cause a write per page. */
const LAST_SEEN_RESOLUTION_MS = 5 * MINUTE_MS;

const MAX_USER_AGENT_LENGTH = 300;
const MAX_LISTED = 50;

/**
 * What a session's cookie holds, and who the proxy in front says that the person is. It is valid while the row of `id` exists, the user
 * has this `key`, and the proxy says what it said when the session began.
 */
export type Session = { id: string; userId: string; key: string; proxyIdentity?: string | null };

/** A person with what every page needs: their settings, and what they have shown of themselves. */
export type SignedIn = Person & {
  preferences: Preferences;
  /** Since when they sign in with a second factor. Null if they have none. */
  secondFactorSince: Date | null;
  /** Whether a proxy in front has signed them in, with whatever factors it asks for. */
  isAtProxy: boolean;
  /** When they last showed in this session who they are: by signing in, or when they were asked again. */
  confirmedAt: Date;
};

/** How a person signs in: with what, in which browser, from which IP address. A passkey alone is the second factor, too: empty. */
export type SignIn = {
  method: string;
  secondFactor?: string;
  userAgent: string;
  address: string;
  /** Null or absent if the browser names none. */
  browserZone?: string | null;
  /** When the person was asked who they are, if that was not now: an issuer may know them from before. */
  askedAt?: Date;
  /** Set if a proxy signed the person in, with whatever factors it requires. */
  proxyIdentity?: string | null;
};

/**
 * Starts a session of a user in a browser: no session begins in another way. The first one that names a zone is remembered for emails. Null if the user does not exist, or has a second
 * factor and has not shown it.
 */
export const startSession = (
  userId: string,
  { method, secondFactor, userAgent, address, browserZone, askedAt, proxyIdentity = null }: SignIn,
  now: Date,
): Promise<(Session & { email: string }) | null> =>
  transaction(async (sql) => {
    const [session] = await sql<Session & { email: string }>(
      `WITH started AS (
       INSERT INTO sessions (id, user_id, user_agent, last_seen_at, created_at, proxy_identity, confirmed_at)
       SELECT $1, id, $3, $4, $4, $6, $7 FROM users WHERE id = $2 AND (second_factor_since IS NULL OR $5)
       RETURNING id, user_id, proxy_identity),
     zoned AS (
       UPDATE users u SET browser_zone = $8 FROM started WHERE u.id = started.user_id AND u.browser_zone IS NULL)
     SELECT s.id, s.user_id AS "userId", u.session_key AS key, s.proxy_identity AS "proxyIdentity", u.email
     FROM started s JOIN users u ON u.id = s.user_id`,
      [
        newId(),
        userId,
        userAgent.slice(0, MAX_USER_AGENT_LENGTH),
        now,
        secondFactor !== undefined || proxyIdentity !== null,
        proxyIdentity,
        askedAt,
        browserZone ?? null,
      ],
    );
    if (!session) return null;
    const facts = { with: [method, secondFactor].filter(Boolean).join(" and ") };
    await recordAccountEvent(sql, "account.signed_in", { userId, address, facts });
    return session;
  });

/** The user of a session. Null if the session was ended or has expired, or if the account was deleted. */
export async function findSignedIn(
  { id, userId, key, proxyIdentity = null }: Session,
  now: Date,
): Promise<SignedIn | null> {
  // One statement, because every page runs it. The update finds no row most of the time.
  const [row] = await prepared<Omit<SignedIn, "preferences"> & Preferences>(
    `WITH seen AS (
       UPDATE sessions SET last_seen_at = $4 WHERE id = $1 AND user_id = $2 AND last_seen_at <= $5)
     SELECT u.id, u.email, u.operator_since AS "operatorSince", u.email_verified_at AS "emailVerifiedAt",
       u.time_zone AS "timeZone", u.locale, u.hour_cycle AS "hourCycle", u.theme,
       u.second_factor_since AS "secondFactorSince", coalesce(s.confirmed_at, s.created_at) AS "confirmedAt",
       s.proxy_identity IS NOT NULL AS "isAtProxy"
     FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = $1 AND s.user_id = $2 AND u.session_key = $3 AND s.created_at > $6
       AND s.proxy_identity IS NOT DISTINCT FROM $7`,
    [id, userId, key, now, ago(now, LAST_SEEN_RESOLUTION_MS), ago(now, SESSION_LIFETIME_MS), proxyIdentity],
  );
  if (!row) return null;
  const { timeZone, locale, hourCycle, theme, ...person } = row;
  return { ...person, preferences: { timeZone, locale, hourCycle, theme } };
}

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** The sessions of a user that have not expired, the latest seen first; at most fifty. */
export const listSessions = (userId: string, now: Date) =>
  db.session.findMany({
    where: { userId, createdAt: { gt: ago(now, SESSION_LIFETIME_MS) } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
    omit: { userId: true, confirmedAt: true, proxyIdentity: true },
  });

/**
 * Ends one session of a user. Does nothing if it has ended already or belongs to another user. `action` says whether the person
 * signs out, or ends a session in another browser.
 */
export async function endSession(
  userId: string,
  id: string,
  action: "account.signed_out" | "account.session_ended",
  address: string,
): Promise<void> {
  await transaction(async (sql) => {
    const rows = await sql("DELETE FROM sessions WHERE id = $1 AND user_id = $2 RETURNING id", [id, userId]);
    if (rows.length > 0) await recordAccountEvent(sql, action, { userId, address });
  });
}

/** Deletes the session that a new one of the same user replaces in its browser. */
export async function deleteReplacedSession(userId: string, id: string): Promise<void> {
  await pool.query("DELETE FROM sessions WHERE id = $1 AND user_id = $2", [id, userId]);
}

/** Ends all sessions of a user because they ask for it. */
export async function signOutEverywhere(userId: string, address: string): Promise<void> {
  await transaction(async (sql) => {
    await endSessions(sql, userId);
    await recordAccountEvent(sql, "account.sessions_ended", { userId, address });
  });
}

/** Ends all sessions of a user, in every browser, also those that wait for a second factor, and deletes the links that were emailed to them. */
export async function endSessions(sql: Sql, userId: string): Promise<void> {
  await sql("DELETE FROM sessions WHERE user_id = $1", [userId]);
  // A session that starts at this moment has the old key.
  await sql("UPDATE users SET session_key = gen_random_uuid() WHERE id = $1", [userId]);
  await sql("DELETE FROM email_links WHERE user_id = $1", [userId]);
  await sql("DELETE FROM pending_sign_ins WHERE user_id = $1", [userId]);
}

/**
 * Ends the sessions of all users and deletes all emailed links. Call it after restoring a backup: otherwise sessions that
 * were ended and links that were used since the backup would work again.
 */
export async function endAllSessions(): Promise<void> {
  await transaction(async (sql) => {
    await sql("DELETE FROM sessions");
    await sql("UPDATE users SET session_key = gen_random_uuid()");
    await sql("DELETE FROM email_links");
    await sql("DELETE FROM pending_sign_ins");
  });
}
