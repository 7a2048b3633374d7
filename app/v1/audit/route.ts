import { z } from "zod";
import { operation } from "@/lib/api/operation";
import { countParameter } from "@/lib/api/query";
import { route } from "@/lib/api/route";
import { listEventsAfter } from "@/lib/audit/list-after";
import { presentEvent, presentedEvent } from "@/lib/audit/present";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listAuditEvents",
    title: "List audit events",
    description:
      "Returns what people, keys and Tattle did in the case, oldest first, for two years. To read on, send the id of the last event as `after`: no event is missed and none comes twice. Events appear after a few seconds. Needs a key with full access to the whole case.",
    query: z.object({
      after: z
        .uuid({ error: "must be the id of an event" })
        .optional()
        .meta({ description: "The id of the event after which the list begins." }),
      limit: countParameter(100, 1_000).meta({
        description: "At most this many events: 1 to 1000, by default 100.",
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
