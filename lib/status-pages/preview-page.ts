import { renderPage } from "./html/render-page";
import type { Scheme } from "./html/style";
import { computePage, type Draft } from "./view/compute-page";

/** A page as its readers would see it now, with a draft as if it were saved, without scripts. Null if there is none with this id. */
export async function previewPage(
  id: string,
  now: Date,
  draft: Draft = {},
  scheme?: Scheme,
): Promise<string | null> {
  const page = await computePage(id, now, draft);
  return page && renderPage(page, { feed: `/status/${page.slug}/feed.atom`, scheme });
}
