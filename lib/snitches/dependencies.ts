import type { Sql } from "@/lib/platform/db";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { invalidAttribute } from "@/lib/platform/refusal";

/** Before any snitch is locked: changes of dependencies in one case wait for each other, so that no two make a circle. */
export const lockDependencies = (sql: Sql, caseId: string) =>
  sql("SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('dependencies ' || $1, 0))", [caseId]);

/**
 * Replaces what a snitch depends on. Refuses tokens of no snitch of the case, the snitch itself, and circles. Call it after
 * `lockDependencies`.
 */
export async function saveDependencies(
  sql: Sql,
  { id, caseId }: { id: string; caseId: string },
  tokens: string[],
): Promise<void> {
  const parents = await findParents(sql, caseId, tokens);
  const refusal = buildRefusal(
    await namesInCircle(
      sql,
      id,
      parents.map((parent) => parent.id),
    ),
  );
  if (refusal) throw refusal;
  await sql("DELETE FROM dependencies WHERE snitch_id = $1", [id]);
  await sql("INSERT INTO dependencies (snitch_id, parent_id) SELECT $1, unnest($2::uuid[])", [
    id,
    parents.map((parent) => parent.id),
  ]);
}

async function findParents(sql: Sql, caseId: string, tokens: string[]): Promise<{ id: string }[]> {
  const unique = [...new Set(tokens)];
  const parents = await sql<{ id: string; token: string }>(
    // One that is being deleted is waited for, and is unknown then.
    "SELECT id, token FROM snitches WHERE case_id = $1 AND token = ANY($2::text[]) FOR KEY SHARE",
    [caseId, unique.filter(isPostgresText)],
  );
  const existing = new Set(parents.map(({ token }) => token));
  const unknown = unique.find((token) => !existing.has(token));
  if (unknown === undefined) return parents;
  throw unknownParent(unknown);
}

export const unknownParent = (token: string) =>
  invalidAttribute("depends_on", `has an unknown snitch: ${JSON.stringify(token.slice(0, 40))}`);

/** The parents that depend on this snitch themselves, by name. */
async function namesInCircle(sql: Sql, id: string, parentIds: string[]): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `WITH RECURSIVE above AS (
       SELECT parent AS parent, parent AS id FROM unnest($2::uuid[]) AS parent
       UNION SELECT a.parent, d.parent_id FROM above a JOIN dependencies d ON d.snitch_id = a.id)
     SELECT DISTINCT s.name FROM above a JOIN snitches s ON s.id = a.parent WHERE a.id = $1 ORDER BY s.name`,
    [id, parentIds],
  );
  return rows.map(({ name }) => name);
}

function buildRefusal(names: string[]) {
  const [name] = names;
  if (name === undefined) return null;
  const message = `would create a loop: “${name}” depends on this snitch, or is this snitch`;
  return invalidAttribute("depends_on", message);
}

/** The tokens of the snitches that each of these depends on, by name. Only snitches that depend on some are in it. */
export async function findDependencies(sql: Sql, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await sql<{ id: string; tokens: string[] }>(
    `SELECT d.snitch_id AS id, array_agg(p.token ORDER BY p.name, p.id) AS tokens
     FROM dependencies d JOIN snitches p ON p.id = d.parent_id WHERE d.snitch_id = ANY($1::uuid[]) GROUP BY d.snitch_id`,
    [ids],
  );
  return new Map(rows.map(({ id, tokens }) => [id, tokens]));
}

/** Refuses ids that are not webhooks of the case. */
export async function refuseUnknownChannels(sql: Sql, caseId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const channels = await sql("SELECT id FROM channels WHERE case_id = $1 AND id = ANY($2::uuid[])", [
    caseId,
    ids,
  ]);
  if (channels.length === new Set(ids).size) return;
  throw invalidAttribute("channels", "must be ids of this case’s webhooks");
}
