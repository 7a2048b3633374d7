import type { Actor } from "@/lib/audit/record";
import { firstCaseName, insertCase } from "@/lib/cases/create";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { sendsRealEmail } from "@/lib/mail/provider";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { HAS_ACCOUNT, hasAccounts, insertUser } from "@/lib/people/users/create";
import { createLink, refuseStaleLink, useLink } from "@/lib/people/users/email-link";
import { findUserByEmail, type Person } from "@/lib/people/users/find";
import type { NewAccount } from "@/lib/people/users/input";
import { sendMagicLink } from "@/lib/people/users/magic-link";
import { hashNewPassword } from "@/lib/people/users/new-password";
import { arePasswordsOff, refuseIfPasswordsOff } from "@/lib/people/users/passwords-off";
import { enqueueVerification } from "@/lib/people/users/verify-email";
import { type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Refusal } from "@/lib/platform/refusal";
import { refuseWithoutSetUpCode } from "./first-account";

/** Refuses if this installation allows sign-up only by invitation. */
export function refuseWithoutInvitation(): void {
  if (env.SIGN_UP === "open") return;
  throw new Refusal(
    "resource_invalid",
    "You need an invitation to join here. Ask the operator of this server for one.",
  );
}

/** How a stranger gets an account here. */
export type SignUpMethod =
  /** As the first user, who may still have to set up email: with a password, and the set-up code. */
  | "first account"
  | "invitation"
  /** With a provider, because passwords are off. */
  | "provider"
  /** By a link, so that the response does not reveal which addresses have an account. */
  | "email"
  /** With a password at once, because this installation cannot send email. */
  | "password";

export async function findSignUpMethod(): Promise<SignUpMethod> {
  if (!(await transaction(hasAccounts))) return "first account";
  if (env.SIGN_UP === "invited") return "invitation";
  if (arePasswordsOff()) return "provider";
  return sendsRealEmail() ? "email" : "password";
}

type NewPerson = { userId: string; caseId: string };

/**
 * Creates an account and its first case. Returns them, or null if the address has an account. Call it only
 * for the sign-up methods “first account” and “password”. Among two first accounts at the same time, one is refused.
 */
export async function signUp(
  { email, password, setUpCode }: NewAccount,
  address: string,
  now: Date,
): Promise<NewPerson | null> {
  refuseIfPasswordsOff();
  const method = await findSignUpMethod();
  if (method === "first account") await refuseWithoutSetUpCode({ address, setUpCode }, now);
  else refuseWithoutInvitation();
  if (method === "email") throw new Error("The address must be verified before signing up.");
  const passwordHash = await hashNewPassword(password, [email]);
  const created = await transaction(async (sql) => {
    const row = { email, passwordHash, verifiedAt: null };
    const person = await insertUser(sql, row, method === "first account" ? "first" : "later");
    if (!person) return null;
    return {
      userId: person.id,
      caseId: await createFirstCase(sql, person, address),
      newRows: await enqueueVerification(sql, person, now),
    };
  });
  if (!created) return null;
  wakeWorkersLater(created.newRows);
  return created;
}

/** Emails a link to finish signing up, or to sign in if the address has an account. The caller does not learn which. */
export async function sendSignUp(email: string, now: Date): Promise<void> {
  refuseWithoutInvitation();
  if (await findUserByEmail(email)) return sendMagicLink(email, now);
  const newRows = await transaction(async (sql) => {
    const facts = await createLink(sql, { purpose: "sign_up", email, userId: null }, now);
    return enqueueEmails(sql, [{ kind: "verification", address: email, facts }]);
  });
  wakeWorkersLater(newRows);
}

/** Creates an account for the address that the link was sent to, and its first case. Returns them. */
export async function finishSignUp(
  token: string,
  password: string,
  address: string,
  now: Date,
): Promise<NewPerson> {
  refuseIfPasswordsOff();
  refuseWithoutInvitation();
  const { email } = await refuseStaleLink("sign_up", token, now);
  const passwordHash = await hashNewPassword(password, [email]);
  return transaction(async (sql) => {
    await useLink(sql, "sign_up", token, now);
    const person = await insertUser(sql, { email, passwordHash, verifiedAt: now }, "later");
    if (!person) throw new Refusal("resource_invalid", HAS_ACCOUNT);
    return { userId: person.id, caseId: await createFirstCase(sql, person, address) };
  });
}

/** Creates the first case of a new user. Returns its id. */
export async function createFirstCase(sql: Sql, { id, email }: Person, address: string): Promise<string> {
  const by: Actor = { kind: "user", id, name: email, address };
  return (await insertCase(sql, id, firstCaseName(email), by)).id;
}
