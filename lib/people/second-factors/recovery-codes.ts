import { hash, verify } from "@node-rs/argon2";
import { insertMany } from "@/lib/platform/columns";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { newReadableCode, normalizeCode } from "@/lib/platform/readable-code";
import { Refusal } from "@/lib/platform/refusal";
import { type FactorChange, type Owner, recordFactorEvent } from "./record";

/** How many codes a set has. */
export const RECOVERY_CODES = 10;

/** Replaces the user’s codes. Returns the new ones, which cannot be read again: only their hashes are stored. */
export async function replaceCodes(sql: Sql, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newReadableCode(4));
  const hashes = await Promise.all(codes.map((code) => hash(normalizeCode(code))));
  await sql("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  await insertMany<string>(
    sql,
    "recovery_codes",
    [
      ["id", "uuid", () => newId()],
      ["user_id", "uuid", () => userId],
      ["hash", "text", (each) => each],
      ["created_at", "time", () => now],
    ],
    hashes,
  );
  return codes;
}

/** Replaces the codes because the user asks for it. Refuses if the account has no second factor: then they are for nothing. */
export const renewCodes = (user: Owner, { address, now }: FactorChange): Promise<string[]> =>
  transaction(async (sql) => {
    const [row] = await sql(
      "SELECT FROM users WHERE id = $1 AND second_factor_since IS NOT NULL FOR UPDATE",
      [user.id],
    );
    if (!row) throw new Refusal("resource_invalid", "Add a passkey or an authenticator app first.");
    const codes = await replaceCodes(sql, user.id, now);
    await recordFactorEvent(sql, user, {
      action: "account.recovery_codes_replaced",
      address,
      mail: { change: "codes_replaced" },
      now,
    });
    return codes;
  });

/** Whether this is one of the user’s codes. It is used up, and an email says so. Safe if it is sent twice at the same time. */
export async function takeRecoveryCode(
  user: Owner,
  text: string,
  address: string,
  now: Date,
): Promise<boolean> {
  const code = normalizeCode(text);
  for (const { id, hash: hashed } of await db.recoveryCode.findMany({ where: { userId: user.id } }))
    if (await verify(hashed, code)) return deleteUsed(user, id, address, now);
  return false;
}

const deleteUsed = (user: Owner, id: string, address: string, now: Date): Promise<boolean> =>
  transaction(async (sql) => {
    const used = await sql("DELETE FROM recovery_codes WHERE id = $1 RETURNING id", [id]);
    if (used.length === 0) return false;
    const [row] = await sql<{ left: number }>(
      `SELECT count(*)::int AS "left" FROM recovery_codes WHERE user_id = $1`,
      [user.id],
    );
    const remaining = row?.left ?? 0;
    await recordFactorEvent(sql, user, {
      action: "account.recovery_code_used",
      address,
      facts: { left: String(remaining) },
      mail: { change: "code_used", left: remaining },
      now,
    });
    return true;
  });
