import { z } from "zod";
import { countParameter } from "@/lib/api/query";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { isInScope } from "@/lib/cases/key-scope";
import { INCIDENT_STATUSES, listIncidents } from "@/lib/incidents/list";
import { presentIncidents } from "@/lib/incidents/present";
import { withoutParentsOutside } from "@/lib/incidents/reach";
import { parse } from "@/lib/platform/parse";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { notFound } from "@/lib/platform/refusal";
import { findSnitch } from "@/lib/snitches/find";

const query = z.object({
  status: z.enum(INCIDENT_STATUSES, { error: `must be one of ${INCIDENT_STATUSES.join(", ")}` }).optional(),
  snitch: z.string().optional(),
  after: z.uuid({ error: "must be the id of an incident" }).optional(),
  limit: countParameter(100),
});

export const GET = withCase(
  async (request, { theCase, scope }) => {
    const parameters = Object.fromEntries(new URL(request.url).searchParams);
    const { status, snitch: token, after, limit } = parse(query, parameters);
    const snitch = token !== undefined && isPostgresText(token) ? await findSnitch(theCase.id, token) : null;
    if (token !== undefined && !(snitch && isInScope(scope, snitch))) throw notFound("snitch");
    const filter = { status, snitchId: snitch?.id, scope, after };
    const incidents = await listIncidents(theCase.id, filter, limit);
    const inScope = await withoutParentsOutside(theCase.id, scope, incidents);
    return json(await presentIncidents(theCase.id, inScope));
  },
  { isNarrowable: true },
);

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
