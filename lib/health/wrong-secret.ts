import { isSealedWith } from "@/lib/platform/cipher";
import { withClient } from "@/lib/platform/postgres-server";

/** The newest of what is encrypted. The canary's case has no members: what it has is encrypted anew. */
const NEWEST = `SELECT coalesce(
  (SELECT c.secret FROM channels c WHERE EXISTS (SELECT FROM members m WHERE m.case_id = c.case_id) ORDER BY c.id DESC LIMIT 1),
  (SELECT secret FROM authenticator_apps ORDER BY created_at DESC LIMIT 1),
  (SELECT private_key FROM vapid_keys)) AS sealed`;

/**
 * One line if none of these secrets, of today and before, decrypts what this database holds: one value of it is tried. Null if one
 * does, if nothing is encrypted yet, or if no secret is given.
 */
export async function findWrongSecret(
  databaseUrl: string,
  values: (string | undefined)[],
): Promise<string | null> {
  const secrets = values.filter((secret) => secret !== undefined);
  if (secrets.length === 0) return null;
  const { rows } = await withClient(databaseUrl, (client) => client.query<{ sealed: string | null }>(NEWEST));
  const sealed = rows[0]?.sealed ?? null;
  return sealed === null || isSealedWith(sealed, ...secrets) ? null : WRONG;
}

const WRONG =
  "AUTH_SECRET is not the one that encrypted what this database holds: channels cannot notify anybody, and authenticator apps cannot sign in. Set the one of before; if there is no copy of it, add the channels again.";
