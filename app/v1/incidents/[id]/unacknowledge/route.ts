import { parseId } from "@/lib/api/id-of";
import { methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { unacknowledgeIncident } from "@/lib/incidents/acknowledge";
import { findReachedIncident } from "@/lib/incidents/reach";

export const POST = withCase<{ id: string }>(
  async (_request, { theCase, params, by, scope }) => {
    const { id } = await findReachedIncident(theCase.id, parseId(params, "incident"), scope);
    await unacknowledgeIncident(theCase.id, id, new Date(), by);
    return noContent();
  },
  { needs: "acknowledge", isNarrowable: true },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
