import { readObject } from "@/lib/api/body";
import { parseId } from "@/lib/api/id-of";
import { methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { assignIncident } from "@/lib/incidents/assign";
import { newAssignee } from "@/lib/incidents/input";
import { findReachedIncident } from "@/lib/incidents/reach";
import { parse } from "@/lib/platform/parse";

export const POST = withCase<{ id: string }>(
  async (request, { theCase, params, by, scope }) => {
    const incidentId = parseId(params, "incident");
    const { member } = parse(newAssignee, await readObject(request));
    const { id } = await findReachedIncident(theCase.id, incidentId, scope);
    await assignIncident(theCase.id, id, member, new Date(), by);
    return noContent();
  },
  { needs: "acknowledge", isNarrowable: true },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
