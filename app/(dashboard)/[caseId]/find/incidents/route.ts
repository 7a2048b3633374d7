import { currentMembership } from "@/app/sign-in/session";
import { CAUSE_WORDS } from "@/components/incident-words";
import type { FoundIncident } from "@/components/incidents/find-incidents";
import { groupIncidents } from "@/components/incidents/incident-row";
import { statusOfCause } from "@/components/incidents/status-of-cause";
import { findOpenByWords } from "@/lib/incidents/find-open-by-words";
import { listIncidentRows } from "@/lib/incidents/list-rows";
import { parseSearchWords } from "../../(list)/filters";
import { parseIncidentQuery } from "../../incidents/filters";

const MAX_RESULTS = 8;
const MAX_CAUSES = 3;
/** As many as a page of the list has. */
const MAX_READ = 200;

/** The causes of open incidents, and the open incidents with all words of `?q=` in the name of the snitch or in what is wrong. The command menu calls it. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const membership = await currentMembership((await params).caseId);
  if (!membership) return Response.json([], { status: 404 });
  const words = parseSearchWords(new URL(request.url).searchParams.get("q") ?? "");
  const caseId = membership.theCase.id;
  const [incidents, causes] = await Promise.all([
    findOpenByWords(caseId, words, CAUSE_WORDS, MAX_RESULTS),
    findCauses(caseId, words),
  ]);
  return Response.json([
    ...causes,
    ...incidents.map(
      ({ id, name, cause }): FoundIncident => ({
        id,
        name,
        cause: CAUSE_WORDS[cause],
        status: statusOfCause(cause),
      }),
    ),
  ]);
}

/** The causes of several open incidents with all of these words, those of most first. */
async function findCauses(caseId: string, words: string[]): Promise<FoundIncident[]> {
  const rows = await listIncidentRows(caseId, parseIncidentQuery({}), MAX_READ);
  return groupIncidents(rows, "cause")
    .filter(([title]) => words.every((word) => title.toLowerCase().includes(word.toLowerCase())))
    .slice(0, MAX_CAUSES)
    .map(([title, incidents]) => ({
      id: title,
      name: title,
      cause: `${incidents.length} incidents`,
      status: statusOfCause(incidents[0]?.cause ?? "error"),
      isCause: true,
    }));
}
