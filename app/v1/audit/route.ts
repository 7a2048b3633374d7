import { z } from "zod";
import { countParameter } from "@/lib/api/query";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { listEventsAfter } from "@/lib/audit/list-after";
import { presentEvent } from "@/lib/audit/present";
import { parse } from "@/lib/platform/parse";

const MAX_EVENTS = 1_000;
const query = z.object({
  after: z.uuid({ error: "must be the id of an event" }).optional(),
  limit: countParameter(100, MAX_EVENTS),
});

export const GET = withCase(
  async (request, { theCase }) => {
    const { after = null, limit } = parse(query, Object.fromEntries(new URL(request.url).searchParams));
    return json((await listEventsAfter(theCase.id, after, limit)).map(presentEvent));
  },
  { needs: "audit" },
);

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
