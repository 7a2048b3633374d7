import type { Action } from "@/lib/audit/actions";
import { type Actor, type NewAuditEvent, recordEvents, TATTLE } from "@/lib/audit/record";
import { type Sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { findUserByEmail, type Person } from "./find";

type AccountAction = Extract<Action, `account.${string}`>;

/** The account, and the client’s IP address. `by`: who acted, if not the account's user. */
type AccountEvent = {
  userId: string;
  address: string;
  by?: Actor;
  facts?: NewAuditEvent["facts"];
};

/**
 * Logs what happened to an account, and records it in the audit log of each of its cases. Call it in the transaction of the
 * change itself. Never give it a secret.
 */
export async function recordAccountEvent(
  sql: Sql,
  action: AccountAction,
  { userId, address, by, facts }: AccountEvent,
): Promise<void> {
  const rows = await sql<{ email: string; caseId: string | null }>(
    `SELECT u.email, m.case_id AS "caseId" FROM users u LEFT JOIN members m ON m.user_id = u.id
     WHERE u.id = $1 ORDER BY m.case_id`,
    [userId],
  );
  for (const { email, caseId } of rows) {
    if (caseId === null) continue;
    const actor = by ?? { kind: "user" as const, id: userId, name: email, address };
    await recordEvents(sql, caseId, actor, [{ action, resource: { id: userId, name: email }, facts }]);
  }
  log.info({ userId, address, action }, "account event");
}

/**
 * Logs a sign-in with a incorrect password, and records it if the address has an account. Call it after the response: its time must
 * not show whether there is one. What was typed is not logged: people type passwords into the wrong field.
 */
export async function recordFailedSignIn(email: string, address: string): Promise<void> {
  const user = await findUserByEmail(email);
  log.warn({ userId: user?.id ?? null, address }, "sign-in failed");
  if (user) await recordFailure("account.sign_in_failed", user.id, address);
}

/** Records a wrong code after a right password, link or provider: of a person who may know that. */
export const recordWrongCode = ({ id }: Pick<Person, "id">, address: string): Promise<void> =>
  recordFailure("account.second_factor_failed", id, address);

async function recordFailure(action: AccountAction, userId: string, address: string): Promise<void> {
  const by = { ...TATTLE, name: "Someone", address };
  await transaction((sql) => recordAccountEvent(sql, action, { userId, address, by }));
}
