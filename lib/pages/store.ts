import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/generated/client";
import type { BadgeSettings } from "./badge-input";

/** What is shared of a case, with the names by which the API knows it. */
export type Share = {
  id: string;
  /** The left half of a badge. */
  label: string;
  settings: BadgeSettings;
  snitch: { token: string; name: string } | null;
  createdAt: Date;
  createdBy: string;
  lastReadAt: Date | null;
};

/** Everything of the case that can be seen without an account, oldest first. */
export const listShares = (caseId: string): Promise<Share[]> => loadShares({ caseId });

/** Null if the case does not share this. */
export const findShare = async (caseId: string, id: string): Promise<Share | null> =>
  (await loadShares({ caseId, id }))[0] ?? null;

async function loadShares(where: Prisma.ShareWhereInput): Promise<Share[]> {
  const rows = await db.share.findMany({
    where,
    include: { snitch: { select: { token: true, name: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ name: label, settings, ...row }) => ({
    ...row,
    label,
    settings: settings as BadgeSettings,
  }));
}
