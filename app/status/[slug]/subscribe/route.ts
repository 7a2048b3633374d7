import { readForm } from "@/lib/api/body";
import { statusRoute } from "@/lib/status-pages/answer-page";
import { openPage } from "@/lib/status-pages/open-page";
import { answerSubscription } from "@/lib/status-pages/subscribers/answer-subscription";

/** Where a reader comes who reloads or goes back: to the page with the form. */
export const GET = statusRoute(async (request, { slug }, now) => {
  const page = await openPage(request, slug, now);
  if (page instanceof Response) return page;
  const { search } = new URL(request.url);
  return new Response(null, { status: 303, headers: { Location: `/status/${slug}${search}` } });
});

/** The form by which readers subscribe. */
export const POST = statusRoute(async (request, { slug }, now) => {
  return answerSubscription(request, slug, await readForm(request), now);
});
