import { hash } from "@node-rs/argon2";
import type { Actor } from "@/lib/audit/actor";
import { firstCaseName, insertCase } from "@/lib/cases/create";
import { oweLetters } from "@/lib/emails/enqueue";
import { mailReachesPeople } from "@/lib/mail/provider";
import { ringLater } from "@/lib/outbox/wake-workers";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Refusal } from "@/lib/platform/refusal";
import { insertUser } from "@/lib/users/create";
import { makeLink, refuseStale, spendLink } from "@/lib/users/email-link";
import { findUserByEmail, type Person } from "@/lib/users/find";
import type { NewUser } from "@/lib/users/input";
import { sendMagicLink } from "@/lib/users/magic-link";
import { oweVerification } from "@/lib/users/verify-email";

/** Only for whoever has proved that they read the address. */
export const HAS_ACCOUNT = "This address has an account by now. Sign in with it.";

export function refuseUninvited(): void {
  if (env.SIGN_UP === "open") return;
  throw new Refusal(
    "resource_invalid",
    "You need an invitation to join here. Ask whoever runs this Tattle for one.",
  );
}

/**
 * Whether people prove their address before they get an account. Then the answer to signing up is always the same, and
 * tells nobody which addresses have one. Not for the first person, who may have to set the mail up, and not where mail
 * reaches nobody.
 */
export const provesFirst = async () => mailReachesPeople() && (await db.user.findFirst()) !== null;

/** Signs somebody up: an account, and a case to begin with. Returns the case's id; null when the address has one. */
export async function signUp(
  { email, password }: NewUser,
  address: string,
  now: Date,
): Promise<string | null> {
  refuseUninvited();
  if (await provesFirst()) throw new Error("Here, addresses are proved first.");
  const passwordHash = await hash(password);
  const made = await transaction(async (sql) => {
    const person = await insertUser(sql, { email, passwordHash, verifiedAt: null });
    if (!person) return null;
    return {
      caseId: await firstCase(sql, person, address),
      owed: await oweVerification(sql, person, now),
    };
  });
  if (!made) return null;
  ringLater(made.owed);
  return made.caseId;
}

/** Sends a link by which this address can finish signing up, or sign in if it has an account: the answer is the same. */
export async function sendSignUp(email: string, now: Date): Promise<void> {
  refuseUninvited();
  if (await findUserByEmail(email)) return sendMagicLink(email, now);
  const owed = await transaction(async (sql) => {
    const facts = await makeLink(sql, { purpose: "sign_up", email, userId: null }, now);
    return oweLetters(sql, [{ kind: "verification", address: email, facts }]);
  });
  ringLater(owed);
}

/** Finishes signing up with the address that the link was mailed to. Returns that and the case's id. */
export async function finishSignUp(token: string, password: string, address: string, now: Date) {
  refuseUninvited();
  await refuseStale("sign_up", token, now);
  const passwordHash = await hash(password);
  return transaction(async (sql) => {
    const { email } = await spendLink(sql, "sign_up", token, now);
    const person = await insertUser(sql, { email, passwordHash, verifiedAt: now });
    if (!person) throw new Refusal("resource_invalid", HAS_ACCOUNT);
    return { email, caseId: await firstCase(sql, person, address) };
  });
}

/** The case that a newcomer begins with. */
export async function firstCase(sql: Sql, { id, email }: Person, address: string): Promise<string> {
  const by: Actor = { kind: "user", id, name: email, address };
  return (await insertCase(sql, id, firstCaseName(email), by)).id;
}
