import { renderDocument } from "@/lib/status-pages/html/document";
import { html } from "@/lib/status-pages/html/html";

const PAGE = renderDocument(
  { language: "en", title: "This link does not work", accent: null, isListed: false },
  html`<h1>This link does not work</h1>
<p>Links in messages work for members of the case for seven days, and links in ntfy for one day. If this one may be incomplete, open it from the message again.</p>
<p><a href="/">Sign in to see your incidents</a></p>`,
);

export const dynamic = "force-dynamic";

/** `app/dead-links.ts` routes links here that are forged or have expired: they cost no page and no query. */
export const GET = () =>
  new Response(PAGE, {
    status: 404,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
