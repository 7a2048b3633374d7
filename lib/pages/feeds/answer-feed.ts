import { createHash } from "node:crypto";
import { renderMarkdown } from "../html/render-markdown";
import { crossOrigin, noPage, openPage, respond } from "../open-page";
import { pageUrl } from "../present-page";
import { once } from "../view/once";
import type { PublicPage } from "../view/public-page";
import { WORDS } from "../words/words";
import { atomFeed } from "./atom";
import { statuspageFiles } from "./statuspage";

/** An id for readers that never changes, and is not ours. */
function publicId({ id }: PublicPage): string {
  const hex = createHash("sha256").update(`feed ${id}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The Atom feed of a page. */
export async function answerFeed(request: Request, slug: string, now: Date): Promise<Response> {
  const page = await openPage(request, slug, now);
  if (page instanceof Response) return page;
  return respond(
    request,
    page,
    "application/atom+xml; charset=utf-8",
    once(page.view, "feed", () => renderFeed(page.view)),
    crossOrigin(page),
  );
}

/** The Atom feed of a view. */
export function renderFeed(view: PublicPage): string {
  const words = WORDS[view.language];
  const url = pageUrl(view.slug);
  const feed = { ...view, id: publicId(view), url, feedUrl: `${url}/feed.atom` };
  return atomFeed(feed, {
    render: (markdown) => renderMarkdown(markdown).text,
    state: (state) => words[state],
  });
}

/** A file of Statuspage’s API v2. */
export async function answerStatuspage(
  request: Request,
  slug: string,
  file: string,
  now: Date,
): Promise<Response> {
  const page = await openPage(request, slug, now);
  if (page instanceof Response) return page;
  const [, name] = /^(status|summary|incidents)\.json$/.exec(file) ?? [];
  if (!name) return noPage();
  const { view } = page;
  const render = statuspageFiles[name as keyof typeof statuspageFiles];
  const body = once(view, `statuspage ${name}`, () =>
    JSON.stringify(render({ ...view, id: publicId(view) }, pageUrl(view.slug))),
  );
  return respond(request, page, "application/json; charset=utf-8", body, crossOrigin(page));
}
