import { currentMembership } from "@/app/sign-in/session";
import { nameCause } from "@/components/incidents/cause-line";
import type { FoundIncident } from "@/components/incidents/find-incidents";
import { groupByNames } from "@/components/incidents/incident-row";
import { statusOfCause } from "@/components/incidents/status-of-cause";
import { MAX_COUNTED } from "@/lib/cases/frame";
import { listIncidentRows } from "@/lib/incidents/list-rows";
import { parseIncidentQuery } from "../../incidents/filters";

/** The causes of several open incidents, those of most first. The command menu asks once each time that it is opened. */
export async function GET(_: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const membership = await currentMembership((await params).caseId);
  if (!membership) return Response.json([], { status: 404 });
  const rows = await listIncidentRows(membership.theCase.id, parseIncidentQuery({}), MAX_COUNTED);
  return Response.json(
    groupByNames(rows, (row) => [nameCause(row)], 2).map(
      ([title, incidents]): FoundIncident => ({
        id: title,
        name: title,
        cause: `${incidents.length} incidents`,
        status: statusOfCause(incidents[0]?.cause ?? "error"),
        isCause: true,
      }),
    ),
  );
}
