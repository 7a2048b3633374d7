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
import type { ColumnChange } from "./change-rules";
import type { StoredAttributes } from "./stored-attributes";

type Identity = Pick<StoredAttributes, "slug" | "environment" | "filters">;

/** How other protocols name a snitch, and which of their requests count. What is absent stays as it is. */
export type IdentityChanges = Partial<Identity>;

/**
 * What is said about the identity of a locked snitch. The slug and the environment of `input` are refused if another snitch has
 * them, and any new slug or environment if a snitch outside the scope has the slug.
 */
export async function changeIdentity(
  sql: Sql,
  { id, caseId }: LockedSnitch,
  attributes: StoredAttributes,
  scope: KeyScope,
  identity: IdentityChanges,
  input: SnitchChanges,
): Promise<ColumnChange<Identity>> {
  const slug = input.slug ?? identity.slug ?? attributes.slug;
  const environment = input.environment ?? identity.environment ?? attributes.environment;
  const {
    filters = input.filters === undefined
      ? attributes.filters
      : filtersToStore(input.filters, attributes.filters),
  } = identity;
  if (input.environment !== undefined && environment !== attributes.environment) {
    const message = environmentProblem(environment, attributes.setBy);
    if (message) throw invalid([{ attribute: "environment", message }]);
  }
  if (slug !== attributes.slug || environment !== attributes.environment) {
    const attribute = slug === attributes.slug ? "environment" : "slug";
    const isUnique = input.slug !== undefined || input.environment !== undefined;
    if (isUnique) await refuseTakenSlug(sql, { caseId, id, environment }, slug, attribute);
    await refuseSlugOutside(sql, { caseId, id }, scope, slug, attribute);
  }
  const columns = { slug, environment, filters };
  return { columns, before: toFacts(attributes), after: toFacts(columns) };
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
