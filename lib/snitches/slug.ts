import type { KeyScope } from "@/lib/cases/key-scope";
import type { Sql } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";

type Owner = {
  caseId: string;
  /** Null for a new snitch. */
  id: string | null;
  environment: string;
};

/**
 * Refuses the slug of another snitch of the case, in the same environment; `attribute` is what the input changes. Other protocols know snitches that share one, so no
 * index does it: call it under the lock of the case.
 */
export async function refuseTakenSlug(
  sql: Sql,
  { caseId, id, environment }: Owner,
  slug: string | undefined,
  attribute: "slug" | "environment" = "slug",
): Promise<void> {
  if (!slug) return;
  const [other] = await sql(
    `SELECT FROM snitches
     WHERE case_id = $1 AND slug = $2 AND slug <> '' AND environment = $3 AND id IS DISTINCT FROM $4::uuid LIMIT 1`,
    [caseId, slug, environment, id],
  );
  if (other) throw conflict(attribute);
}

/**
 * Refuses a narrowed key the slug of a snitch that it does not reach, in any environment: check-ins by that slug would no longer lead
 * there. Call it under the lock of the case.
 */
export async function refuseSlugOutside(
  sql: Sql,
  { caseId, id }: Omit<Owner, "environment">,
  scope: KeyScope,
  slug: string | undefined,
  attribute: "slug" | "environment" = "slug",
): Promise<void> {
  if (!scope || !slug) return;
  const [other] = await sql(
    `SELECT FROM snitches WHERE case_id = $1 AND slug = $2 AND slug <> '' AND id IS DISTINCT FROM $3::uuid
       AND NOT (tags && $4::text[] OR token = ANY ($5::text[])) LIMIT 1`,
    [caseId, slug, id, scope.tags, scope.tokens],
  );
  if (other) throw conflict(attribute);
}

/** Other protocols show the sentence alone. */
const conflict = (attribute: "slug" | "environment") =>
  attribute === "slug"
    ? new Refusal("resource_invalid", "This slug is already used by another snitch.", [
        { attribute, message: "is already used by another snitch" },
      ])
    : new Refusal("resource_invalid", "Another snitch has the same slug in this environment.", [
        { attribute, message: "has another snitch with the same slug" },
      ]);
