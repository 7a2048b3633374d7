import { applyGroupRoles, haveRoles } from "@/lib/cases/group-roles";
import { hasAccounts, insertUser } from "@/lib/people/users/create";
import { markEmailVerified } from "@/lib/people/users/mark-email-verified";
import { type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { type Applicant, refuseWithoutSetUpCode } from "./first-account";
import { createFirstCase } from "./sign-up";

/**
 * A person's account at a provider such as GitHub. `email` is null unless the provider has verified it; `groups`, if they give no
 * roles there.
 */
export type ProviderAccount = {
  provider: string;
  subject: string;
  email: string | null;
  groups: string[] | null;
};

/**
 * Finds or creates the user for a provider account, and returns their id: the user who signed in with it before, else the
 * user with its email address, else a new user. Null if a new user would be needed but may not be created, or if
 * an unknown provider account has no verified address. Refuses to create the first user without the set-up code. The user then has
 * the roles of the account's groups.
 */
export async function signInWithProvider(
  account: ProviderAccount,
  applicant: Applicant,
  now: Date,
): Promise<string | null> {
  const person = await findOrCreate(account, applicant, now);
  if (!person) return null;
  if (account.groups) await applyGroupRoles({ ...person, address: applicant.address }, account.groups, now);
  return person.id;
}

type FoundPerson = { id: string; email: string };

async function findOrCreate(
  account: ProviderAccount,
  applicant: Applicant,
  now: Date,
): Promise<FoundPerson | null> {
  const isFirst = account.email !== null && !(await transaction(hasAccounts));
  if (isFirst) await refuseWithoutSetUpCode(applicant, now);
  const hasRoles = account.groups !== null && (await haveRoles(account.groups));
  return transaction(async (sql) => {
    // Two sign-ins at the same time must not create two users.
    await sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `${account.provider} ${account.subject}`,
    ]);
    const [person] = await sql<FoundPerson>(
      `SELECT u.id, u.email FROM identities i JOIN users u ON u.id = i.user_id
       WHERE i.provider = $1 AND i.subject = $2`,
      [account.provider, account.subject],
    );
    if (person) return person;
    const { email } = account;
    if (!email) return null;

    const id =
      (await findByVerifiedEmail(sql, email, applicant.address, now)) ??
      (await createUserFor(sql, { email, hasRoles, isFirst }, applicant, now));
    if (!id) return null;
    await sql("INSERT INTO identities (provider, subject, user_id) VALUES ($1, $2, $3)", [
      account.provider,
      account.subject,
      id,
    ]);
    return { id, email };
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

/**
 * An invited user, or one whose groups give roles, gets no case of their own. With SIGN_UP=invited, no others are created; null
 * otherwise.
 */
async function createUserFor(
  sql: Sql,
  { email, hasRoles, isFirst }: { email: string; hasRoles: boolean; isFirst: boolean },
  { address }: Applicant,
  now: Date,
): Promise<string | null> {
  const [invited] = await sql("SELECT id FROM invitations WHERE email = $1 AND expires_at > $2", [
    email,
    now,
  ]);
  const isExpected = Boolean(invited) || hasRoles;
  if (!isFirst && env.SIGN_UP === "invited" && !isExpected) return null;
  const row = { email, passwordHash: null, verifiedAt: now };
  const person = await insertUser(sql, row, isFirst ? "first" : "later");
  // Another request has just created this user; the next attempt finds it.
  if (!person) return null;
  if (!isExpected) await createFirstCase(sql, person, address);
  return person.id;
}
