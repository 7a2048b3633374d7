import { readText } from "@/lib/api/body";
import { statusRoute } from "@/lib/pages/answer-page";
import { answerSubscription } from "@/lib/pages/subscribers/answer-subscription";

const MAX_FORM_BYTES = 4_096;

/** The form by which readers subscribe. */
export const POST = statusRoute(async (request, { slug }, now) => {
  const form = new URLSearchParams(await readText(request, MAX_FORM_BYTES));
  return answerSubscription(request, slug, form, now);
});
