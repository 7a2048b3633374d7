import type { Actor, NewAuditEvent } from "@/lib/audit/record";
import { pool, type Sql } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import { revokeKeys } from "./api-key";

/** What happens to the API keys that a person created, when they are no longer a member. */
export type KeysDecision = "revoke" | "keep";

const IS_USABLE = "revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)";

type Key = { id: string; name: string };

/** The names of the usable API keys of a case, by the id of the person who created them. */
export async function listKeyNamesByCreator(caseId: string, now: Date): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ userId: string; names: string[] }>(
    `SELECT created_by_id AS "userId", array_agg(name ORDER BY id) AS names FROM api_keys
     WHERE case_id = $1 AND ${IS_USABLE} AND created_by_id IS NOT NULL GROUP BY created_by_id`,
    [caseId, now],
  );
  return new Map(rows.map(({ userId, names }) => [userId, names]));
}

const findKeys = (sql: Sql, caseId: string, userId: string, now: Date) =>
  sql<Key>(
    `SELECT id, name FROM api_keys WHERE case_id = $1 AND ${IS_USABLE} AND created_by_id = $3 ORDER BY id`,
    [caseId, now, userId],
  );

/**
 * Revokes or keeps the API keys of a person who leaves the case, and returns facts for the audit log. Refuses without a
 * decision if there are keys.
 */
export async function decideOnKeys(
  sql: Sql,
  caseId: string,
  { userId, email }: { userId: string; email: string },
  { keys: decision, by, now }: { keys?: KeysDecision; by: Actor; now: Date },
): Promise<NewAuditEvent["facts"]> {
  const keys = await findKeys(sql, caseId, userId, now);
  if (keys.length === 0) return undefined;
  if (!decision) {
    const count =
      keys.length === 1 ? "an API key that still works" : `${keys.length} API keys that still work`;
    throw new Refusal(
      "resource_invalid",
      `${email} created ${count}. Reload the page, and choose whether to revoke or to keep.`,
    );
  }
  if (decision === "keep") return keptFacts(keys);
  await revokeKeys(
    sql,
    caseId,
    keys.map(({ id }) => id),
    by,
  );
  return { revoked_keys: keys.map(({ name }) => name) };
}

/** The API keys that keep working when this person leaves the case, as facts for the audit log. */
export async function factsOfKeptKeys(
  sql: Sql,
  caseId: string,
  userId: string,
  now: Date,
): Promise<NewAuditEvent["facts"]> {
  return keptFacts(await findKeys(sql, caseId, userId, now));
}

const keptFacts = (keys: Key[]) =>
  keys.length > 0 ? { kept_keys: keys.map(({ name }) => name) } : undefined;

/** The cases of this person in which API keys that they created still work. */
export async function listCasesWithUserKeys(
  userId: string,
  now: Date,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await pool.query<{ id: string; name: string }>(
    `SELECT DISTINCT c.id, c.name FROM api_keys k JOIN cases c ON c.id = k.case_id
     JOIN members m ON m.case_id = c.id AND m.user_id = k.created_by_id
     WHERE k.created_by_id = $1 AND ${IS_USABLE} ORDER BY c.id`,
    [userId, now],
  );
  return rows;
}
