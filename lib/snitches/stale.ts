import { db } from "@/lib/platform/db";
import type { Prisma, Snitch } from "@/lib/platform/generated/client";
import { staleBefore } from "@/lib/rules/suggestions/stale";

/** The snitches of a case that may no longer be wanted, as a filter: `staleSince` says the same of one. */
export function whereStale(now: Date) {
  const before = staleBefore(now);
  return {
    OR: [
      { status: "failed" as const, missingSince: { lte: before.missing } },
      { status: "pending" as const, createdAt: { lte: before.pending } },
    ],
    NOT: { silenced: { has: "stale" } },
  };
}

/** Those that have been missing for longest come before pending ones. */
export const STALE_ORDER = [
  { missingSince: { sort: "asc", nulls: "last" } },
  { id: "asc" },
] satisfies Prisma.SnitchOrderByWithRelationInput[];

/** The first of them. */
export const listStale = (caseId: string, now: Date, limit: number): Promise<Snitch[]> =>
  db.snitch.findMany({
    where: { caseId, ...whereStale(now) },
    orderBy: STALE_ORDER,
    take: limit,
  });

export const countStale = (caseId: string, now: Date): Promise<number> =>
  db.snitch.count({ where: { caseId, ...whereStale(now) } });
