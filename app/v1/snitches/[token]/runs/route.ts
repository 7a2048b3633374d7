import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { countParameter } from "@/lib/api/query";
import { notFound } from "@/lib/platform/refusal";
import { timeOfRunId } from "@/lib/rules/runs/run";
import { listRuns, type RunCursor } from "@/lib/runs/list";
import { presentedRun, presentRun } from "@/lib/runs/present";
import { listReceivedAt } from "@/lib/runs/received";
import { findSnitch } from "@/lib/snitches/find";
import { parseTime } from "@/lib/snitches/time-input";

const NOT_A_CURSOR = "must be the id of a run or a time (ISO 8601)";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listRuns",
    title: "List runs",
    description:
      "Returns the latest runs of a snitch whose job reports starts and finishes, newest first. For the next page, send the id of the last run as `before`.",
    query: z.object({
      limit: countParameter(50).meta({ description: "How many runs, from 1 to 100; 50 by default." }),
      before: z
        .string()
        .optional()
        .transform((text, context): RunCursor | null => {
          if (text === undefined) return null;
          if (z.uuid().safeParse(text).success) return { at: timeOfRunId(text), id: text };
          const at = parseTime(text);
          if (at) return { at, id: null };
          context.addIssue({ code: "custom", message: NOT_A_CURSOR });
          return z.NEVER;
        })
        .meta({
          description: "The id of a run or a time (ISO 8601): only runs before it are returned.",
        }),
    }),
    response: { name: "Runs", schema: z.array(presentedRun) },
    example: { query: { limit: "1" } },
    errors: ["resource_not_found", "resource_invalid"],
    handle: async ({ theCase, params, query }) => {
      const snitch = await findSnitch(theCase.id, params.token);
      if (!snitch) throw notFound("snitch");
      const { limit, before } = query();
      const runs = await listRuns(snitch.id, limit, before);
      const receivedAt = await listReceivedAt(runs.map((run) => ({ snitchId: snitch.id, run })));
      return runs.map((run) => presentRun(run, receivedAt.get(run.id)));
    },
  }),
});
