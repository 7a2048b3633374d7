import { enqueueEmails } from "@/lib/emails/enqueue";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { createLink, useLink } from "./email-link";
import { findUserByEmail } from "./find";
import { markEmailVerified } from "./mark-email-verified";

/** Sends a link to sign in with, if the address has an account. Tells nobody whether it has. */
export async function sendMagicLink(email: string, now: Date): Promise<void> {
  const person = await findUserByEmail(email);
  if (!person) return;
  const owed = await transaction(async (sql) => {
    const facts = await createLink(sql, { purpose: "magic_link", email, userId: person.id }, now);
    return enqueueEmails(sql, [{ kind: "magic_link", address: email, facts }]);
  });
  wakeWorkersLater(owed);
}

/** Who signs in by this link, which works once. */
export async function signInByLink(token: string, now: Date): Promise<string> {
  return transaction(async (sql) => {
    const { userId } = await useLink(sql, "magic_link", token, now);
    if (!userId) throw new Error("A link to sign in with belongs to nobody.");
    await markEmailVerified(sql, userId);
    return userId;
  });
}
