import { lockCase } from "@/lib/cases/lock";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { type Keyless, keysFor } from "./keys";

/** The tables whose rows have keys, the names that keys are made of, and the rows that have one. */
const KEYED = [
  { table: "snitches", name: "name", condition: "true", fallback: "snitch" },
  {
    table: "channels",
    name: "coalesce(nullif(name, ''), kind)",
    condition: "user_id IS NULL",
    fallback: "channel",
  },
  { table: "maintenance", name: "name", condition: "schedule IS NOT NULL", fallback: "maintenance" },
];

/** Gives each snitch, channel and maintenance schedule of a case that has no key a permanent one. Safe to call twice. */
export async function assignKeys(caseId: string): Promise<void> {
  await transaction(async (sql) => {
    // Nothing of the case can be created meanwhile, nor can another call give other keys.
    await lockCase(sql, caseId);
    for (const keyed of KEYED) await assignKeysIn(sql, caseId, keyed);
  });
}

async function assignKeysIn(
  sql: Sql,
  caseId: string,
  { table, name, condition, fallback }: (typeof KEYED)[number],
): Promise<void> {
  const rows = await sql<Keyless>(
    `SELECT id, key, ${name} AS name FROM ${table} WHERE case_id = $1 AND ${condition}`,
    [caseId],
  );
  const ids = rows.filter(({ key }) => key === null).map(({ id }) => id);
  if (ids.length === 0) return;
  const keys = keysFor(rows, fallback);
  await sql(
    `UPDATE ${table} t SET key = given.key FROM unnest($2::uuid[], $3::text[]) AS given (id, key)
     WHERE t.case_id = $1 AND t.id = given.id AND t.key IS NULL`,
    [caseId, ids, ids.map((id) => keys.get(id))],
  );
}

/** Gives snitches of a case that have no key the keys by which a file named them. */
export async function saveKeys(caseId: string, keys: { id: string; key: string }[]): Promise<void> {
  if (keys.length === 0) return;
  await query(
    `UPDATE snitches s SET key = file.key FROM unnest($2::uuid[], $3::text[]) AS file (id, key)
     WHERE s.case_id = $1 AND s.id = file.id AND s.key IS NULL`,
    [caseId, keys.map(({ id }) => id), keys.map(({ key }) => key)],
  );
}
