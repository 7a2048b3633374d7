import { operation, parseId, route } from "@/lib/api/operation";
import { assignIncident } from "@/lib/incidents/assign";
import { newAssignee } from "@/lib/incidents/input";
import { findIncidentInScope } from "@/lib/incidents/scope";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "assignIncident",
    title: "Assign an incident",
    description:
      "Assigns an incident to a member and emails them, unless it is already theirs. This doesn’t acknowledge the incident. An incident that has ended can’t be assigned.",
    body: { schema: newAssignee, name: "IncidentAssignee" },
    response: null,
    example: { body: { member: null } },
    errors: ["resource_not_found"],
    needs: "acknowledge",
    narrowable: true,
    handle: async ({ theCase, params, by, scope, body }) => {
      const incidentId = parseId(params, "incident");
      const { member } = await body();
      const { id } = await findIncidentInScope(theCase.id, incidentId, scope);
      await assignIncident(theCase.id, id, member, new Date(), by);
    },
  }),
});
