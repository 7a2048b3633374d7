import type { Fact } from "@/lib/audit/record";
import type { KeyScope } from "@/lib/cases/key-scope";
import type { Sql } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import { environmentProblem } from "@/lib/rules/environment";
import type { Filters } from "@/lib/rules/reports/filters";
import { filtersToStore } from "@/lib/snitches/filter-attributes";
import type { SnitchChanges } from "@/lib/snitches/input";
import { refuseSlugOutside, refuseTakenSlug } from "@/lib/snitches/slug";
import type { LockedSnitch } from "@/lib/snitches/store";
import type { FactChange } from "./save-rules";

type Identity = { slug: string; environment: string; filters: Filters | null };
type Stored = Identity & { setBy: string | null };

/** How other protocols name a snitch, and which of their requests count. What is absent stays as it is. */
export type IdentityChanges = Partial<Identity>;

/**
 * Saves what is said about the identity of a locked snitch. The slug and the environment of `input` are refused if another snitch has
 * them, and any new slug or environment if a snitch outside the scope has the slug.
 */
export async function saveIdentity(
  sql: Sql,
  { id, caseId }: LockedSnitch,
  scope: KeyScope,
  identity: IdentityChanges,
  input: SnitchChanges,
): Promise<FactChange> {
  const changes = {
    ...identity,
    ...(input.slug !== undefined && { slug: input.slug }),
    ...(input.environment !== undefined && { environment: input.environment }),
  };
  const isAbsent = [...Object.values(changes), input.filters].every((value) => value === undefined);
  const [before] = isAbsent
    ? []
    : await sql<Stored>(
        'SELECT slug, environment, filters, set_by::text AS "setBy" FROM snitches WHERE id = $1',
        [id],
      );
  if (!before) return { before: {}, after: {} };
  const { slug = before.slug, environment = before.environment } = changes;
  const {
    filters = input.filters === undefined ? before.filters : filtersToStore(input.filters, before.filters),
  } = changes;
  if (input.environment !== undefined && environment !== before.environment) {
    const message = environmentProblem(environment, before.setBy);
    if (message) throw invalid([{ attribute: "environment", message }]);
  }
  if (slug !== before.slug || environment !== before.environment) {
    const attribute = slug === before.slug ? "environment" : "slug";
    const isUnique = input.slug !== undefined || input.environment !== undefined;
    if (isUnique) await refuseTakenSlug(sql, { caseId, id, environment }, slug, attribute);
    await refuseSlugOutside(sql, { caseId, id }, scope, slug, attribute);
  }
  await sql("UPDATE snitches SET slug = $2, environment = $3, filters = $4::jsonb WHERE id = $1", [
    id,
    slug,
    environment,
    filters && JSON.stringify(filters),
  ]);
  return { before: toFacts(before), after: toFacts({ slug, environment, filters }) };
}

const toFacts = ({ slug, environment, filters }: Identity): Record<string, Fact> => ({
  slug: slug || null,
  environment: environment || null,
  filters: filters && filtersInWords(filters),
});

/** The filters that are set, in a fixed order: Postgres keeps the members of JSON in an order of its own. */
const filtersInWords = (filters: Filters): string[] =>
  Object.entries(filters)
    .filter(([, value]) => value !== "" && value !== false)
    .map(([name, value]) => (value === true ? name : `${name}: ${value}`))
    .sort();
