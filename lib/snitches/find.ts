import { db } from "@/lib/platform/db";
import type { Snitch } from "@/lib/platform/generated/client";
import { isPostgresText } from "@/lib/platform/postgres-text";

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

/** All snitches of the case that have every one of these tags, oldest first. */
export async function listSnitches(caseId: string, tags: string[] = []): Promise<Snitch[]> {
  // Postgres cannot store such a tag, and a query with it would fail.
  if (!tags.every(isPostgresText)) return [];
  const hasTags = tags.length > 0 ? { tags: { hasEvery: tags } } : {};
  return db.snitch.findMany({ where: { caseId, ...hasTags }, orderBy: { id: "asc" } });
}
