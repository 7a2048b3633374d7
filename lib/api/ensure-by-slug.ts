import { randomBytes } from "node:crypto";
import type { KeyActor } from "@/lib/audit/record";
import { isInScope, type KeyScope } from "@/lib/cases/key-scope";
import { updateSnitch } from "@/lib/monitoring/update";
import { db } from "@/lib/platform/db";
import { invalidAttribute, notFound, parse, Refusal } from "@/lib/platform/refusal";
import { isSameSchedule, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { type CaseTerms, createUnlessNamed, refusesNew } from "@/lib/snitches/create";
import type { Snitch } from "@/lib/snitches/find";
import { newSnitch } from "@/lib/snitches/input";
import { usableTerms } from "@/lib/snitches/schedule-input";
import { type NamedSnitch, namedSnitchOfMany } from "@/lib/snitches/slug-input";

/** What a new snitch has until someone says more, as one that a check-in of another protocol adds. */
const withDefaults = (grace?: number | null) => ({ schedule: "every 1 day", grace: grace ?? 3_600 });

/** Who asks, and which snitches they reach. `full`: why nothing can be created, where that is known. */
type Asked = { by: KeyActor; scope: KeyScope; now: Date; full?: Refusal };

export type EnsuredSnitch = { slug: string; token: string; checkInKey: string; created: boolean };

/**
 * Finds the snitch of the case with this slug, or creates it; two calls at once create one. For one that exists, only the schedule is
 * changed, as far as the input mentions it. Refuses beyond the limits of the plan and the key, and a snitch that
 * the key does not reach.
 */
export async function ensureBySlug(
  theCase: CaseTerms,
  slug: string,
  input: NamedSnitch,
  request: Asked,
): Promise<EnsuredSnitch> {
  const existing = await findBySlug(theCase.id, slug);
  const token = randomBytes(8).toString("hex");
  const snitch = existing ?? (await create(theCase, { slug, token }, input, request));
  const created = snitch.token === token;
  if (!isInScope(request.scope, snitch)) throw notFound("snitch");
  if (!created) await followSchedule(snitch, input, request);
  return { slug, token: snitch.token, checkInKey: snitch.checkInKey, created };
}

/** What became of one of many: the snitch, or why there is none. */
export type EnsuredOrRefusal = EnsuredSnitch | { slug: unknown; refusal: Refusal };

/** As `ensureBySlug`, for many. One that is refused does not hold back the others. */
export async function ensureManyBySlug(
  theCase: CaseTerms,
  inputs: { slug?: unknown }[],
  request: Asked,
): Promise<EnsuredOrRefusal[]> {
  const results: EnsuredOrRefusal[] = [];
  // Each further attempt would be a transaction that locks the case.
  let full: Refusal | undefined;
  for (const input of inputs) {
    try {
      const { slug, ...attributes } = parse(namedSnitchOfMany, input);
      results.push(await ensureBySlug(theCase, slug, attributes, { ...request, full }));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (refusesNew(refusal)) full = refusal;
      results.push({ slug: input.slug, refusal });
    }
  }
  return results;
}

/** The snitch with the slug and no environment, or else with the alphabetically first one. */
async function findBySlug(caseId: string, slug: string): Promise<Snitch | null> {
  const [first, second] = await db.snitch.findMany({
    where: { caseId, slug },
    orderBy: [{ environment: "asc" }, { id: "asc" }],
    take: 2,
  });
  if (!first) return null;
  if (second && second.environment === first.environment) {
    throw invalidAttribute(
      "slug",
      "belongs to several snitches: use a token instead, or change one of the slugs",
    );
  }
  return first;
}

function create(
  theCase: CaseTerms,
  identity: { slug: string; token: string },
  { name = identity.slug, interval, schedule, timezone, grace, tags }: NamedSnitch,
  { by, scope, full }: Asked,
): Promise<Snitch> {
  if (full) throw full;
  const terms = interval || schedule ? { interval, schedule, grace } : withDefaults(grace);
  const input = parse(newSnitch, { name, tags, timezone, ...terms });
  return createUnlessNamed(theCase, input, by, identity, { kind: "api_key", id: by.id, scope });
}

async function followSchedule(
  { caseId, token, ...snitch }: Snitch,
  { interval, schedule, timezone, grace }: NamedSnitch,
  { by, scope, now }: Asked,
): Promise<void> {
  const terms = { interval, schedule, timezone, grace };
  if (Object.values(terms).every((value) => value === undefined)) return;
  const before = toScheduleTerms(snitch);
  const after = { ...usableTerms(terms, before), startGrace: before.startGrace };
  if (!isSameSchedule(after, before)) await updateSnitch(caseId, token, terms, now, by, scope);
}
