import { createHash } from "node:crypto";
import { renderMarkdown } from "../html/render-markdown";
import { type Served, serveJson } from "../open-page";
import { pageUrl } from "../present-page";
import { TEXTS } from "../texts/texts";
import { once } from "../view/once";
import type { PublicPage } from "../view/public-page";
import { atomFeed } from "./atom";
import { statuspageFiles } from "./statuspage";

/** An id for readers that never changes, and is not ours. */
function publicId({ id }: PublicPage): string {
  const hex = createHash("sha256").update(`feed ${id}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The Atom feed of a page. */
export const serveFeed = (view: PublicPage): Served => ({
  type: "application/atom+xml; charset=utf-8",
  entity: once(view, "feed", () => renderFeed(view)),
  isForPrograms: true,
});

/** The Atom feed of a view. */
export function renderFeed(view: PublicPage): string {
  const texts = TEXTS[view.language];
  const url = pageUrl(view.slug);
  const feed = { ...view, id: publicId(view), url, feedUrl: `${url}/feed.atom` };
  return atomFeed(feed, {
    render: (markdown) => renderMarkdown(markdown).text,
    state: (state) => texts[state],
  });
}

/** A file of Statuspage’s API v2. Null if it has none of this name. */
export function serveStatuspage(view: PublicPage, { file }: { file: string }): Served | null {
  const [, name] = /^(status|summary)\.json$/.exec(file) ?? [];
  if (!name) return null;
  const present = statuspageFiles[name as keyof typeof statuspageFiles];
  const page = { ...view, id: publicId(view) };
  return serveJson(view, `statuspage ${name}`, () => present(page, pageUrl(view.slug)));
}
