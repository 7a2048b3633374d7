import type { Actor } from "@/lib/audit/record";
import { enqueueEmails } from "@/lib/emails/enqueue";
import type { TransactionalFacts } from "@/lib/mail/templates/transactional-facts";
import { recordAccountEvent } from "@/lib/people/users/account-events";
import type { Person } from "@/lib/people/users/find";
import type { Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** An account, as its factors need it. */
export type Owner = Pick<Person, "id" | "email">;

/** A change that a signed-in person makes to their factors: in which session, from which IP address. */
export type FactorChange = { sessionId: string; address: string; now: Date };

type MailFacts = Omit<TransactionalFacts<"second_factor_changed">, "url" | "at">;

type FactorEvent = {
  action: Extract<
    Parameters<typeof recordAccountEvent>[1],
    `account.${"second_factor" | "recovery_code"}${string}`
  >;
  address: string;
  by?: Actor;
  facts?: Record<string, string>;
  mail: MailFacts;
  now: Date;
};

/**
 * Records a change of an account's second factors, and emails it to its owner, who may not have made it. Call it in the transaction
 * of the change.
 */
export async function recordFactorEvent(
  sql: Sql,
  { id, email }: Owner,
  { action, address, by, facts, mail, now }: FactorEvent,
): Promise<void> {
  await recordAccountEvent(sql, action, { userId: id, address, by, facts });
  const url = `${env.APP_URL}/account/security`;
  // Workers find it by polling, within seconds.
  await enqueueEmails(sql, [
    { kind: "second_factor_changed", address: email, facts: { ...mail, at: now, url } },
  ]);
}
