import { randomBytes } from "node:crypto";
import { type Actor, recordEvents } from "@/lib/audit/record";
import { isInScope, type KeyScope, tagsOfNew } from "@/lib/cases/key-scope";
import { LOCK_TIMEOUTS } from "@/lib/cases/lock";
import { refuseBeyondPlan, refuseIfOnHold, snitchLimit } from "@/lib/cases/plan";
import { countAddedSnitch, type SnitchAdder, scopeOfAdder } from "@/lib/cases/snitch-limit";
import { askRecipientsLater } from "@/lib/emails/recipients/ask";
import { buildRecipientKeys, registerRecipients } from "@/lib/emails/recipients/register";
import { NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { db, toSql } from "@/lib/platform/db";
import type { Case, Prisma, SettingsSource, Snitch } from "@/lib/platform/generated/client";
import { publishChange } from "@/lib/platform/publish-change";
import { invalidAttribute, notFound, Refusal } from "@/lib/platform/refusal";
import { environmentProblem } from "@/lib/rules/environment";
import { formatCount } from "@/lib/rules/format-count";
import type { Filters } from "@/lib/rules/reports/filters";
import { lockDependencies, refuseUnknownChannels, saveDependencies } from "./dependencies";
import { columnsOfNew, type NewSnitch } from "./input";
import { refuseSlugOutside, refuseTakenSlug } from "./slug";

type Transaction = Parameters<Parameters<typeof db.$transaction>[0]>[0];

export type CaseTerms = Pick<Case, "id" | "plan" | "onHoldAt">;

/**
 * Refuses if the case is on hold or its plan has no room for another snitch. Call it before validating input, because this
 * refusal comes first. `createSnitch` checks again under a lock.
 */
export async function refuseBeyondLimit(theCase: CaseTerms, tx: Transaction | typeof db = db): Promise<void> {
  refuseIfOnHold(theCase);
  const limit = snitchLimit(theCase.plan);
  if (limit === Number.POSITIVE_INFINITY) return;
  const used = await tx.snitch.count({ where: { caseId: theCase.id } });
  if (used < limit) return;
  const maximum = formatCount(limit, "snitch", "snitches");
  throw new Refusal(
    "plan_limit_reached",
    `Your plan (${theCase.plan}) has room for ${maximum}. Remove one, or move to a larger plan.`,
  );
}

/** Whether the case, or the key that adds, gets no other new snitch either. */
export const refusesNew = ({ type }: Refusal): boolean =>
  type === "plan_limit_reached" || type === "account_on_hold";

/** How other protocols and exported files name a snitch. */
export type SnitchIdentity = {
  /** Kept from where the snitch was imported from; by default a new one. */
  token?: string;
  slug?: string;
  environment?: string;
  /** Unique in its case. */
  key?: string;
  /** The protocol whose check-ins bring its settings. */
  setBy?: SettingsSource;
  /** Whether it represents no real job. */
  isExample?: boolean;
  filters?: Filters;
  /** What clients of Opsgenie say of it that has no other place. */
  opsgenie?: Prisma.InputJsonObject;
};

/**
 * Creates a snitch within the reach of the person who asks: it gets a tag of a narrowed key, and no slug of a snitch outside. It stays
 * pending until its first check-in.
 */
export const createSnitch = (
  theCase: CaseTerms,
  input: NewSnitch,
  by: Actor,
  scope: KeyScope,
  identity: SnitchIdentity = {},
) => create(theCase, input, by, { scope, adder: null }, identity, async () => null);

/**
 * Creates a snitch unless the case has one with this slug and environment, which it returns then. Two calls at once create
 * one. `adder`: what a check-in that adds it comes with; null for none. Refuses beyond the limit of its key, and a snitch or a slug
 * that the key does not reach.
 */
export const createUnlessNamed = (
  theCase: CaseTerms,
  input: NewSnitch,
  by: Actor,
  identity: SnitchIdentity & { slug: string },
  adder: SnitchAdder | null,
) => {
  const findExisting = (tx: Transaction) =>
    tx.snitch.findFirst({
      where: { caseId: theCase.id, slug: identity.slug, environment: identity.environment ?? "" },
      orderBy: { id: "asc" },
    });
  return create(theCase, input, by, { scope: scopeOfAdder(adder), adder }, identity, findExisting);
};

/**
 * Creates a snitch unless the case has one with this key of an exported file, which it returns then. Two calls at once create one.
 * Refuses a snitch or a slug outside the scope.
 */
export const createUnlessKeyed = (
  theCase: CaseTerms,
  input: NewSnitch,
  by: Actor,
  identity: SnitchIdentity & { key: string },
  scope: KeyScope,
) =>
  create(theCase, input, by, { scope, adder: null }, identity, (tx) =>
    tx.snitch.findUnique({ where: { caseId_key: { caseId: theCase.id, key: identity.key } } }),
  );

/** `findExisting` is called once no other snitch of the case can be created. */
async function create(
  { id: caseId }: CaseTerms,
  input: NewSnitch,
  by: Actor,
  { scope, adder }: { scope: KeyScope; adder: SnitchAdder | null },
  { token = randomBytes(8).toString("hex"), ...identity }: SnitchIdentity,
  findExisting: (tx: Transaction) => Promise<Snitch | null>,
): Promise<Snitch> {
  const { filters, ...columns } = { ...columnsOfNew(input), ...identity };
  const { environment, alertEmail, schedule, interval } = columns;
  const problem = identity.environment === undefined && environmentProblem(environment, null);
  if (problem) throw invalidAttribute("environment", problem);
  const { snitch, newRows } = await db.$transaction(async (tx) => {
    if (input.depends_on?.length) await lockDependencies(toSql(tx), caseId);
    await refuseUnknownChannels(toSql(tx), caseId, columns.channels);
    // Parallel creates must not both take the last free place. This lock does not block check-ins, which refer to the case.
    const [theCase] = await tx.$queryRaw<CaseTerms[]>`
      SELECT id, plan::text AS plan, on_hold_at AS "onHoldAt" FROM cases WHERE id = ${caseId}::uuid FOR NO KEY UPDATE`;
    if (!theCase) throw notFound("case");
    const existing = await findExisting(tx);
    if (existing && !isInScope(scope, existing)) throw notFound("snitch");
    if (existing) return { snitch: existing, newRows: NO_NEW_ROWS };
    await refuseBeyondLimit(theCase, tx);
    refuseBeyondPlan(theCase.plan, { ...columns, terms: { ...columns, startGrace: null } });
    await refuseTakenSlug(toSql(tx), { caseId, id: null, environment }, input.slug);
    await refuseSlugOutside(toSql(tx), { caseId, id: null }, scope, identity.slug ?? input.slug);
    const newRows = adder ? await countAddedSnitch(toSql(tx), caseId, adder, by) : NO_NEW_ROWS;
    const snitch = await tx.snitch.create({
      data: {
        ...columns,
        tags: tagsOfNew(scope, columns.tags),
        caseId,
        ...(filters && { filters }),
        token,
      },
    });
    if (input.depends_on?.length) await saveDependencies(toSql(tx), snitch, input.depends_on);
    await registerRecipients(toSql(tx), buildRecipientKeys(caseId, alertEmail));
    const resource = { id: snitch.token, name: snitch.name };
    await recordEvents(toSql(tx), caseId, by, [
      {
        action: "snitch.created",
        resource,
        facts: schedule ? { schedule } : { interval },
      },
    ]);
    return { snitch, newRows };
  }, LOCK_TIMEOUTS);
  wakeWorkersLater(newRows);
  publishChange([caseId]);
  if (alertEmail.length > 0) askRecipientsLater(caseId);
  return snitch;
}
