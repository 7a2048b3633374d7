import { currentMembership } from "@/app/sign-in/session";
import { may } from "@/lib/cases/roles";
import { findPage } from "@/lib/status-pages/find-page";
import { SCHEMES } from "@/lib/status-pages/html/style";
import { previewPage } from "@/lib/status-pages/preview-page";

type Context = { params: Promise<{ caseId: string; slug: string }> };

/** What a page would show now, for those who edit it or write on it; with `?theme=` in that theme. */
export async function GET(request: Request, { params }: Context) {
  const { caseId, slug } = await params;
  const membership = await currentMembership(caseId);
  const maySee = membership && may(membership.role, "manage_snitches");
  const page = maySee ? await findPage(membership.theCase.id, slug) : null;
  const theme = new URL(request.url).searchParams.get("theme");
  const scheme = SCHEMES.find((each) => each === theme);
  const body = page && (await previewPage(page.id, new Date(), scheme));
  const type = body ? "text/html" : "text/plain";
  return new Response(body ?? "There is no such page.", {
    status: body ? 200 : 404,
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "private, no-store" },
  });
}
