import { formatBrowserName } from "@/lib/channel-kinds/web-push";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Refusal } from "@/lib/platform/refusal";
import { recordAccountEvent } from "./account-events";
import { createLink, useLink } from "./email-link";
import { findUserByEmail, type Person } from "./find";

/**
 * Emails a confirmation link to the new address; the address changes when the link is used. Sends nothing if the address
 * has an account, and the caller does not learn which.
 */
export async function sendEmailChange({ id }: Pick<Person, "id">, email: string, now: Date): Promise<void> {
  if (await findUserByEmail(email)) return;
  const newRows = await transaction(async (sql) => {
    const facts = await createLink(sql, { purpose: "email_change", email, userId: id }, now);
    return enqueueEmails(sql, [{ kind: "verification", address: email, facts }]);
  });
  wakeWorkersLater(newRows);
}

/** Changes the address to the one that the link was sent to, and notifies the old address. Returns the new address. */
export async function changeEmail(
  { id, email: oldEmail }: Person,
  token: string,
  address: string,
  now: Date,
): Promise<string> {
  const { newRows, email } = await transaction(async (sql) => {
    const { userId, email } = await useLink(sql, "email_change", token, now);
    if (userId !== id) {
      throw new Refusal("resource_invalid", "This link is for another account. Sign in with that one.");
    }
    await sql("UPDATE users SET email = $2, email_verified_at = now() WHERE id = $1", [id, email]).catch(
      refuseTaken,
    );
    await sql(
      `UPDATE channels SET name = $3::text || substr(name, char_length($2::text) + 1)
       WHERE user_id = $1 AND starts_with(name, $2::text)`,
      [id, formatBrowserName(oldEmail), formatBrowserName(email)],
    );
    const facts = { email: { from: oldEmail, to: email } };
    await recordAccountEvent(sql, "account.email_changed", { userId: id, address, facts });
    // Links that were sent to the old address must stop working.
    await sql("DELETE FROM email_links WHERE user_id = $1", [id]);
    const news = { newEmail: email, changedAt: now, url: env.APP_URL };
    return {
      email,
      newRows: await enqueueEmails(sql, [{ kind: "email_changed", address: oldEmail, facts: news }]),
    };
  });
  wakeWorkersLater(newRows);
  return email;
}

// Only the unique index catches an account that is created at the same time.
function refuseTaken(error: Error & { constraint?: string }): never {
  if (error.constraint !== "users_email_key") throw error;
  throw new Refusal("resource_invalid", "Another account now has this address.");
}
