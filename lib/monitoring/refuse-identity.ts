import type { KeyScope } from "@/lib/cases/key-scope";
import type { Sql } from "@/lib/platform/db";
import { invalidAttribute } from "@/lib/platform/refusal";
import { environmentProblem } from "@/lib/rules/environment";
import type { SnitchChanges } from "@/lib/snitches/input";
import { refuseSlugOutside, refuseTakenSlug } from "@/lib/snitches/slug";
import type { LockedSnitch } from "@/lib/snitches/store";
import type { StoredSettings } from "./stored-settings";

/** How other protocols name a snitch, and which of their requests count. What is absent stays as it is. */
export type IdentityChanges = Partial<Pick<StoredSettings, "slug" | "environment" | "filters">>;

/**
 * Refuses an identity that a locked snitch cannot have. The slug and the environment of `input` are refused if another snitch has
 * them, and any new slug or environment if a snitch outside the scope has the slug.
 */
export async function refuseIdentity(
  sql: Sql,
  { id, caseId }: LockedSnitch,
  before: StoredSettings,
  { slug, environment }: Pick<StoredSettings, "slug" | "environment">,
  scope: KeyScope,
  input: SnitchChanges,
): Promise<void> {
  if (input.environment !== undefined && environment !== before.environment) {
    const message = environmentProblem(environment, before.setBy);
    if (message) throw invalidAttribute("environment", message);
  }
  if (slug !== before.slug || environment !== before.environment) {
    const attribute = slug === before.slug ? "environment" : "slug";
    const isUnique = input.slug !== undefined || input.environment !== undefined;
    if (isUnique) await refuseTakenSlug(sql, { caseId, id, environment }, slug, attribute);
    await refuseSlugOutside(sql, { caseId, id }, scope, slug, attribute);
  }
}
