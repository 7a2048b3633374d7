import { type Actor, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { HOUR_MS } from "@/lib/rules/durations";
import { refuseFormerSecret } from "./api-key-access";
import { type ApiKeyAccess, type ApiKeyKind, generateKey, prefixOf, storedHash } from "./api-key-form";

/** Each rotation leaves one secret that still works. */
const MAX_FORMER_SECRETS = 5;

type RotatedKey = { id: string; name: string; key: string; formerWorksUntil: Date };
type Row = { name: string; kind: ApiKeyKind; access: ApiKeyAccess; hash: string };

/**
 * Gives a key a new secret, which cannot be read again later. The previous one works for some hours more; with none, all earlier
 * ones end at once.
 */
export async function rotateApiKey(
  caseId: string,
  id: string,
  overlapHours: number,
  by: Actor,
  now: Date,
): Promise<RotatedKey> {
  refuseFormerSecret(by);
  return transaction(async (sql) => {
    const [row] = await sql<Row>(
      `SELECT name, kind::text AS kind, access::text AS access, hash FROM api_keys
       WHERE case_id = $1 AND id = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3) FOR UPDATE`,
      [caseId, id, now],
    );
    if (!row) throw notFound("API key");
    const formerWorksUntil = new Date(now.getTime() + overlapHours * HOUR_MS);
    await sql("DELETE FROM former_secrets WHERE api_key_id = $1 AND (works_until <= $2 OR $3 = 0)", [
      id,
      now,
      overlapHours,
    ]);
    if (overlapHours > 0) {
      const former = await sql("SELECT FROM former_secrets WHERE api_key_id = $1", [id]);
      if (former.length >= MAX_FORMER_SECRETS) throw tooManySecrets();
      await sql("INSERT INTO former_secrets (hash, works_until, api_key_id) VALUES ($1, $2, $3)", [
        row.hash,
        formerWorksUntil,
        id,
      ]);
    }
    const key = generateKey(row.kind, row.access);
    await sql("UPDATE api_keys SET hash = $2, prefix = $3 WHERE id = $1", [
      id,
      storedHash(row.kind, key),
      prefixOf(key),
    ]);
    const facts = { overlap_hours: String(overlapHours) };
    await recordEvents(sql, caseId, by, [
      { action: "api_key.rotated", resource: { id, name: row.name }, facts },
    ]);
    return { id, name: row.name, key, formerWorksUntil };
  });
}

const tooManySecrets = () =>
  new Refusal(
    "resource_invalid",
    `This key has ${MAX_FORMER_SECRETS} earlier secrets that still work. Wait until one expires, or expire them all with an overlap of 0 hours.`,
  );
