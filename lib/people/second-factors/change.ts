import type { Sql } from "@/lib/platform/db";
import { type FactorChange, type Owner, recordFactorEvent } from "./record";
import { replaceCodes } from "./recovery-codes";

type Factor = "authenticator app" | "passkey";
type Changed = FactorChange & {
  factor: Factor;
  /** What the person calls it; a passkey has a name. */
  name?: string;
};

/**
 * Call it in the transaction that adds a factor. The first factor ends the user’s other sessions, which began without it, and
 * brings recovery codes, which are returned. Otherwise null.
 */
export async function recordAddedFactor(
  sql: Sql,
  user: Owner,
  { factor, name, sessionId, address, now }: Changed,
): Promise<string[] | null> {
  const isFirst = await setSecondFactorSince(sql, user.id, now);
  await recordFactorEvent(sql, user, {
    action: "account.second_factor_added",
    address,
    facts: toFacts(factor, name),
    mail: { change: "added", factor, name },
    now,
  });
  if (!isFirst) return null;
  await endOtherSessions(sql, user.id, sessionId);
  return replaceCodes(sql, user.id, now);
}

/**
 * Call it in the transaction that removes a factor. Ends the user’s other sessions: the one who lost a phone is signed in there. With
 * the last factor, the recovery codes go, too.
 */
export async function recordRemovedFactor(
  sql: Sql,
  user: Owner,
  { factor, name, sessionId, address, now }: Changed,
): Promise<void> {
  await setSecondFactorSince(sql, user.id, now);
  await endOtherSessions(sql, user.id, sessionId);
  await sql(
    `DELETE FROM recovery_codes USING users u
     WHERE recovery_codes.user_id = $1 AND u.id = $1 AND u.second_factor_since IS NULL`,
    [user.id],
  );
  await recordFactorEvent(sql, user, {
    action: "account.second_factor_removed",
    address,
    facts: toFacts(factor, name),
    mail: { change: "removed", factor, name },
    now,
  });
}

const endOtherSessions = (sql: Sql, userId: string, sessionId: string) =>
  sql("DELETE FROM sessions WHERE user_id = $1 AND id <> $2", [userId, sessionId]);

const toFacts = (factor: Factor, name?: string) => ({ factor: name ? `${factor} “${name}”` : factor });

/**
 * Makes `second_factor_since` say whether the user has a factor, and voids sign-ins that wait for one. Returns whether it was
 * null, and is no more.
 */
async function setSecondFactorSince(sql: Sql, userId: string, now: Date): Promise<boolean> {
  await sql("DELETE FROM pending_sign_ins WHERE user_id = $1", [userId]);
  const [row] = await sql<{ isFirst: boolean }>(
    `UPDATE users SET second_factor_since = CASE
       WHEN EXISTS (SELECT FROM authenticator_apps a WHERE a.user_id = users.id AND a.confirmed_at IS NOT NULL)
         OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = users.id)
       THEN coalesce(users.second_factor_since, $2) END
     FROM (SELECT id, second_factor_since AS since FROM users WHERE id = $1 FOR UPDATE) before
     WHERE users.id = before.id
     RETURNING before.since IS NULL AND users.second_factor_since IS NOT NULL AS "isFirst"`,
    [userId, now],
  );
  return row?.isFirst ?? false;
}
