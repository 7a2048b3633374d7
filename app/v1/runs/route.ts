import { z } from "zod";
import { countParameter } from "@/lib/api/query";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { presentFoundRun, searchRuns } from "@/lib/history/search-outputs";
import { parse } from "@/lib/platform/parse";
import { isUuid } from "@/lib/rules/uuid";

const query = z.object({
  q: z.string().max(255, "is too long (maximum is 255 characters)").default(""),
  limit: countParameter(50),
  before: z.string().refine(isUuid, "must be the id of a run").optional(),
});

export const GET = withCase(
  async (request, { theCase, scope }) => {
    const { q, limit, before = null } = parse(query, Object.fromEntries(new URL(request.url).searchParams));
    const runs = await searchRuns(theCase.id, scope, { search: q, before, limit });
    return json(runs.map(presentFoundRun));
  },
  { isNarrowable: true },
);

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
