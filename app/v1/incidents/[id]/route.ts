import { operation, parseId, route } from "@/lib/api/operation";
import { presentedIncident, presentIncidents } from "@/lib/incidents/present";
import { findIncidentInScope, withoutParentsOutside } from "@/lib/incidents/scope";
import { notFound } from "@/lib/platform/refusal";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "showIncident",
    title: "Show an incident",
    description: "Returns one incident.",
    response: { name: "Incident", schema: presentedIncident },
    errors: ["resource_not_found"],
    narrowable: true,
    handle: async ({ theCase, params, scope }) => {
      const incident = await findIncidentInScope(theCase.id, parseId(params, "incident"), scope);
      const inScope = await withoutParentsOutside(theCase.id, scope, [incident]);
      const [presented] = await presentIncidents(theCase.id, inScope);
      if (!presented) throw notFound("incident");
      return presented;
    },
  }),
});
