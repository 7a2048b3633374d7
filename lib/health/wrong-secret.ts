import { isSealedWith, WRONG_SECRET } from "@/lib/platform/cipher";
import { withClient } from "@/lib/platform/postgres-server";

/** The newest of what is encrypted. The canary's case has no members: what it has is encrypted again. */
const NEWEST = `SELECT coalesce(
  (SELECT c.secret FROM channels c WHERE EXISTS (SELECT FROM members m WHERE m.case_id = c.case_id) ORDER BY c.id DESC LIMIT 1),
  (SELECT secret FROM authenticator_apps ORDER BY created_at DESC LIMIT 1),
  (SELECT private_key FROM vapid_keys)) AS sealed`;

/** Something of what this database holds encrypted; null if nothing is. */
export async function findSealed(query: (text: string) => Promise<{ rows: { sealed: string | null }[] }>) {
  const { rows } = await query(NEWEST);
  return rows[0]?.sealed ?? null;
}

/**
 * One line if none of these secrets, current and previous, decrypts what this database holds: one value of it is tried. Null if one
 * does, if nothing is encrypted yet, or if no secret is given.
 */
export async function findWrongSecret(
  databaseUrl: string,
  values: (string | undefined)[],
): Promise<string | null> {
  const secrets = values.filter((secret) => secret !== undefined);
  if (secrets.length === 0) return null;
  const sealed = await withClient(databaseUrl, (client) => findSealed((text) => client.query(text)));
  return sealed === null || isSealedWith(sealed, ...secrets) ? null : WRONG_SECRET;
}
