import { readForm } from "@/lib/api/body";
import { enterPassword } from "@/lib/status-pages/enter-password";
import { servePage, statusRoute } from "@/lib/status-pages/serve-page";

export const GET = statusRoute((request, { slug }, now) => servePage(request, slug, now));

/** The form of a page with a password. */
export const POST = statusRoute(async (request, { slug }, now) => {
  const form = await readForm(request);
  return enterPassword(request, slug, form.get("password") ?? "", now);
});
