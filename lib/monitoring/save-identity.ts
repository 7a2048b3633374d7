import type { Fact } from "@/lib/audit/record";
import type { KeyScope } from "@/lib/cases/key-scope";
import type { Sql } from "@/lib/platform/db";
import type { Filters } from "@/lib/rules/reports/filters";
import { filtersToStore } from "@/lib/snitches/filter-input";
import type { SnitchChanges } from "@/lib/snitches/input";
import { refuseSlugOutside, refuseTakenSlug } from "@/lib/snitches/slug";
import type { LockedSnitch } from "@/lib/snitches/store";
import type { FactChange } from "./save-rules";

type Identity = { slug: string; environment: string; filters: Filters | null };

/** How other protocols name a snitch, and which of their requests count. What is absent stays as it is. */
export type IdentityChanges = Partial<Identity>;

/**
 * Saves what an input says about the identity of a locked snitch. The slug of `input` is refused if another snitch has it, and any slug
 * if a snitch outside the scope has it.
 */
export async function saveIdentity(
  sql: Sql,
  { id, caseId }: LockedSnitch,
  scope: KeyScope,
  identity: IdentityChanges,
  input: SnitchChanges,
): Promise<FactChange> {
  const changes = { ...identity, ...(input.slug !== undefined && { slug: input.slug }) };
  const isAbsent = [...Object.values(changes), input.filters].every((value) => value === undefined);
  const [before] = isAbsent
    ? []
    : await sql<Identity>("SELECT slug, environment, filters FROM snitches WHERE id = $1", [id]);
  if (!before) return { before: {}, after: {} };
  const { slug = before.slug, environment = before.environment } = changes;
  const {
    filters = input.filters === undefined ? before.filters : filtersToStore(input.filters, before.filters),
  } = changes;
  if (input.slug !== before.slug) await refuseTakenSlug(sql, { caseId, id, environment }, input.slug);
  if (slug !== before.slug) await refuseSlugOutside(sql, { caseId, id }, scope, slug);
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
