import { v7 as newId } from "uuid";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Case } from "@/lib/platform/generated/client";
import type { Plan } from "./plan";

/** Makes a case and its owner. One transaction, so that there is never a case which nobody owns. */
export const createCase = (
  userId: string,
  name: string,
  by: Actor,
  plan: Plan = env.DEFAULT_PLAN,
): Promise<Pick<Case, "id" | "name" | "plan">> =>
  transaction((sql) => insertCase(sql, userId, name, by, plan));

/** The same as a part of something larger. */
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

/** “Ada’s case”, for ada.lovelace@example.com: a name to begin with. */
export function firstCaseName(email: string): string {
  const [first = ""] = email.split(/[^\p{L}\p{N}]/u);
  return first ? `${first.charAt(0).toUpperCase()}${first.slice(1, 40)}’s case` : "My case";
}
