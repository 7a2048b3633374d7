import { currentMembership } from "@/app/auth/session";
import { shownStatus } from "@/lib/rules/is-late";
import { listSnitchPage } from "@/lib/snitches/list";
import { parseSearch } from "../filters";

const MAX_RESULTS = 8;

/** The snitches whose name contains `?q=`, worst status first. The command menu calls it. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const membership = await currentMembership((await params).caseId);
  if (!membership) return Response.json([], { status: 404 });
  const search = parseSearch(new URL(request.url).searchParams.get("q") ?? "");
  const { snitches } = await listSnitchPage(membership.theCase.id, { tags: [], search });
  const now = new Date();
  return Response.json(
    snitches
      .slice(0, MAX_RESULTS)
      .map(({ token, name, ...snitch }) => ({ token, name, status: shownStatus(snitch, now) })),
  );
}
