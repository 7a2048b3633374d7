import { readForm } from "@/lib/api/body";
import { openPage } from "@/lib/status-pages/open-page";
import { statusRoute } from "@/lib/status-pages/serve-page";
import { handleSubscription } from "@/lib/status-pages/subscribers/handle-subscription";

/** Where a reader comes who reloads or goes back: to the page with the form. */
export const GET = statusRoute(async (request, { slug }, now) => {
  const page = await openPage(request, slug, now);
  if (page instanceof Response) return page;
  const { search } = new URL(request.url);
  return new Response(null, { status: 303, headers: { Location: `/status/${slug}${search}` } });
});

/** The form by which readers subscribe. */
export const POST = statusRoute(async (request, { slug }, now) => {
  return handleSubscription(request, slug, await readForm(request), now);
});
