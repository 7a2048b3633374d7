import { readForm } from "@/lib/api/body";
import { answerPage, statusRoute } from "@/lib/status-pages/answer-page";
import { enterPassword } from "@/lib/status-pages/enter-password";

export const GET = statusRoute((request, { slug }, now) => answerPage(request, slug, now));

/** The form of a page with a password. */
export const POST = statusRoute(async (request, { slug }, now) => {
  const form = await readForm(request);
  return enterPassword(request, slug, form.get("password") ?? "", now);
});
