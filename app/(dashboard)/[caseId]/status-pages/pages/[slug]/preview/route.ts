import { currentMembership } from "@/app/sign-in/session";
import { may } from "@/lib/cases/roles";
import { findPage } from "@/lib/status-pages/find-page";
import { previewPage } from "@/lib/status-pages/preview-page";

type Context = { params: Promise<{ caseId: string; slug: string }> };

/** What a page would show now, for those who edit it. */
export async function GET(_request: Request, { params }: Context) {
  const { caseId, slug } = await params;
  const membership = await currentMembership(caseId);
  const mayEdit = membership && may(membership.role, "manage_sharing");
  const page = mayEdit ? await findPage(membership.theCase.id, slug) : null;
  const body = page && (await previewPage(page.id, new Date()));
  const type = body ? "text/html" : "text/plain";
  return new Response(body ?? "There is no such page.", {
    status: body ? 200 : 404,
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "private, no-store" },
  });
}
