import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { countParameter } from "@/lib/api/query";
import { presentedFoundRun, presentFoundRun, searchRuns } from "@/lib/history/search-outputs";
import { isUuid } from "@/lib/rules/uuid";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "searchRuns",
    title: "Search in outputs",
    description:
      "Returns the runs whose output in the last 30 days contains all words in `q`, newest first, each with its snitch and the matching line. New output is searchable within about a minute.",
    query: z.object({
      q: z
        .string()
        .max(255, "is too long (maximum is 255 characters)")
        .optional()
        .meta({ description: "Words, or the beginnings of words. Omit it to list all outputs." }),
      limit: countParameter(50).meta({ description: "How many runs, from 1 to 100; 50 by default." }),
      before: z
        .string()
        .refine(isUuid, "must be the id of a run")
        .optional()
        .meta({ format: "uuid", description: "The id of a run: only runs before it are returned." }),
    }),
    response: { name: "FoundRuns", schema: z.array(presentedFoundRun) },
    example: { query: { q: "disk" }, response: [] },
    errors: ["resource_invalid"],
    narrowable: true,
    handle: async ({ theCase, scope, query }) => {
      const { q = "", limit, before = null } = query();
      const runs = await searchRuns(theCase.id, scope, { search: q, before, limit });
      return runs.map(presentFoundRun);
    },
  }),
});
