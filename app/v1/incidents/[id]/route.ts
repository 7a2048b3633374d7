import { parseId } from "@/lib/api/id-of";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { presentIncident } from "@/lib/incidents/present";
import { findReachedIncident, withoutParentsOutside } from "@/lib/incidents/reach";

export const GET = withCase<{ id: string }>(
  async (_request, { theCase, params, scope }) => {
    const incident = await findReachedIncident(theCase.id, parseId(params, "incident"), scope);
    const [shown = incident] = await withoutParentsOutside(theCase.id, scope, [incident]);
    return json(presentIncident(shown));
  },
  { isNarrowable: true },
);

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
