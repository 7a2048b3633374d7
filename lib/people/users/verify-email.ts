import { enqueueEmails } from "@/lib/emails/enqueue";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import { createLink, useLink } from "./email-link";
import type { Person } from "./find";

/** Enqueues an email with a link that verifies the user's address. */
export async function enqueueVerification(sql: Sql, { id, email }: Pick<Person, "id" | "email">, now: Date) {
  const facts = await createLink(sql, { purpose: "verification", email, userId: id }, now);
  return enqueueEmails(sql, [{ kind: "verification", address: email, facts }]);
}

/** Sends the verification email again, unless the address is verified. */
export async function sendVerification(person: Person, now: Date): Promise<void> {
  if (person.emailVerifiedAt) return;
  wakeWorkersLater(await transaction((sql) => enqueueVerification(sql, person, now)));
}

/**
 * Marks the signed-in user's address as verified. The link alone is not enough: if an attacker signed up with a victim's
 * address, the victim would verify the attacker's account by opening the link.
 */
export async function verifyEmail({ id, email }: Person, token: string, now: Date): Promise<void> {
  await transaction(async (sql) => {
    const link = await useLink(sql, "verification", token, now);
    if (link.userId !== id || link.email !== email) {
      throw new Refusal("resource_invalid", "This link is for another account. Sign in with that one.");
    }
    await sql("UPDATE users SET email_verified_at = now() WHERE id = $1", [id]);
  });
}
