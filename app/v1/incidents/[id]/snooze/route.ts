import { operation, parseId, route } from "@/lib/api/operation";
import { snoozeUntil } from "@/lib/incidents/input";
import { findIncidentInScope } from "@/lib/incidents/scope";
import { snoozeIncident } from "@/lib/incidents/snooze";
import { DAY_MS } from "@/lib/rules/durations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "snoozeIncident",
    title: "Snooze an incident",
    description:
      "Holds alerts about the incident until a given time, except when it resolves. The snitch stays monitored. If the incident is still open when the snooze ends, an alert is sent immediately. Safe to repeat: the latest `until` counts.",
    body: { schema: snoozeUntil, name: "IncidentSnooze" },
    response: null,
    example: {
      // A fixed time would soon be in the past, or too far ahead.
      get body() {
        return { until: new Date(Math.ceil(Date.now() / DAY_MS + 1) * DAY_MS).toISOString() };
      },
    },
    errors: ["resource_not_found"],
    needs: "acknowledge",
    narrowable: true,
    handle: async ({ theCase, params, by, scope, body, now }) => {
      const incidentId = parseId(params, "incident");
      const until = await body();
      const { id } = await findIncidentInScope(theCase.id, incidentId, scope);
      await snoozeIncident(theCase.id, id, until, now, by);
    },
  }),
});
