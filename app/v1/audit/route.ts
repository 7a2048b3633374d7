import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { countParameter } from "@/lib/api/query";
import { listEventsAfter } from "@/lib/audit/list-after";
import { presentEvent, presentedEvent } from "@/lib/audit/present";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listAuditEvents",
    title: "List audit events",
    description:
      "Returns what people, API keys and Tattle did in the case over the last two years, oldest first. For the next page, send the id of the last event as `after`: no event is skipped or repeated. Events appear within a few seconds. Requires a key with full access to the whole case.",
    query: z.object({
      after: z
        .uuid({ error: "must be the id of an event" })
        .optional()
        .meta({ description: "The id of an event: only events after it are returned." }),
      limit: countParameter(100, 1_000).meta({
        description: "How many events, from 1 to 1,000; 100 by default.",
      }),
    }),
    response: { name: "AuditEvents", schema: z.array(presentedEvent) },
    example: { query: { limit: "1" } },
    errors: ["resource_invalid"],
    needs: "audit",
    handle: async ({ theCase, query }) => {
      const { after = null, limit } = query();
      return (await listEventsAfter(theCase.id, after, limit)).map(presentEvent);
    },
  }),
});
