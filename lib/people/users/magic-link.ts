import { OPERATOR } from "@/lib/audit/record";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import type { LinkPurpose } from "@/lib/platform/generated/enums";
import { notFound } from "@/lib/platform/refusal";
import { recordAccountEvent } from "./account-events";
import { createLink, findLink, useLink } from "./email-link";
import { findUserByEmail } from "./find";
import { markEmailVerified } from "./mark-email-verified";
import { arePasswordsOff } from "./passwords-off";

/** Emails a sign-in link if the address has an account. The caller does not learn whether it has one. */
export async function sendMagicLink(email: string, now: Date): Promise<void> {
  const person = await findUserByEmail(email);
  if (!person) return;
  const newRows = await transaction(async (sql) => {
    const facts = await createLink(sql, { purpose: "magic_link", email, userId: person.id }, now);
    return enqueueEmails(sql, [{ kind: "magic_link", address: email, facts }]);
  });
  wakeWorkersLater(newRows);
}

/**
 * Makes a sign-in link that the operator passes on by hand. Its reader may not be the reader of the address, so it verifies nothing.
 * Refuses if the address has no account.
 */
export async function createOperatorLink(
  email: string,
  now: Date,
): Promise<{ url: string; expiresAt: Date }> {
  const person = await findUserByEmail(email);
  if (!person) throw notFound("account");
  return transaction(async (sql) => {
    const by = { userId: person.id, address: OPERATOR.address, by: OPERATOR };
    await recordAccountEvent(sql, "account.link_created", by);
    return createLink(sql, { purpose: "operator_link", email, userId: person.id }, now);
  });
}

/** The links that sign in: those that people ask for are off together with passwords. */
const signInPurposes = (): LinkPurpose[] =>
  arePasswordsOff() ? ["operator_link"] : ["magic_link", "operator_link"];

/** Finds a sign-in link without using it up. Null if it was used or has expired. */
export const findSignInLink = (token: string, now: Date) => findLink(signInPurposes(), token, now);

/** Uses a sign-in link up and returns its user, and how they signed in. An emailed link also verifies their address. */
export async function signInByLink(
  token: string,
  address: string,
  now: Date,
): Promise<{ id: string; method: string }> {
  return transaction(async (sql) => {
    const { userId, purpose } = await useLink(sql, signInPurposes(), token, now);
    if (!userId) throw new Error("The sign-in link has no user.");
    if (purpose === "magic_link") await markEmailVerified(sql, userId, address, now);
    return { id: userId, method: purpose === "magic_link" ? "mailed link" : "operator’s link" };
  });
}
