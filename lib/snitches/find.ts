import { type KeyScope, scopeFilter } from "@/lib/cases/key-scope";
import { db } from "@/lib/platform/db";
import type { Snitch } from "@/lib/platform/generated/client";
import { isPostgresText } from "@/lib/platform/postgres-text";
import type { Slice } from "./in-slices";
import { whereStale } from "./stale";

export type { Snitch };

/** The snitch of this case with this token. Null if there is none or it belongs to another case. */
export const findSnitch = (caseId: string, token: string): Promise<Snitch | null> =>
  db.snitch.findFirst({ where: { caseId, token } });

/** The case of the snitch with this token. Null if there is none or the user is not a member of its case. */
export async function findCaseIdOfSnitch(token: string, userId: string): Promise<string | null> {
  if (!isPostgresText(token)) return null;
  const where = { token, case: { members: { some: { userId } } } };
  return (await db.snitch.findFirst({ where, select: { caseId: true } }))?.caseId ?? null;
}

/** Which snitches to list. An absent filter matches all. */
export type SnitchFilter = {
  tags?: string[];
  slug?: string | null;
  environment?: string | null;
  scope?: KeyScope;
  /** Only those that are stale at this time. */
  staleAt?: Date | null;
};

/** A slice of the snitches of the case that have every one of these tags, this slug and this environment, oldest first. */
export async function listSnitches(
  caseId: string,
  { tags = [], slug, environment, scope = null, staleAt = null }: SnitchFilter,
  { after, limit }: Slice = {},
): Promise<Snitch[]> {
  // Postgres cannot store such a text, and a query with it would fail.
  if (![...tags, slug ?? "", environment ?? ""].every(isPostgresText)) return [];
  return db.snitch.findMany({
    where: {
      caseId,
      ...(tags.length > 0 && { tags: { hasEvery: tags } }),
      ...(slug && { slug }),
      ...(environment && { environment }),
      ...(after && { id: { gt: after } }),
      AND: [scopeFilter(scope), staleAt ? whereStale(staleAt) : {}],
    },
    orderBy: { id: "asc" },
    take: limit,
  });
}
