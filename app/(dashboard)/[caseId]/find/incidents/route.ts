import { currentMembership } from "@/app/sign-in/session";
import type { FoundIncident } from "@/components/incidents/find-incidents";
import { statusOfCause } from "@/components/incidents/status-of-cause";
import { findOpenByWords } from "@/lib/incidents/find-open-by-words";
import { CAUSE_WORDS } from "@/lib/rules/incidents/cause-words";
import { parseSearchWords } from "../../(list)/filters";

const MAX_RESULTS = 8;

/** The open incidents with all words of `?q=` in the name of the snitch or in what is wrong. The command menu calls it. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const membership = await currentMembership((await params).caseId);
  if (!membership) return Response.json([], { status: 404 });
  const words = parseSearchWords(new URL(request.url).searchParams.get("q") ?? "");
  const incidents = await findOpenByWords(membership.theCase.id, words, CAUSE_WORDS, MAX_RESULTS);
  return Response.json(
    incidents.map(
      ({ id, name, cause }): FoundIncident => ({
        id,
        name,
        cause: CAUSE_WORDS[cause],
        status: statusOfCause(cause),
      }),
    ),
  );
}
