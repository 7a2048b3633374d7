import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/generated/client";
import type { BadgeSettings } from "./badge-input";

/** A badge of a case, with the names by which the API knows what it is about. */
export type StoredBadge = Awaited<ReturnType<typeof loadBadges>>[number];

/** The badges of the case, oldest first. */
export const listBadges = (caseId: string) => loadBadges({ caseId });

/** Null if the case has no such badge. */
export const findBadge = async (caseId: string, id: string) => (await loadBadges({ caseId, id }))[0] ?? null;

async function loadBadges(where: Prisma.ShareWhereInput) {
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
    label,
    settings: settings as BadgeSettings,
    page: ofPage?.page ? { slug: ofPage.page.slug, title: ofPage.name } : null,
  }));
}
