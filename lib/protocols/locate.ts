import { type ApiKeyKind, isKey, storedHash } from "@/lib/cases/api-key-form";
import { isInScope, type KeyScope, toScope } from "@/lib/cases/key-scope";
import { run } from "@/lib/check-ins/connection";
import { createLookup } from "@/lib/check-ins/lookup";
import type { ApiKeyAccess } from "@/lib/platform/generated/client";
import { isSlug } from "@/lib/rules/slug";

/** A snitch that other protocols know by a slug. */
export type NamedSnitch = { token: string; checkInKey: string; environment: string; tags: string[] };

/** The case of an API key, with the snitches of a slug. */
export type Located = {
  caseId: string;
  apiKey: { id: string; name: string; access: ApiKeyAccess; expiresAt: Date | null; isFormerSecret: boolean };
  scope: KeyScope;
  /** The snitches with the slug in the key's scope, oldest first. */
  snitches: NamedSnitch[];
};

type Row = {
  position: number;
  caseId: string;
  keyId: string;
  name: string;
  access: ApiKeyAccess;
  expiresAt: Date | null;
  isFormerSecret: boolean;
  tags: string[];
  inScope: string[];
  snitches: NamedSnitch[];
};

/** Also notes that the keys are used, at most once a minute. */
const LOCATE = `
  WITH keys AS (
    SELECT n.position, n.slug, f.works_until, coalesce((SELECT id FROM api_keys k WHERE k.hash = n.hash), f.api_key_id) AS id
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY n (hash, slug, position)
    LEFT JOIN former_secrets f ON f.hash = n.hash AND f.works_until > now()),
  used AS (
    UPDATE api_keys k SET last_used_at = now(), last_used_verb = 'check-in', last_used_address = '',
      uses = CASE WHEN 'report' = ANY (uses) OR access = 'read' THEN uses ELSE array_append(uses, 'report') END
    WHERE k.id IN (SELECT id FROM keys) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute'))
  SELECT n.position::int, k.case_id AS "caseId", k.id AS "keyId", k.name, k.access::text AS access, k.tags, k.snitches AS "inScope",
    least(k.expires_at, n.works_until) AS "expiresAt", n.works_until IS NOT NULL AS "isFormerSecret",
    coalesce((
      SELECT json_agg(json_build_object('token', s.token, 'checkInKey', s.check_in_key, 'environment', s.environment, 'tags', s.tags) ORDER BY s.id)
      FROM snitches s WHERE s.case_id = k.case_id AND s.slug = n.slug AND s.slug <> ''), '[]') AS snitches
  FROM keys n JOIN api_keys k ON k.id = n.id`;

/** Separates the two parts of a text that is looked up. No hash has it. */
const SEPARATOR = " ";

/** A slug that no snitch had may have been taken since. */
const isWithoutSnitch = ({ snitches }: Located, text: string) =>
  snitches.length === 0 && !text.endsWith(SEPARATOR);

const find = createLookup<Located>(async (texts) => {
  const parts = texts.map((text) => text.split(SEPARATOR));
  const rows = (await run(LOCATE, [parts.map(([hash]) => hash), parts.map(([, slug]) => slug)])) as Row[];
  const byPosition = new Map(rows.map((row) => [row.position, located(row)]));
  return texts.map((_, index) => byPosition.get(index + 1) ?? null);
}, isWithoutSnitch);

function located({ caseId, keyId, tags, inScope, snitches, ...key }: Row): Located {
  const scope = toScope({ tags, snitches: inScope });
  return {
    caseId,
    apiKey: { ...key, id: keyId },
    scope,
    snitches: snitches.filter((snitch) => isInScope(scope, snitch)),
  };
}

/**
 * The case of an API key of this kind, and its snitches with this slug; null if there is no such key, or it has expired. While
 * the database is unavailable it returns the last result, and throws without one.
 */
export async function locate(
  kind: ApiKeyKind,
  key: string,
  slug: string,
  now: Date,
): Promise<Located | null> {
  if (!isKey(kind, key)) return null;
  const location = await find(`${storedHash(kind, key)}${SEPARATOR}${isSlug(slug) ? slug : ""}`);
  return location?.apiKey.expiresAt && location.apiKey.expiresAt <= now ? null : location;
}
