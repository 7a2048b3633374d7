import { currentMembership } from "@/app/sign-in/session";
import { shownStatus } from "@/lib/rules/state/is-late";
import { searchSnitches } from "@/lib/snitches/search";
import { parseSearchTerms } from "../(list)/filters";

const MAX_RESULTS = 8;

/** The snitches with all words of `?q=` in their name, in any order, worst status first. The command menu calls it. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const membership = await currentMembership((await params).caseId);
  if (!membership) return Response.json([], { status: 404 });
  const terms = parseSearchTerms(new URL(request.url).searchParams.get("q") ?? "");
  const snitches = await searchSnitches(membership.theCase.id, terms, MAX_RESULTS);
  const now = new Date();
  return Response.json(
    snitches.map(({ token, name, ...snitch }) => ({ token, name, status: shownStatus(snitch, now) })),
  );
}
