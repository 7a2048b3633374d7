import { type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { insertUser } from "@/lib/users/create";
import { markEmailVerified } from "@/lib/users/mark-email-verified";
import { createFirstCase } from "./sign-up";

/** Who somebody is to a provider such as GitHub. `email` is null unless the provider says that it is proved. */
export type ProviderAccount = { provider: string; subject: string; email: string | null };

/**
 * Whose account this is: the one that signed in so before, else that of the address, else a new one. Null when there is
 * none and none may be made. An address that the provider has not proved opens nothing.
 */
export async function signInWithProvider(
  who: ProviderAccount,
  address: string,
  now: Date,
): Promise<string | null> {
  return transaction(async (sql) => {
    // One who signs in twice at once is still one.
    await sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`${who.provider} ${who.subject}`]);
    const [known] = await sql<{ userId: string }>(
      `SELECT user_id AS "userId" FROM identities WHERE provider = $1 AND subject = $2`,
      [who.provider, who.subject],
    );
    if (known) return known.userId;
    if (!who.email) return null;

    const userId = (await findByAddress(sql, who.email)) ?? (await newUserFor(sql, who.email, address, now));
    if (!userId) return null;
    await sql("INSERT INTO identities (provider, subject, user_id) VALUES ($1, $2, $3)", [
      who.provider,
      who.subject,
      userId,
    ]);
    return userId;
  });
}

async function findByAddress(sql: Sql, email: string): Promise<string | null> {
  const [person] = await sql<{ id: string }>(`SELECT id FROM users WHERE email = $1`, [email]);
  if (!person) return null;
  await markEmailVerified(sql, person.id);
  return person.id;
}

/** Where people come by invitation, only who has one may come; the case they were invited to is the one they get. */
async function newUserFor(sql: Sql, email: string, address: string, now: Date): Promise<string | null> {
  const [invited] = await sql("SELECT id FROM invitations WHERE email = $1 AND expires_at > $2", [
    email,
    now,
  ]);
  if (env.SIGN_UP === "invited" && !invited) return null;
  const person = await insertUser(sql, { email, passwordHash: null, verifiedAt: now });
  // Somebody made it a moment ago: the next try finds it.
  if (!person) return null;
  if (!invited) await createFirstCase(sql, person, address);
  return person.id;
}
