import { type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { hasAccounts, insertUser } from "@/lib/users/create";
import { markEmailVerified } from "@/lib/users/mark-email-verified";
import { type Applicant, refuseWithoutSetUpCode } from "./first-account";
import { createFirstCase } from "./sign-up";

/** A person's account at a provider such as GitHub. `email` is null unless the provider has verified it. */
export type ProviderAccount = { provider: string; subject: string; email: string | null };

/**
 * Finds or creates the user for a provider account, and returns their id: the user who signed in with it before, else the
 * user with its e-mail address, else a new user. Null if a new user would be needed but may not be created, or if
 * an unknown provider account has no verified address. Refuses to create the first user without the set-up code.
 */
export async function signInWithProvider(
  account: ProviderAccount,
  applicant: Applicant,
  now: Date,
): Promise<string | null> {
  const isFirst = account.email !== null && !(await transaction(hasAccounts));
  if (isFirst) await refuseWithoutSetUpCode(applicant, now);
  return transaction(async (sql) => {
    // Two sign-ins at the same time must not create two users.
    await sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `${account.provider} ${account.subject}`,
    ]);
    const [identity] = await sql<{ userId: string }>(
      `SELECT user_id AS "userId" FROM identities WHERE provider = $1 AND subject = $2`,
      [account.provider, account.subject],
    );
    if (identity) return identity.userId;
    if (!account.email) return null;

    const userId =
      (await findByVerifiedEmail(sql, account.email, applicant.address, now)) ??
      (await createUserFor(sql, account.email, isFirst, applicant, now));
    if (!userId) return null;
    await sql("INSERT INTO identities (provider, subject, user_id) VALUES ($1, $2, $3)", [
      account.provider,
      account.subject,
      userId,
    ]);
    return userId;
  });
}

async function findByVerifiedEmail(
  sql: Sql,
  email: string,
  address: string,
  now: Date,
): Promise<string | null> {
  const [person] = await sql<{ id: string }>(`SELECT id FROM users WHERE email = $1`, [email]);
  if (!person) return null;
  await markEmailVerified(sql, person.id, address, now);
  return person.id;
}

/** An invited user gets no case of their own. With SIGN_UP=invited, only invited users are created; null otherwise. */
async function createUserFor(
  sql: Sql,
  email: string,
  isFirst: boolean,
  { address }: Applicant,
  now: Date,
): Promise<string | null> {
  const [invited] = await sql("SELECT id FROM invitations WHERE email = $1 AND expires_at > $2", [
    email,
    now,
  ]);
  if (!isFirst && env.SIGN_UP === "invited" && !invited) return null;
  const row = { email, passwordHash: null, verifiedAt: now };
  const person = await insertUser(sql, row, isFirst ? "first" : "later");
  // Another request has just created this user; the next attempt finds it.
  if (!person) return null;
  if (!invited) await createFirstCase(sql, person, address);
  return person.id;
}
