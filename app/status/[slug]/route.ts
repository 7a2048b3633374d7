import { readText } from "@/lib/api/body";
import { answerPage, statusRoute } from "@/lib/pages/answer-page";
import { enterPassword } from "@/lib/pages/enter-password";

const MAX_FORM_BYTES = 4_096;

export const GET = statusRoute((request, { slug }, now) => answerPage(request, slug, now));

/** The form of a page with a password. */
export const POST = statusRoute(async (request, { slug }, now) => {
  const form = new URLSearchParams(await readText(request, MAX_FORM_BYTES));
  return enterPassword(request, slug, form.get("password") ?? "", now);
});
