import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/generated/client";
import type { BadgeSettings } from "./badge-input";

/** A badge of a case, with the names by which the API knows it. */
export type StoredBadge = {
  id: string;
  /** The left half of a badge. */
  label: string;
  settings: BadgeSettings;
  snitch: { token: string; name: string } | null;
  page: { slug: string; title: string } | null;
  createdAt: Date;
  createdBy: string;
  lastReadAt: Date | null;
};

/** The badges of the case, oldest first. */
export const listBadges = (caseId: string): Promise<StoredBadge[]> => loadBadges({ caseId });

/** Null if the case has no such badge. */
export const findBadge = async (caseId: string, id: string): Promise<StoredBadge | null> =>
  (await loadBadges({ caseId, id }))[0] ?? null;

async function loadBadges(where: Prisma.ShareWhereInput): Promise<StoredBadge[]> {
  const rows = await db.share.findMany({
    where: { ...where, kind: "badge" },
    include: {
      snitch: { select: { token: true, name: true } },
      ofPage: { select: { name: true, page: { select: { slug: true } } } },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ name: label, settings, ofPage, ...row }) => ({
    ...row,
    page: ofPage?.page ? { slug: ofPage.page.slug, title: ofPage.name } : null,
    label,
    settings: settings as BadgeSettings,
  }));
}
