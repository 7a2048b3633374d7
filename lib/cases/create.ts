import { type Actor, recordEvents } from "@/lib/audit/record";
import { buildAccountSql } from "@/lib/outbox/account";
import { type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Case } from "@/lib/platform/generated/client";
import { newId } from "@/lib/platform/new-id";
import { Refusal } from "@/lib/platform/refusal";
import { formatCount } from "@/lib/rules/format-count";
import type { Plan } from "@/lib/rules/plans";

/**
 * Creates a case with this user as its owner, in one transaction, so that every case has an owner. Refuses if the user's
 * account has no room for another, unless the operator creates it.
 */
export const createCase = (
  userId: string,
  name: string,
  by: Actor,
  plan: Plan = env.DEFAULT_PLAN,
): Promise<Pick<Case, "id" | "name" | "plan">> =>
  transaction(async (sql) => {
    if (by.kind !== "operator") await refuseWithoutRoom(sql, userId);
    return insertCase(sql, userId, name, by, plan);
  });

async function refuseWithoutRoom(sql: Sql, userId: string): Promise<void> {
  // Locks the user, so that two concurrent calls cannot both take the last free place.
  await sql("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
  const [{ count } = { count: 0 }] = await sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM members owned
     WHERE user_id = $1 AND role = 'owner' AND ${buildAccountSql("owned.case_id")} = $1`,
    [userId],
  );
  const max = env.MAX_CASES_PER_ACCOUNT;
  if (count < max) return;
  throw new Refusal(
    "resource_invalid",
    `The limit is ${formatCount(max, "case")}, and you have ${count}. Delete one that you no longer need, or ask the operator to raise the limit.`,
  );
}

/** `createCase` as part of a larger transaction, and without a limit. */
export async function insertCase(
  sql: Sql,
  userId: string,
  name: string,
  by: Actor,
  plan: Plan = env.DEFAULT_PLAN,
): Promise<Pick<Case, "id" | "name" | "plan">> {
  const id = newId();
  await sql("INSERT INTO cases (id, name, plan) VALUES ($1, $2, $3::plan)", [id, name, plan]);
  await sql("INSERT INTO members (case_id, user_id, role) VALUES ($1, $2, 'owner')", [id, userId]);
  await recordEvents(sql, id, by, [{ action: "case.created", resource: { id, name } }]);
  return { id, name, plan };
}

/** A default case name from an email address: “Ada’s case” for ada.lovelace@example.com. */
export function firstCaseName(email: string): string {
  const [first = ""] = email.split(/[^\p{L}\p{N}]/u);
  return first ? `${first.charAt(0).toUpperCase()}${first.slice(1, 40)}’s case` : "My case";
}
