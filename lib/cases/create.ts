import { v7 as newId } from "uuid";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Case } from "@/lib/platform/generated/client";
import type { Plan } from "./plan";

/** Creates a case with this user as its owner, in one transaction, so that every case has an owner. */
export const createCase = (
  userId: string,
  name: string,
  by: Actor,
  plan: Plan = env.DEFAULT_PLAN,
): Promise<Pick<Case, "id" | "name" | "plan">> =>
  transaction((sql) => insertCase(sql, userId, name, by, plan));

/** `createCase` as part of a larger transaction. */
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

/** A default case name from an e-mail address: “Ada’s case” for ada.lovelace@example.com. */
export function firstCaseName(email: string): string {
  const [first = ""] = email.split(/[^\p{L}\p{N}]/u);
  return first ? `${first.charAt(0).toUpperCase()}${first.slice(1, 40)}’s case` : "My case";
}
