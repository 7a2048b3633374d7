import { parseId } from "@/lib/api/id-of";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { presentIncidents } from "@/lib/incidents/present";
import { findReachedIncident, withoutParentsOutside } from "@/lib/incidents/reach";

export const GET = withCase<{ id: string }>(
  async (_request, { theCase, params, scope }) => {
    const incident = await findReachedIncident(theCase.id, parseId(params, "incident"), scope);
    const inScope = await withoutParentsOutside(theCase.id, scope, [incident]);
    const [presented] = await presentIncidents(theCase.id, inScope);
    return json(presented);
  },
  { isNarrowable: true },
);

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
