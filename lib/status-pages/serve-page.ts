import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { html } from "./html/html";
import { renderPage } from "./html/render-page";
import { imageType } from "./logo-input";
import { openPage, plain, respond, type Served, serveJson } from "./open-page";
import { presentPublicPage } from "./present-public-page";
import { once } from "./view/once";
import type { PublicPage } from "./view/public-page";

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

/** The route of a part of a page, such as its feed. It responds as if there were none to who may not see the page, or if `find` returns null. */
export const partRoute = <Given extends object>(find: (view: PublicPage, params: Given) => Served | null) =>
  statusRoute<Given & Params>(async (request, params, now) => {
    const page = await openPage(request, params.slug, now);
    return page instanceof Response ? page : respond(request, page, find(page.view, params));
  });

/** The page of this name, or with `.json` after the name what it shows as JSON. */
export async function servePage(request: Request, file: string, now: Date): Promise<Response> {
  const isJson = file.endsWith(".json");
  const page = await openPage(request, isJson ? file.slice(0, -5) : file, now, { asksForPassword: !isJson });
  if (page instanceof Response) return page;
  const { view } = page;
  return respond(
    request,
    page,
    isJson ? serveJson(view, "json", () => presentPublicPage(view)) : serveHtml(request, view),
  );
}

function serveHtml(request: Request, view: PublicPage): Served {
  // On a page that needs its link, all other addresses need the key, too.
  const key = new URL(request.url).searchParams.get("key");
  const query = view.visibility === "link" && key ? `?key=${encodeURIComponent(key)}` : "";
  const path = `/status/${view.slug}`;
  const render = () =>
    renderPage(view, {
      logoUrls: { logo: `${path}/logo${query}`, logoDark: `${path}/logo-dark${query}` },
      feed: `${path}/feed.atom${query}`,
      subscribe: `${path}/subscribe${query}`,
      head: html`<link rel="alternate" type="application/atom+xml" title="${view.title}" href="${path}/feed.atom${query}">
<link rel="alternate" type="application/json" href="${path}.json${query}">
<script src="/status.js" defer></script>`,
    });
  return { type: "text/html; charset=utf-8", entity: once(view, `html${query}`, render) };
}

/** A logo of a page. Null if there is none of this name. */
export function serveLogo(view: PublicPage, { file }: { file: string }): Served | null {
  const image = { logo: view.logo, "logo-dark": view.logoDark }[file];
  const type = image && imageType(image);
  return image && type ? { type, entity: once(view, file, () => image) } : null;
}
