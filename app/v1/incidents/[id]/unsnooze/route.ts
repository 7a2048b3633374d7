import { operation, parseId, route } from "@/lib/api/operation";
import { findIncidentInScope } from "@/lib/incidents/scope";
import { unsnoozeIncident } from "@/lib/incidents/snooze";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "unsnoozeIncident",
    title: "Unsnooze an incident",
    description: "Resumes alerts. Safe to call if the incident isn’t snoozed.",
    response: null,
    errors: ["resource_not_found", "resource_invalid"],
    needs: "acknowledge",
    narrowable: true,
    handle: async ({ theCase, params, by, scope }) => {
      const { id } = await findIncidentInScope(theCase.id, parseId(params, "incident"), scope);
      await unsnoozeIncident(theCase.id, id, new Date(), by);
    },
  }),
});
