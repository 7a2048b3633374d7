import { parseId } from "@/lib/api/id-of";
import { methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";

export const POST = withCase<{ id: string }>(async (_request, { theCase, params, by }) => {
  await acknowledgeIncident(theCase.id, parseId(params, "incident"), new Date(), by);
  return noContent();
});

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
