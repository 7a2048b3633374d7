import { type Actor, recordEvents } from "@/lib/audit/record";
import { buildAccountSql } from "@/lib/outbox/account";
import { db, pool, type Sql, toSql, transaction } from "@/lib/platform/db";
import type { ApiKey, Case } from "@/lib/platform/generated/client";
import { invalidAttribute } from "@/lib/platform/refusal";
import { MINUTE_MS } from "@/lib/rules/durations";
import { isAllowed, type KeyPermission, keyRefusal, refuseFormerSecret } from "./api-key-access";
import { ACCESS_OF_KIND, type ApiKeyKind, generateKey, isKey, prefixOf, storedHash } from "./api-key-form";
import { SELECTED_CASE } from "./columns";
import type { NewApiKey } from "./input";
import { toScope } from "./key-scope";

/** “Last used” is updated at most this often, so that a busy key does not cause a write per request. */
const LAST_USED_RESOLUTION_MS = MINUTE_MS;

type NewKey = Partial<NewApiKey> & { name: string };

/** Creates a key. The returned `key` cannot be read again later: only its hash is stored. */
export async function createApiKey(
  caseId: string,
  { name, kind = "tattle", access = ACCESS_OF_KIND[kind][0], expiresAt = null, ...columns }: NewKey,
  by: Actor,
): Promise<{ id: string; key: string }> {
  refuseFormerSecret(by);
  const { snitchLimit, tags = [], snitches = [] } = columns;
  const key = generateKey(kind, access);
  const createdById = by.kind === "user" ? by.id : null;
  return db.$transaction(async (tx) => {
    await refuseUnknownSnitches(toSql(tx), caseId, snitches);
    const { id } = await tx.apiKey.create({
      data: {
        caseId,
        name,
        kind,
        access,
        snitchLimit: access === "ping" ? snitchLimit : null,
        tags,
        snitches,
        expiresAt,
        prefix: prefixOf(key),
        hash: storedHash(kind, key),
        createdById,
      },
      select: { id: true },
    });
    const facts = {
      ...(kind !== "tattle" && { kind }),
      access,
      ...(access === "ping" &&
        snitchLimit !== undefined && { snitch_limit: snitchLimit?.toString() ?? null }),
      ...(tags.length > 0 && { tags }),
      ...(snitches.length > 0 && { snitches }),
      ...(expiresAt && { expires: expiresAt.toISOString() }),
    };
    await recordEvents(toSql(tx), caseId, by, [{ action: "api_key.created", resource: { id, name }, facts }]);
    return { id, key };
  });
}

async function refuseUnknownSnitches(sql: Sql, caseId: string, tokens: string[]): Promise<void> {
  if (tokens.length === 0) return;
  const snitches = await sql<{ token: string }>(
    "SELECT token FROM snitches WHERE case_id = $1 AND token = ANY($2::text[])",
    [caseId, tokens],
  );
  const unknown = tokens.find((token) => !snitches.some((snitch) => snitch.token === token));
  if (unknown === undefined) return;
  const message = `has an unknown snitch: ${JSON.stringify(unknown.slice(0, 40))}`;
  throw invalidAttribute("snitches", message);
}

/** The person who created a key, and whether they are still a member of its case. */
type Creator = { email: string; isMember: boolean };

/** The keys of a case, newest first, without their hashes. Includes revoked keys. */
export async function listApiKeys(caseId: string) {
  const keys = await db.apiKey.findMany({
    where: { caseId },
    orderBy: { id: "desc" },
    omit: { hash: true },
    include: { createdBy: { select: { email: true, memberships: { where: { caseId } } } } },
  });
  return keys.map(({ createdBy, creatorName, ...key }) => {
    const email = createdBy?.email ?? creatorName;
    const isMember = (createdBy?.memberships.length ?? 0) > 0;
    return { ...key, createdBy: email === null ? null : ({ email, isMember } satisfies Creator) };
  });
}

export type ListedKey = Awaited<ReturnType<typeof listApiKeys>>[number];

export const isUsable = ({ revokedAt, expiresAt }: Pick<ApiKey, "revokedAt" | "expiresAt">, now: Date) =>
  !revokedAt && (!expiresAt || expiresAt > now);

/** Whether the case has this key, and it is not revoked. */
export const hasApiKey = async (caseId: string, id: string) =>
  (await db.apiKey.count({ where: { caseId, id, revokedAt: null } })) > 0;

/** Revokes a key. Does nothing if it is revoked already or belongs to another case. */
export async function revokeApiKey(caseId: string, id: string, by: Actor): Promise<void> {
  await transaction((sql) => revokeKeys(sql, caseId, [id], by));
}

/** Revokes those of the keys that belong to the case and are not revoked already, within a larger transaction. */
export async function revokeKeys(sql: Sql, caseId: string, ids: string[], by: Actor): Promise<void> {
  // Removing the hash makes the key unusable even for code that ignores `revoked_at`.
  const revoked = await sql<{ id: string; name: string }>(
    `UPDATE api_keys SET revoked_at = now(), hash = 'revoked ' || id
     WHERE case_id = $1 AND id = ANY ($2::uuid[]) AND revoked_at IS NULL RETURNING id, name`,
    [caseId, ids],
  );
  await sql("DELETE FROM former_secrets WHERE api_key_id = ANY ($1::uuid[])", [revoked.map(({ id }) => id)]);
  const events = revoked.map((resource) => ({ action: "api_key.revoked" as const, resource }));
  await recordEvents(sql, caseId, by, events);
}

type AuthenticatedKey = {
  theCase: Case;
  accountId: string;
  apiKey: Pick<
    ApiKey,
    "id" | "name" | "access" | "tags" | "snitches" | "lastUsedAt" | "uses" | "expiresAt" | "revokedAt"
  > & { isFormerSecret: boolean };
};

/** What a request uses a key for. */
export type KeyUse = { permission: KeyPermission; verb: string; address: string };

/** The usable key of a protocol, and its case; null if there is none. Notes what the key was used for. */
export async function findApiKey(
  kind: ApiKeyKind,
  key: string,
  use: KeyUse,
  now: Date,
): Promise<AuthenticatedKey | null> {
  const match = await findMatch(kind, key, now);
  if (!match || !isUsable(match.apiKey, now)) return null;
  await noteUse(match.apiKey, use, now);
  return match;
}

const findMatch = async (kind: ApiKeyKind, key: string, now: Date) =>
  isKey(kind, key) ? findByHash(storedHash(kind, key), now) : undefined;

/** A use of a kind that is new for the key is noted at once, any other at most once a minute. */
async function noteUse(
  { id, access, lastUsedAt, uses }: AuthenticatedKey["apiKey"],
  { permission, verb, address }: KeyUse,
  now: Date,
): Promise<void> {
  const isNew = isAllowed(access, permission) && !uses.includes(permission);
  if (!isNew && lastUsedAt && now.getTime() - lastUsedAt.getTime() < LAST_USED_RESOLUTION_MS) return;
  await pool.query(
    `UPDATE api_keys SET last_used_at = $2, last_used_verb = $3, last_used_address = $4,
       uses = CASE WHEN $5::text IS NULL OR $5 = ANY (uses) THEN uses ELSE array_append(uses, $5) END WHERE id = $1`,
    [id, now, verb, address, isNew ? permission : null],
  );
}

/**
 * Finds the case by the API key in an authorization header: the user name of a Basic one, whose password is ignored, or the token of
 * a Bearer one. Refuses a missing, unknown, revoked or expired key.
 */
export async function authenticateKey(
  authorization: string | null,
  use: KeyUse,
  now = new Date(),
): Promise<AuthenticatedKey> {
  const key = parseKey(authorization);
  const match = await findMatch("tattle", key, now);
  if (!match) throw keyRefusal("Your API key is missing or not valid. Send it as the Basic user name.");

  const { apiKey } = match;
  if (!isUsable(apiKey, now)) {
    throw keyRefusal("Your API key has expired. Create another one on the case’s API Keys page.");
  }
  await noteUse(apiKey, use, now);
  return match;
}

/** The snitches that a key reaches. */
export const scopeOf = ({ apiKey }: AuthenticatedKey) => toScope(apiKey);

type KeyRow = Case &
  Omit<AuthenticatedKey["apiKey"], "id" | "name"> & { keyId: string; keyName: string; accountId: string };

// SQL, because every API request runs this: Prisma would send two queries.
async function findByHash(hash: string, now: Date): Promise<AuthenticatedKey | undefined> {
  const { rows } = await pool.query<KeyRow>(
    `SELECT k.id AS "keyId", k.name AS "keyName", k.access::text AS access, k.tags, k.snitches, k.uses, k.hash <> $1 AS "isFormerSecret",
       k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
       ${buildAccountSql("c.id")} AS "accountId", ${SELECTED_CASE}
     FROM api_keys k JOIN cases c ON c.id = k.case_id
     WHERE k.id = coalesce((SELECT id FROM api_keys WHERE hash = $1),
       (SELECT api_key_id FROM former_secrets WHERE hash = $1 AND works_until > $2))`,
    [hash, now],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { keyId, keyName, access, tags, snitches, uses, lastUsedAt, expiresAt, revokedAt, ...others } = row;
  const { isFormerSecret, accountId, ...theCase } = others;
  const apiKey = { id: keyId, name: keyName, access, tags, snitches, uses, lastUsedAt, expiresAt, revokedAt };
  return { theCase, accountId, apiKey: { ...apiKey, isFormerSecret } };
}

function parseKey(authorization: string | null): string {
  const [, token] = authorization?.match(/^bearer +(\S+) *$/i) ?? [];
  if (token !== undefined) return token;
  const [, encoded = ""] = authorization?.match(/^basic +(\S+) *$/i) ?? [];
  return Buffer.from(encoded, "base64").toString().split(":", 1)[0] ?? "";
}
