import { db } from "@/lib/platform/db";
import type { Snitch } from "@/lib/platform/generated/client";
import { isPostgresText } from "@/lib/platform/postgres-text";

export type { Snitch };

/** The snitch of this case with this token. Another case's snitch and no snitch are the same: null. */
export const findSnitch = (caseId: string, token: string): Promise<Snitch | null> =>
  db.snitch.findFirst({ where: { caseId, token } });

/** All snitches of the case that carry every one of these tags, oldest first. */
export async function listSnitches(caseId: string, tags: string[] = []): Promise<Snitch[]> {
  // Postgres cannot even be asked for such a tag.
  if (!tags.every(isPostgresText)) return [];
  const carrying = tags.length > 0 ? { tags: { hasEvery: tags } } : {};
  return db.snitch.findMany({ where: { caseId, ...carrying }, orderBy: { id: "asc" } });
}
