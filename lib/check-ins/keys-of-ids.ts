import { toUuid } from "@/lib/rules/snitch-uuid";
import { run } from "./connection";

/** SQL: the keys by which snitch `s` takes check-ins, or took them; `works_until` is null for the current one. */
export const KEYS_OF_SNITCH = `(
  SELECT s.check_in_key AS key, NULL::timestamptz AS works_until
  UNION ALL SELECT f.key, f.works_until FROM former_check_in_keys f WHERE f.snitch_id = s.id)`;

const FIND = `SELECT s.id, k.key FROM snitches s CROSS JOIN LATERAL ${KEYS_OF_SNITCH} k WHERE s.id = ANY($1::uuid[])`;

/** The keys of these snitches, by their ids. An id is an address only for a key that has no other UUID: it is shown to more people than addresses are. */
export async function findKeysOfIds(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = (await run(FIND, [ids])) as { id: string; key: string }[];
  return new Map(rows.flatMap(({ id, key }) => (toUuid({ token: key, id }) === id ? [[id, key]] : [])));
}
