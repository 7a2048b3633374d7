import { enqueueEmails } from "@/lib/emails/enqueue";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import { createLink, useLink } from "./email-link";
import type { Person } from "./find";

/** Owes a person the letter that asks them to confirm their address. */
export async function enqueueVerification(sql: Sql, { id, email }: Pick<Person, "id" | "email">, now: Date) {
  const facts = await createLink(sql, { purpose: "verification", email, userId: id }, now);
  return enqueueEmails(sql, [{ kind: "verification", address: email, facts }]);
}

/** Sends that letter once more. */
export async function sendVerification(person: Person, now: Date): Promise<void> {
  if (person.emailVerifiedAt) return;
  wakeWorkersLater(await transaction((sql) => enqueueVerification(sql, person, now)));
}

/**
 * Confirms the address of who has signed in. The link alone is not enough: it would let whoever signed up with somebody
 * else's address have the account confirmed by its victim.
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
