import { db } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encrypt";
import type { Prisma } from "@/lib/platform/generated/client";
import type { PageSettings, Visibility } from "./page-input";

export type StoredComponent = {
  id: string;
  groupName: string;
  name: string;
  tag: string | null;
  snitch: { token: string; name: string } | null;
};

/** A status page as its editors see it. */
export type StoredPage = {
  id: string;
  slug: string;
  title: string;
  settings: PageSettings;
  logo: Uint8Array<ArrayBuffer> | null;
  logoDark: Uint8Array<ArrayBuffer> | null;
  visibility: Visibility;
  key: string | null;
  networks: string[];
  components: StoredComponent[];
  /** How many confirmed that they want to be e-mailed. */
  subscriberCount: number;
  createdAt: Date;
  createdBy: string;
  lastReadAt: Date | null;
};

/** The status pages of the case, oldest first. */
export const listPages = (caseId: string): Promise<StoredPage[]> => loadPages({ caseId });

/** Null if the case has no such page. */
export const findPage = async (caseId: string, slug: string): Promise<StoredPage | null> =>
  (await loadPages({ caseId, slug }))[0] ?? null;

/** The same by its id, which stays when its slug changes. */
export const findPageById = async (caseId: string, id: string): Promise<StoredPage | null> =>
  (await loadPages({ caseId, id }))[0] ?? null;

async function loadPages(where: Prisma.PageWhereInput): Promise<StoredPage[]> {
  const rows = await db.page.findMany({
    where,
    omit: { passwordHash: true },
    include: {
      share: true,
      _count: { select: { subscribers: { where: { confirmedAt: { not: null } } } } },
      components: {
        include: { snitch: { select: { token: true, name: true } } },
        orderBy: { position: "asc" },
      },
    },
    orderBy: { share: { createdAt: "asc" } },
  });
  return rows.map(({ share, settings, visibility, key, _count, ...page }) => ({
    ...page,
    title: share.name,
    settings: settings as PageSettings,
    visibility: visibility as Visibility,
    key: key && decrypt(key),
    subscriberCount: _count.subscribers,
    createdAt: share.createdAt,
    createdBy: share.createdBy,
    lastReadAt: share.lastReadAt,
  }));
}
