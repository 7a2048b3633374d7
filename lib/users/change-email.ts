import { enqueueEmails } from "@/lib/emails/enqueue";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Refusal } from "@/lib/platform/refusal";
import { createLink, useLink } from "./email-link";
import { findUserByEmail, type Person } from "./find";

/** Sends a link to the new address; nothing changes before it is opened. Does not tell whether the address has an account. */
export async function sendEmailChange({ id }: Pick<Person, "id">, email: string, now: Date): Promise<void> {
  if (await findUserByEmail(email)) return;
  const owed = await transaction(async (sql) => {
    const facts = await createLink(sql, { purpose: "email_change", email, userId: id }, now);
    return enqueueEmails(sql, [{ kind: "verification", address: email, facts }]);
  });
  wakeWorkersLater(owed);
}

/** Only the index knows of an account that is made at the same moment. */
function refuseTaken(fault: Error & { constraint?: string }): never {
  if (fault.constraint !== "users_email_key") throw fault;
  throw new Refusal("resource_invalid", "Another account has this address by now.");
}

/** Changes the address to the one that the link was mailed to, and warns the old one. Returns the new one. */
export async function changeEmail({ id, email: before }: Person, token: string, now: Date): Promise<string> {
  const { owed, email } = await transaction(async (sql) => {
    const { userId, email } = await useLink(sql, "email_change", token, now);
    if (userId !== id) {
      throw new Refusal("resource_invalid", "This link is for another account. Sign in with that one.");
    }
    await sql("UPDATE users SET email = $2, email_verified_at = now() WHERE id = $1", [id, email]).catch(
      refuseTaken,
    );
    // What was mailed to the old address opens nothing any more.
    await sql("DELETE FROM email_links WHERE user_id = $1", [id]);
    const facts = { newEmail: email, changedAt: now, url: env.APP_URL };
    return { email, owed: await enqueueEmails(sql, [{ kind: "email_changed", address: before, facts }]) };
  });
  wakeWorkersLater(owed);
  return email;
}
