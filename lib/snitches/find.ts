import { db } from "@/lib/db";
import type { Snitch } from "@/lib/db/generated/client";

export type { Snitch };

/** The snitch of this case with this token. Another case's snitch and no snitch are the same: null. */
export const findSnitch = (caseId: string, token: string): Promise<Snitch | null> =>
  db.snitch.findFirst({ where: { caseId, token } });

/** All snitches of the case that carry every one of these tags. */
export const listSnitches = (caseId: string, tags: string[] = []): Promise<Snitch[]> =>
  db.snitch.findMany({ where: { caseId, ...(tags.length > 0 && { tags: { hasEvery: tags } }) } });
