import type { Sql } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";

type Owner = {
  caseId: string;
  /** Null for a new snitch. */
  id: string | null;
  environment: string;
};

/**
 * Refuses the slug of another snitch of the case, in the same environment. Other protocols know snitches that share one, so no
 * index does it: call it under the lock of the case.
 */
export async function refuseTakenSlug(
  sql: Sql,
  { caseId, id, environment }: Owner,
  slug: string | undefined,
): Promise<void> {
  if (!slug) return;
  const [other] = await sql(
    `SELECT FROM snitches
     WHERE case_id = $1 AND slug = $2 AND slug <> '' AND environment = $3 AND id IS DISTINCT FROM $4::uuid LIMIT 1`,
    [caseId, slug, environment, id],
  );
  if (other) throw invalid([{ attribute: "slug", message: "is already that of another snitch" }]);
}
