import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { db, pool, sqlOf, transaction } from "@/lib/platform/db";
import type { ApiKey, Case } from "@/lib/platform/generated/client";
import { Refusal } from "@/lib/platform/refusal";
import type { NewApiKey } from "./input";

/** 16 random bytes are 22 characters that need no escaping in a URL. */
const KEY_BYTES = 16;
const KEY = /^[\w-]{22}$/;
const PREFIX_CHARACTERS = 5;

/** “Last used” is as coarse as this, so that a busy key is not a row written all the time. */
const LAST_USED_MS = 60_000;

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");

/** Makes a key. This is the only time it can be read: what is stored is its hash. */
export async function createApiKey(
  caseId: string,
  { name, access = "full", expiresAt = null }: Partial<NewApiKey> & { name: string },
  by: Actor,
): Promise<{ id: string; key: string }> {
  const key = randomBytes(KEY_BYTES).toString("base64url");
  const prefix = key.slice(0, PREFIX_CHARACTERS);
  const createdById = by.kind === "user" ? by.id : null;
  return db.$transaction(async (tx) => {
    const { id } = await tx.apiKey.create({
      data: { caseId, name, access, expiresAt, prefix, hash: hashOf(key), createdById },
      select: { id: true },
    });
    const facts = { access, ...(expiresAt && { expires: expiresAt.toISOString() }) };
    await recordEvents(sqlOf(tx), caseId, by, [{ action: "api_key.created", resource: { id, name }, facts }]);
    return { id, key };
  });
}

/** The keys of a case, newest first, revoked ones included, without their hashes. */
export async function listApiKeys(caseId: string) {
  const keys = await db.apiKey.findMany({
    where: { caseId },
    orderBy: { id: "desc" },
    omit: { hash: true },
    include: { createdBy: { select: { email: true } } },
  });
  return keys.map(({ createdBy, ...key }) => ({ ...key, createdBy: createdBy?.email ?? null }));
}

export const isUsable = ({ revokedAt, expiresAt }: Pick<ApiKey, "revokedAt" | "expiresAt">, now: Date) =>
  !revokedAt && (!expiresAt || expiresAt > now);

/** Revoking a key that is revoked, or another case's, changes nothing. */
export async function revokeApiKey(caseId: string, id: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    // Without its hash nothing finds it, not even an older version of this program.
    const [revoked] = await sql<{ name: string }>(
      `UPDATE api_keys SET revoked_at = now(), hash = 'revoked ' || id
       WHERE case_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING name`,
      [caseId, id],
    );
    if (!revoked) return;
    await recordEvents(sql, caseId, by, [
      { action: "api_key.revoked", resource: { id, name: revoked.name } },
    ]);
  });
}

type Signed = {
  theCase: Case;
  apiKey: Pick<ApiKey, "id" | "name" | "access" | "lastUsedAt" | "expiresAt" | "revokedAt">;
};

/** The case whose key is the user name of this Basic authorization; its password is ignored. */
export async function authenticateKey(authorization: string | null, now = new Date()): Promise<Signed> {
  const key = userNameIn(authorization);
  const found = KEY.test(key) ? await findByHash(hashOf(key)) : null;
  if (!found) throw refused("Your API key is missing or not valid. Send it as the Basic user name.");

  const { theCase, apiKey } = found;
  if (!isUsable(apiKey, now)) {
    throw refused("Your API key has expired. Create another one on the case’s API Keys page.");
  }
  if (!apiKey.lastUsedAt || now.getTime() - apiKey.lastUsedAt.getTime() >= LAST_USED_MS) {
    // Many rows or none: the key may have been revoked a moment ago.
    await db.apiKey.updateMany({ where: { id: apiKey.id }, data: { lastUsedAt: now } });
  }
  return { theCase, apiKey };
}

// Every request of the API begins with this: one query, where Prisma would make two of it.
async function findByHash(hash: string): Promise<Signed | undefined> {
  const { rows } = await pool.query(
    `SELECT k.id AS "keyId", k.name AS "keyName", k.access::text AS access, k.last_used_at AS "lastUsedAt",
       k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", c.id, c.name, c.plan::text AS plan,
       c.alert_email AS "alertEmail", c.on_hold_at AS "onHoldAt", c.created_at AS "createdAt"
     FROM api_keys k JOIN cases c ON c.id = k.case_id WHERE k.hash = $1`,
    [hash],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { keyId, keyName, access, lastUsedAt, expiresAt, revokedAt, ...theCase } = row;
  return { theCase, apiKey: { id: keyId, name: keyName, access, lastUsedAt, expiresAt, revokedAt } };
}

/** Refuses a change with a key that may only read. 403 is not in the specification's table of errors. */
export function refuseReadOnly({ access }: Pick<ApiKey, "access">, method: string): void {
  if (access === "full" || method === "GET" || method === "HEAD") return;
  throw refused("Your API key may only read. Use one with full access to change something.");
}

const refused = (message: string) => new Refusal("api_key_invalid", message);

function userNameIn(authorization: string | null): string {
  const [, encoded = ""] = authorization?.match(/^basic +(\S+) *$/i) ?? [];
  return Buffer.from(encoded, "base64").toString().split(":", 1)[0] ?? "";
}
