import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { html } from "./html/html";
import { renderPage } from "./html/render-page";
import { imageType } from "./logo-input";
import { crossOrigin, noPage, type OpenPage, openPage, plain, respond } from "./open-page";
import { presentPublicPage } from "./present-public-page";
import { type Entity, once } from "./view/once";

type Params = { slug: string };

/** A route below /status. Whatever fails in it, its reader learns nothing but that it failed. */
export const statusRoute =
  <Given extends Params>(handle: (request: Request, params: Given, now: Date) => Promise<Response>) =>
  async (request: Request, { params }: { params: Promise<Given> }): Promise<Response> => {
    try {
      return await handle(request, await params, new Date());
    } catch (error) {
      // A body that is too large or no text.
      if (error instanceof Refusal || error instanceof SyntaxError) return plain("This cannot be read.", 400);
      log.error({ err: error }, "a status page could not be shown");
      return plain("This page is not available at the moment.", 503, { "Retry-After": "30" });
    }
  };

/** The page of this name, or with `.json` after the name what it shows as JSON. */
export async function answerPage(request: Request, file: string, now: Date): Promise<Response> {
  const isJson = file.endsWith(".json");
  const page = await openPage(request, isJson ? file.slice(0, -5) : file, now, { asksForPassword: !isJson });
  if (page instanceof Response) return page;
  const { view } = page;
  if (!isJson) return respond(request, page, "text/html; charset=utf-8", htmlOf(request, page));
  const body = once(view, "json", () => JSON.stringify(presentPublicPage(view)));
  return respond(request, page, "application/json; charset=utf-8", body, crossOrigin(page));
}

function htmlOf(request: Request, { view }: OpenPage): Entity {
  // Of a page that its link opens, the rest needs the key, too.
  const key = new URL(request.url).searchParams.get("key");
  const query = view.visibility === "link" && key ? `?key=${encodeURIComponent(key)}` : "";
  const path = `/status/${view.slug}`;
  return once(view, `html${query}`, () =>
    renderPage(view, {
      logoUrls: { logo: `${path}/logo${query}`, logoDark: `${path}/logo-dark${query}` },
      feed: `${path}/feed.atom${query}`,
      subscribe: `${path}/subscribe${query}`,
      head: html`<link rel="alternate" type="application/atom+xml" title="${view.title}" href="${path}/feed.atom${query}">
<link rel="alternate" type="application/json" href="${path}.json${query}">
<script src="/status.js" defer></script>`,
    }),
  );
}

/** A logo of a page. */
export async function answerLogo(request: Request, slug: string, file: string, now: Date): Promise<Response> {
  const page = await openPage(request, slug, now);
  if (page instanceof Response) return page;
  const image = { logo: page.view.logo, "logo-dark": page.view.logoDark }[file];
  const type = image && imageType(image);
  return image && type
    ? respond(
        request,
        page,
        type,
        once(page.view, file, () => image),
      )
    : noPage();
}
