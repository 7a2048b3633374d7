import { remember } from "@epic-web/remember";
import { query } from "@/lib/platform/db";
import type { Page } from "@/lib/platform/generated/client";
import { subscribeToCase } from "@/lib/platform/subscribe-to-case";
import { SECOND_MS } from "@/lib/rules/durations";
import { PAGES_CHANGED } from "./announce";
import { noteRead } from "./note-read";
import type { Visibility } from "./page-input";
import { computePage } from "./view/compute-page";
import { LatestResult } from "./view/latest-result";
import type { PublicPage } from "./view/public-page";

/** Who may see a page. */
export type PageAccess = Pick<
  Page,
  "id" | "caseId" | "slug" | "networks" | "key" | "passwordHash" | "passwordId"
> & {
  visibility: Visibility;
};

/** Messages of changes may be lost, and a pool of transactions loses all: what was closed must not stay open for long. */
export const ACCESS_MS = SECOND_MS;

/** A busy case changes several times a second, and healthy check-ins are not announced at all. */
const VIEW_AGES = { minAgeMs: 2 * SECOND_MS, maxAgeMs: 15 * SECOND_MS };

type View = { page: LatestResult<PublicPage | null>; unsubscribe: () => void };

// Next.js loads this module once for each kind of route.
const state = remember("tattle.pages", () => {
  const views = new Map<string, View>();
  const directory = new LatestResult({
    minAgeMs: 0,
    maxAgeMs: ACCESS_MS,
    compute: async () => {
      const pages = await listAll();
      dropViewsExcept(views, new Set(pages.map(({ id }) => id)));
      return new Map(pages.map((page) => [page.slug, page]));
    },
  });
  return { views, directory, unsubscribe: subscribeToCase(PAGES_CHANGED, () => directory.expire()) };
});

const listAll = () =>
  query<PageAccess>(
    `SELECT id, case_id AS "caseId", slug, visibility, networks, key, password_hash AS "passwordHash", password_id AS "passwordId"
     FROM pages WHERE visibility <> 'hidden'`,
  );

function dropViewsExcept(views: Map<string, View>, ids: Set<string>): void {
  for (const [id, view] of views) {
    if (ids.has(id)) continue;
    view.unsubscribe();
    views.delete(id);
  }
}

/**
 * Who may see the page of this name; null if no one may. From memory, so that names that do not exist cost nothing. Another process
 * may have changed it less than two seconds ago.
 */
export const findAccess = async (slug: string, now: Date): Promise<PageAccess | null> =>
  (await state.directory.read(now)).get(slug) ?? null;

/** The same by the id of a page, which stays when its name changes. */
export async function findAccessById(id: string, now: Date): Promise<PageAccess | null> {
  const pages = await state.directory.read(now);
  return [...pages.values()].find((page) => page.id === id) ?? null;
}

/** What a page shows, computed once for all of its readers. Null if it was removed. */
export async function readView({ id, caseId }: PageAccess, now: Date): Promise<PublicPage | null> {
  const view = state.views.get(id) ?? openView(id, caseId);
  return view.page.read(now);
}

function openView(id: string, caseId: string): View {
  const page = new LatestResult({
    ...VIEW_AGES,
    compute: async (now: Date) => {
      await noteRead(id, now);
      return computePage(id, now);
    },
  });
  const view = { page, unsubscribe: subscribeToCase(caseId, () => page.expire()) };
  state.views.set(id, view);
  return view;
}
