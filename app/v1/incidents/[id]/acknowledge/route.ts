import { operation, parseId, route } from "@/lib/api/operation";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { findIncidentInScope } from "@/lib/incidents/scope";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "acknowledgeIncident",
    title: "Acknowledge an incident",
    description:
      "Reminders and escalation stop unless the incident gets worse. People are still notified when it resolves. Safe to repeat. An incident that has ended can’t be acknowledged.",
    response: null,
    errors: ["resource_not_found", "resource_invalid"],
    needs: "acknowledge",
    narrowable: true,
    handle: async ({ theCase, params, by, scope }) => {
      const { id } = await findIncidentInScope(theCase.id, parseId(params, "incident"), scope);
      await acknowledgeIncident(theCase.id, id, new Date(), by);
    },
  }),
});
