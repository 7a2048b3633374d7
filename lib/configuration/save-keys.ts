import { lockCase } from "@/lib/cases/lock";
import { type Sql, transaction } from "@/lib/platform/db";
import { type Keyless, keysFor } from "./keys";
import { knownValue } from "./store";

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
  const keys = keysFor(rows, fallback);
  const missing = rows.flatMap(({ id, key }) => (key === null ? [{ id, key: knownValue(keys, id) }] : []));
  await saveKeys(sql, table, caseId, missing);
}

/** Gives those rows of a case that have no key these. */
export async function saveKeys(sql: Sql, table: string, caseId: string, keys: { id: string; key: string }[]) {
  if (keys.length === 0) return;
  await sql(
    `UPDATE ${table} t SET key = given.key FROM unnest($2::uuid[], $3::text[]) AS given (id, key)
     WHERE t.case_id = $1 AND t.id = given.id AND t.key IS NULL`,
    [caseId, keys.map(({ id }) => id), keys.map(({ key }) => key)],
  );
}
