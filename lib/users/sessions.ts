import { db, type Sql, transaction } from "@/lib/platform/db";
import { PERSON_FIELDS, type Person } from "./find";

/** The key that a session of this user must carry to be valid. Null if the user does not exist. */
export async function sessionKeyOf(userId: string): Promise<string | null> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { sessionKey: true } });
  return user?.sessionKey ?? null;
}

/** The user of a session. Null if the session was ended or the account was deleted. */
export const findSignedIn = (id: string, sessionKey: string): Promise<Person | null> =>
  db.user.findFirst({ where: { id, sessionKey }, select: PERSON_FIELDS });

/** Ends all sessions of a user, in every browser, and deletes the links that were e-mailed to them. */
export async function endSessions(sql: Sql, userId: string): Promise<void> {
  await sql("UPDATE users SET session_key = gen_random_uuid() WHERE id = $1", [userId]);
  await sql("DELETE FROM email_links WHERE user_id = $1", [userId]);
}

/**
 * Ends the sessions of all users and deletes all e-mailed links. Call it after restoring a backup: otherwise sessions that
 * were ended and links that were used since the backup would work again.
 */
export async function endAllSessions(): Promise<void> {
  await transaction(async (sql) => {
    await sql("UPDATE users SET session_key = gen_random_uuid()");
    await sql("DELETE FROM email_links");
  });
}
