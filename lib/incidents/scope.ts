import type { KeyScope } from "@/lib/cases/key-scope";
import { notFound } from "@/lib/platform/refusal";
import { listInScope, refuseOutside } from "@/lib/snitches/scope";
import { findIncident, type ListedIncident } from "./list";

/** The incident of this case with this id. Refuses one that a key does not reach, as if there were none. */
export async function findIncidentInScope(
  caseId: string,
  id: string,
  scope: KeyScope,
): Promise<ListedIncident> {
  const incident = await findIncident(caseId, id);
  if (!incident) throw notFound("incident");
  if (scope) await refuseOutside(caseId, scope, incident.snitch.token, "incident");
  return incident;
}

/** The incidents without the parents that a key does not reach. */
export async function withoutParentsOutside(
  caseId: string,
  scope: KeyScope,
  incidents: ListedIncident[],
): Promise<ListedIncident[]> {
  const parents = incidents.flatMap(({ heldBy }) => heldBy?.token ?? []);
  if (!scope || parents.length === 0) return incidents;
  const inScope = await listInScope(caseId, scope, parents);
  return incidents.map((incident) =>
    incident.heldBy && !inScope.has(incident.heldBy.token) ? { ...incident, heldBy: null } : incident,
  );
}
