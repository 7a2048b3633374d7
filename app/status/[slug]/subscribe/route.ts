import { readText } from "@/lib/api/body";
import { statusRoute } from "@/lib/pages/answer-page";
import { openPage } from "@/lib/pages/open-page";
import { answerSubscription } from "@/lib/pages/subscribers/answer-subscription";

const MAX_FORM_BYTES = 4_096;

/** Where a reader comes who reloads or goes back: to the page with the form. */
export const GET = statusRoute(async (request, { slug }, now) => {
  const page = await openPage(request, slug, now);
  if (page instanceof Response) return page;
  const { search } = new URL(request.url);
  return new Response(null, { status: 303, headers: { Location: `/status/${slug}${search}` } });
});

/** The form by which readers subscribe. */
export const POST = statusRoute(async (request, { slug }, now) => {
  const form = new URLSearchParams(await readText(request, MAX_FORM_BYTES));
  return answerSubscription(request, slug, form, now);
});
