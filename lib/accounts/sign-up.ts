import { hash } from "@node-rs/argon2";
import type { Actor } from "@/lib/audit/actor";
import { firstCaseName, insertCase } from "@/lib/cases/create";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { mailReachesPeople } from "@/lib/mail/provider";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Refusal } from "@/lib/platform/refusal";
import { HAS_ACCOUNT, insertUser } from "@/lib/users/create";
import { createLink, refuseStaleLink, useLink } from "@/lib/users/email-link";
import { findUserByEmail, type Person } from "@/lib/users/find";
import type { NewUser } from "@/lib/users/input";
import { sendMagicLink } from "@/lib/users/magic-link";
import { enqueueVerification } from "@/lib/users/verify-email";

export function refuseWithoutInvitation(): void {
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
export const verifiesEmailFirst = async () => mailReachesPeople() && (await db.user.findFirst()) !== null;

/** Signs somebody up: an account, and a case to begin with. Returns the case's id; null when the address has one. */
export async function signUp(
  { email, password }: NewUser,
  address: string,
  now: Date,
): Promise<string | null> {
  refuseWithoutInvitation();
  if (await verifiesEmailFirst()) throw new Error("Here, addresses are proved first.");
  const passwordHash = await hash(password);
  const made = await transaction(async (sql) => {
    const person = await insertUser(sql, { email, passwordHash, verifiedAt: null });
    if (!person) return null;
    return {
      caseId: await createFirstCase(sql, person, address),
      owed: await enqueueVerification(sql, person, now),
    };
  });
  if (!made) return null;
  wakeWorkersLater(made.owed);
  return made.caseId;
}

/** Sends a link by which this address can finish signing up, or sign in if it has an account: the answer is the same. */
export async function sendSignUp(email: string, now: Date): Promise<void> {
  refuseWithoutInvitation();
  if (await findUserByEmail(email)) return sendMagicLink(email, now);
  const owed = await transaction(async (sql) => {
    const facts = await createLink(sql, { purpose: "sign_up", email, userId: null }, now);
    return enqueueEmails(sql, [{ kind: "verification", address: email, facts }]);
  });
  wakeWorkersLater(owed);
}

/** Finishes signing up with the address that the link was mailed to. Returns that and the case's id. */
export async function finishSignUp(token: string, password: string, address: string, now: Date) {
  refuseWithoutInvitation();
  await refuseStaleLink("sign_up", token, now);
  const passwordHash = await hash(password);
  return transaction(async (sql) => {
    const { email } = await useLink(sql, "sign_up", token, now);
    const person = await insertUser(sql, { email, passwordHash, verifiedAt: now });
    if (!person) throw new Refusal("resource_invalid", HAS_ACCOUNT);
    return { email, caseId: await createFirstCase(sql, person, address) };
  });
}

/** The case that a newcomer begins with. */
export async function createFirstCase(sql: Sql, { id, email }: Person, address: string): Promise<string> {
  const by: Actor = { kind: "user", id, name: email, address };
  return (await insertCase(sql, id, firstCaseName(email), by)).id;
}
