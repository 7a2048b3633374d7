import { enqueueEmails } from "@/lib/emails/enqueue";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { createLink, useLink } from "./email-link";
import { findUserByEmail } from "./find";
import { markEmailVerified } from "./mark-email-verified";

/** E-mails a sign-in link if the address has an account. The caller does not learn whether it has one. */
export async function sendMagicLink(email: string, now: Date): Promise<void> {
  const person = await findUserByEmail(email);
  if (!person) return;
  const newRows = await transaction(async (sql) => {
    const facts = await createLink(sql, { purpose: "magic_link", email, userId: person.id }, now);
    return enqueueEmails(sql, [{ kind: "magic_link", address: email, facts }]);
  });
  wakeWorkersLater(newRows);
}

/** Uses a sign-in link up and returns the id of its user. The link also verifies their address. */
export async function signInByLink(token: string, address: string, now: Date): Promise<string> {
  return transaction(async (sql) => {
    const { userId } = await useLink(sql, "magic_link", token, now);
    if (!userId) throw new Error("The sign-in link has no user.");
    await markEmailVerified(sql, userId, address, now);
    return userId;
  });
}
