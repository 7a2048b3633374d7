import { db, type Sql, transaction } from "@/lib/platform/db";
import { PERSON_FIELDS, type Person } from "./find";

/** What a new session of this person must carry. */
export async function sessionKeyOf(userId: string): Promise<string | null> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { sessionKey: true } });
  return user?.sessionKey ?? null;
}

/** Whose session this is; null once their sessions were ended or their account is gone. */
export const findSignedIn = (id: string, sessionKey: string): Promise<Person | null> =>
  db.user.findFirst({ where: { id, sessionKey }, select: PERSON_FIELDS });

/** Ends every session of a person, whatever browser it is in, and makes the links that were mailed to them worthless. */
export async function endSessions(sql: Sql, userId: string): Promise<void> {
  await sql("UPDATE users SET session_key = gen_random_uuid() WHERE id = $1", [userId]);
  await sql("DELETE FROM email_links WHERE user_id = $1", [userId]);
}

/**
 * Ends everybody's sessions, and makes every mailed link worthless. For a database from before: what was ended or used
 * since then would be good again.
 */
export async function endAllSessions(): Promise<void> {
  await transaction(async (sql) => {
    await sql("UPDATE users SET session_key = gen_random_uuid()");
    await sql("DELETE FROM email_links");
  });
}
