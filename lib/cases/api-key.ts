import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { db, pool, type Sql, toSql, transaction } from "@/lib/platform/db";
import type { ApiKey, Case } from "@/lib/platform/generated/client";
import { MINUTE_MS } from "@/lib/rules/durations";
import { keyRefusal } from "./api-key-access";
import { ACCESS_OF_KIND, type ApiKeyKind, generateKey, isKey, storedHash } from "./api-key-form";
import type { NewApiKey } from "./input";

const PREFIX_LENGTH = 5;

/** “Last used” is updated at most this often, so that a busy key does not cause a write per request. */
const LAST_USED_RESOLUTION_MS = MINUTE_MS;

type NewKey = Partial<NewApiKey> & { name: string };

/** Creates a key. The returned `key` cannot be read again later: only its hash is stored. */
export async function createApiKey(
  caseId: string,
  { name, kind = "tattle", access = ACCESS_OF_KIND[kind][0], expiresAt = null, snitchLimit }: NewKey,
  by: Actor,
): Promise<{ id: string; key: string }> {
  const key = generateKey(kind, access);
  const prefix = key.slice(0, PREFIX_LENGTH);
  const createdById = by.kind === "user" ? by.id : null;
  return db.$transaction(async (tx) => {
    const { id } = await tx.apiKey.create({
      data: {
        caseId,
        name,
        kind,
        access,
        snitchLimit: access === "ping" ? snitchLimit : null,
        expiresAt,
        prefix,
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
      ...(expiresAt && { expires: expiresAt.toISOString() }),
    };
    await recordEvents(toSql(tx), caseId, by, [{ action: "api_key.created", resource: { id, name }, facts }]);
    return { id, key };
  });
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
  const events = revoked.map((resource) => ({ action: "api_key.revoked" as const, resource }));
  await recordEvents(sql, caseId, by, events);
}

type AuthenticatedKey = {
  theCase: Case;
  apiKey: Pick<ApiKey, "id" | "name" | "access" | "lastUsedAt" | "expiresAt" | "revokedAt">;
};

/** The usable key of a protocol, and its case; null if there is none. Notes that the key was used. */
export async function findApiKey(kind: ApiKeyKind, key: string, now: Date): Promise<AuthenticatedKey | null> {
  const match = await findMatch(kind, key);
  if (!match || !isUsable(match.apiKey, now)) return null;
  await noteUse(match.apiKey, now);
  return match;
}

const findMatch = async (kind: ApiKeyKind, key: string) =>
  isKey(kind, key) ? findByHash(storedHash(kind, key)) : undefined;

async function noteUse({ id, lastUsedAt }: AuthenticatedKey["apiKey"], now: Date): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < LAST_USED_RESOLUTION_MS) return;
  // `updateMany` does not fail if the key was deleted in the meantime.
  await db.apiKey.updateMany({ where: { id }, data: { lastUsedAt: now } });
}

/**
 * Finds the case by the API key in the user name of a Basic authorization header; the password is ignored. Refuses a
 * missing, unknown, revoked or expired key.
 */
export async function authenticateKey(
  authorization: string | null,
  now = new Date(),
): Promise<AuthenticatedKey> {
  const key = parseUserName(authorization);
  const match = await findMatch("tattle", key);
  if (!match) throw keyRefusal("Your API key is missing or not valid. Send it as the Basic user name.");

  const { theCase, apiKey } = match;
  if (!isUsable(apiKey, now)) {
    throw keyRefusal("Your API key has expired. Create another one on the case’s API Keys page.");
  }
  await noteUse(apiKey, now);
  return { theCase, apiKey };
}

type KeyRow = Case & Omit<AuthenticatedKey["apiKey"], "id" | "name"> & { keyId: string; keyName: string };

// SQL, because every API request runs this: Prisma would send two queries.
async function findByHash(hash: string): Promise<AuthenticatedKey | undefined> {
  const { rows } = await pool.query<KeyRow>(
    `SELECT k.id AS "keyId", k.name AS "keyName", k.access::text AS access, k.last_used_at AS "lastUsedAt",
       k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", c.id, c.name, c.plan::text AS plan,
       c.alert_email AS "alertEmail", c.email_frequency::text AS "emailFrequency", c.on_hold_at AS "onHoldAt", c.created_at AS "createdAt",
       c.limits_emails AS "limitsEmails", c.dead_end_since AS "unreachableSince", c.number, c.dsn_version AS "dsnVersion",
       c.dsn_snitch_limit AS "dsnSnitchLimit", c.dsn_snitches_added AS "dsnSnitchesAdded"
     FROM api_keys k JOIN cases c ON c.id = k.case_id WHERE k.hash = $1`,
    [hash],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { keyId, keyName, access, lastUsedAt, expiresAt, revokedAt, ...theCase } = row;
  return { theCase, apiKey: { id: keyId, name: keyName, access, lastUsedAt, expiresAt, revokedAt } };
}

function parseUserName(authorization: string | null): string {
  const [, encoded = ""] = authorization?.match(/^basic +(\S+) *$/i) ?? [];
  return Buffer.from(encoded, "base64").toString().split(":", 1)[0] ?? "";
}
