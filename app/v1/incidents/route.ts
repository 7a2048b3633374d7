import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { countParameter } from "@/lib/api/query";
import { isInScope } from "@/lib/cases/key-scope";
import { INCIDENT_STATUSES, listIncidents } from "@/lib/incidents/list";
import { presentedIncident, presentIncidents } from "@/lib/incidents/present";
import { withoutParentsOutside } from "@/lib/incidents/scope";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { notFound } from "@/lib/platform/refusal";
import { findSnitch } from "@/lib/snitches/find";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listIncidents",
    title: "List incidents",
    description:
      "Returns the incidents of the case, newest first. An incident lasts from when a snitch becomes missing or errored until it recovers. For the next page, send the id of the last incident as `after`.",
    query: z.object({
      status: z
        .enum(INCIDENT_STATUSES, { error: `must be one of ${INCIDENT_STATUSES.join(", ")}` })
        .optional()
        .meta({ description: "`open` or `closed`: only incidents with this status are returned." }),
      snitch: z
        .string()
        .optional()
        .meta({ description: "The token of a snitch: only its incidents are returned." }),
      after: z
        .uuid({ error: "must be the id of an incident" })
        .optional()
        .meta({ description: "The id of an incident: only those after it in the list are returned." }),
      limit: countParameter(100).meta({ description: "How many incidents, from 1 to 100; 100 by default." }),
    }),
    response: { name: "Incidents", schema: z.array(presentedIncident) },
    example: { query: { status: "open" } },
    errors: ["resource_not_found", "resource_invalid"],
    narrowable: true,
    handle: async ({ theCase, scope, query }) => {
      const { status, snitch: token, after, limit } = query();
      const snitch =
        token !== undefined && isPostgresText(token) ? await findSnitch(theCase.id, token) : null;
      if (token !== undefined && !(snitch && isInScope(scope, snitch))) throw notFound("snitch");
      const filter = { status, snitchId: snitch?.id, scope, after };
      const incidents = await listIncidents(theCase.id, filter, limit);
      const inScope = await withoutParentsOutside(theCase.id, scope, incidents);
      return presentIncidents(theCase.id, inScope);
    },
  }),
});
