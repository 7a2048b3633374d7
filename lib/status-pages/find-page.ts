import { db } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encrypt";
import type { Prisma } from "@/lib/platform/generated/client";
import { isPostgresText } from "@/lib/platform/postgres-text";
import type { PageSettings, Visibility } from "./page-input";

/** A status page as its editors see it. */
export type StoredPage = Awaited<ReturnType<typeof loadPages>>[number];

/** The status pages of the case, oldest first; with slugs, only those. */
export const listPages = (caseId: string, slugs?: string[]) =>
  loadPages({ caseId, ...(slugs && { slug: { in: slugs } }) });

/** Null if the case has no such page, whatever text the slug is. */
export const findPage = async (caseId: string, slug: string) =>
  isPostgresText(slug) ? ((await loadPages({ caseId, slug }))[0] ?? null) : null;

/** The same by its id, which stays when its slug changes. */
export const findPageById = async (caseId: string, id: string) =>
  (await loadPages({ caseId, id }))[0] ?? null;

async function loadPages(where: Prisma.PageWhereInput) {
  const rows = await db.page.findMany({
    where,
    omit: { passwordHash: true },
    include: {
      share: { select: { name: true, createdAt: true, createdBy: true, lastReadAt: true } },
      _count: { select: { subscribers: { where: { confirmedAt: { not: null } } } } },
      components: {
        include: { snitch: { select: { token: true, name: true } } },
        orderBy: { position: "asc" },
      },
    },
    orderBy: { share: { createdAt: "asc" } },
  });
  return rows.map(({ share, settings, visibility, key, _count, ...page }) => ({
    ...share,
    ...page,
    title: share.name,
    settings: settings as PageSettings,
    visibility: visibility as Visibility,
    key: key && decrypt(key),
    /** How many confirmed that they want to be emailed. */
    subscriberCount: _count.subscribers,
  }));
}
