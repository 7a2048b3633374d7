import { parseId } from "@/lib/api/id-of";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { findIncident } from "@/lib/incidents/list";
import { presentIncident } from "@/lib/incidents/present";
import { notFound } from "@/lib/platform/refusal";

export const GET = withCase<{ id: string }>(async (_request, { theCase, params }) => {
  const incident = await findIncident(theCase.id, parseId(params, "incident"));
  if (!incident) throw notFound("incident");
  return json(presentIncident(incident));
});

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
