import { enqueueEmails, type TransactionalEmail } from "@/lib/emails/enqueue";
import type { NewRows } from "@/lib/outbox/wake-workers";
import type { Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

type WithoutAddress<Email> = Email extends unknown ? Omit<Email, "address" | "caseId"> : never;

/** The page on which the operator sees the state of this installation. */
export const OPERATOR_URL = `${env.APP_URL}/operator`;

/** Enqueues an email to the operator of this installation, if there is one. */
export async function emailOperator(sql: Sql, email: WithoutAddress<TransactionalEmail>): Promise<NewRows> {
  const operators = await sql<{ email: string }>("SELECT email FROM users WHERE operator_since IS NOT NULL");
  return enqueueEmails(
    sql,
    operators.map((operator) => ({ ...email, address: operator.email }) as TransactionalEmail),
  );
}
