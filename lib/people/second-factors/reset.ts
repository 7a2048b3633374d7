import { OPERATOR } from "@/lib/audit/record";
import { endSessions } from "@/lib/people/users/sessions";
import { transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { type Owner, recordFactorEvent } from "./record";

/**
 * Removes all second factors of an account whose user has lost them, and ends its sessions. For the operator, who has to know that
 * it is that person who asks. Refuses if the address has no account. Returns how many factors were removed.
 */
export const resetFactors = (email: string, now: Date): Promise<number> =>
  transaction(async (sql) => {
    const [user] = await sql<Owner>("SELECT id, email FROM users WHERE email = $1 FOR UPDATE", [email]);
    if (!user) throw notFound("account");
    const passkeys = await sql("DELETE FROM passkeys WHERE user_id = $1 RETURNING id", [user.id]);
    const apps = await sql<{ isSetUp: boolean }>(
      `DELETE FROM authenticator_apps WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS "isSetUp"`,
      [user.id],
    );
    await sql("DELETE FROM recovery_codes WHERE user_id = $1", [user.id]);
    await sql("UPDATE users SET second_factor_since = NULL WHERE id = $1", [user.id]);
    const count = passkeys.length + apps.filter(({ isSetUp }) => isSetUp).length;
    if (count === 0) return 0;
    await endSessions(sql, user.id);
    await recordFactorEvent(sql, user, {
      action: "account.second_factors_reset",
      address: "",
      by: OPERATOR,
      mail: { change: "reset" },
      now,
    });
    return count;
  });
