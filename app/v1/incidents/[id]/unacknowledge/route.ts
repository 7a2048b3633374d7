import { operation, parseId, route } from "@/lib/api/operation";
import { unacknowledgeIncident } from "@/lib/incidents/acknowledge";
import { findIncidentInScope } from "@/lib/incidents/scope";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "unacknowledgeIncident",
    title: "Unacknowledge an incident",
    description:
      "Reminders and escalation resume where they left off. Safe to repeat. An incident that has ended can’t be changed.",
    response: null,
    errors: ["resource_not_found", "resource_invalid"],
    needs: "acknowledge",
    narrowable: true,
    handle: async ({ theCase, params, by, scope }) => {
      const { id } = await findIncidentInScope(theCase.id, parseId(params, "incident"), scope);
      await unacknowledgeIncident(theCase.id, id, new Date(), by);
    },
  }),
});
