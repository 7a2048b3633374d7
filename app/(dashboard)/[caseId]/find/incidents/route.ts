import { currentMembership } from "@/app/sign-in/session";
import { causeTitle } from "@/components/incidents/cause-line";
import type { FoundIncident } from "@/components/incidents/find-incidents";
import { statusOfCause } from "@/components/incidents/status-of-cause";
import { findOpenIncidentRows } from "@/lib/incidents/list-rows";
import { searchOpenIncidents } from "@/lib/incidents/search-open";
import { CAUSE_LABELS } from "@/lib/rules/incidents/cause-labels";
import { parseSearchTerms } from "../../(list)/filters";

const MAX_RESULTS = 8;

/** The open incidents with all words of `?q=` in the name of the snitch or in what is wrong. The command menu calls it. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const membership = await currentMembership((await params).caseId);
  if (!membership) return Response.json([], { status: 404 });
  const terms = parseSearchTerms(new URL(request.url).searchParams.get("q") ?? "");
  const { id: caseId } = membership.theCase;
  const incidents = await searchOpenIncidents(caseId, terms, CAUSE_LABELS, MAX_RESULTS);
  const rows = await findOpenIncidentRows(
    caseId,
    incidents.map(({ snitchId }) => snitchId),
  );
  return Response.json(
    incidents.map(({ id, snitchId, name, cause }): FoundIncident => {
      const row = rows.get(snitchId);
      return {
        id,
        name,
        cause: row?.reported.beforeMiss ? causeTitle(row) : CAUSE_LABELS[cause],
        status: statusOfCause(cause),
      };
    }),
  );
}
