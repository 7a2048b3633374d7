import { type KeyScope, scopeFilter } from "@/lib/cases/key-scope";
import { db, query } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/generated/client";
import { toToken, toUuid } from "@/lib/rules/snitch-uuid";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { findLastRuns } from "@/lib/runs/list";
import type { Slice } from "@/lib/snitches/in-slices";
import { type CheckColumns, type CheckFacts, computeUniqueKey } from "./check";
import { noSuchCheck } from "./rejection";

const COLUMNS = {
  id: true,
  token: true,
  checkInKey: true,
  name: true,
  slug: true,
  tags: true,
  notes: true,
  interval: true,
  schedule: true,
  timezone: true,
  grace: true,
  startGrace: true,
  early: true,
  active: true,
  channels: true,
  filters: true,
  status: true,
  pauseUntil: true,
  deadline: true,
  checkedInAt: true,
  erroredAt: true,
  running: true,
  checkInCount: true,
  lastRunAt: true,
  lastRunId: true,
} satisfies Prisma.SnitchSelect;

export type FoundCheck = CheckColumns & { lastRunAt: Date | null; lastRunId: string | null };

/** The snitches of one case in a key's scope. */
export type CallScope = { caseId: string; scope: KeyScope };

/** A slice of the matching snitches in scope, oldest first; by default all. */
export const listFound = (
  { caseId, scope }: CallScope,
  where: Prisma.SnitchWhereInput,
  { after, limit }: Slice = {},
): Promise<FoundCheck[]> =>
  db.snitch.findMany({
    where: { ...where, caseId, AND: [scopeFilter(scope), after ? { id: { gt: after } } : {}] },
    take: limit,
    orderBy: { id: "asc" },
    select: COLUMNS,
  });

/** The snitch in scope with this UUID. Rejects if there is none. */
export async function findByUuid(callScope: CallScope, uuid: string): Promise<FoundCheck> {
  const snitches = await listFound(callScope, { OR: [{ token: toToken(uuid) }, { id: uuid }] });
  const snitch = snitches.find((each) => toUuid(each).toLowerCase() === uuid.toLowerCase());
  if (!snitch) throw noSuchCheck();
  return snitch;
}

/** The snitch in scope with this UUID, or this key of read-only clients. Rejects if there is none. */
export async function findByKey(callScope: CallScope, key: string): Promise<FoundCheck> {
  if (isUuidInAnyCase(key)) return findByUuid(callScope, key);
  const { caseId, scope } = callScope;
  const where = { caseId, ...scopeFilter(scope) };
  const names = await db.snitch.findMany({ where, select: { id: true, token: true } });
  const match = names.find((each) => computeUniqueKey(each) === key);
  const [snitch] = match ? await listFound(callScope, { id: match.id }) : [];
  if (!snitch) throw noSuchCheck();
  return snitch;
}

/** A function that returns what these snitches' rows don't contain, by two queries however many there are. */
export async function findFacts(snitches: FoundCheck[]): Promise<(snitch: FoundCheck) => CheckFacts> {
  const [lastRuns, lastErrors] = await Promise.all([findLastRuns(snitches), findLastErrors(snitches)]);
  return ({ id }) => ({ lastRun: lastRuns.get(id) ?? null, lastErrorAt: lastErrors.get(id) ?? null });
}

/** The row has only the first of several errors in one period. */
async function findLastErrors(snitches: FoundCheck[]): Promise<Map<string, Date>> {
  const ids = snitches.filter(({ status }) => status === "errored").map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: string; at: Date }>(
    `SELECT s.id, (SELECT c.at FROM check_ins c WHERE c.snitch_id = s.id AND c.at >= s.errored_at AND c.accepted
         AND c.kind IN ('finish', 'violation') ORDER BY c.at DESC LIMIT 1) AS at
     FROM snitches s WHERE s.id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.flatMap(({ id, at }) => (at ? [[id, at]] : [])));
}
