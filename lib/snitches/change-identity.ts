import type { Actor } from "@/lib/audit/actor";
import { changesBetween, type Fact, recordEvents } from "@/lib/audit/record";
import { publishChange } from "@/lib/live/publish";
import { transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import type { Filters } from "@/lib/rules/filters";

type Identity = { slug: string; environment: string; filters: Filters | null };

/** Changes by which other protocols name a snitch, and which of their requests count. Does nothing if nothing differs. */
export async function changeIdentity(
  caseId: string,
  token: string,
  identity: Identity,
  by: Actor,
): Promise<void> {
  await transaction(async (sql) => {
    const [before] = await sql<Identity & { name: string }>(
      "SELECT name, slug, environment, filters FROM snitches WHERE case_id = $1 AND token = $2 FOR NO KEY UPDATE",
      [caseId, token],
    );
    if (!before) throw notFound("snitch");
    const facts = changesBetween(factsOf(before), factsOf(identity));
    if (Object.keys(facts).length === 0) return;
    await sql(
      "UPDATE snitches SET slug = $3, environment = $4, filters = $5 WHERE case_id = $1 AND token = $2",
      [caseId, token, identity.slug, identity.environment, identity.filters],
    );
    const resource = { id: token, name: before.name };
    await recordEvents(sql, caseId, by, [{ action: "snitch.changed", resource, facts }]);
  });
  publishChange([caseId]);
}

const factsOf = ({ slug, environment, filters }: Identity): Record<string, Fact> => ({
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
