import { z } from "zod";
import { countParameter } from "@/lib/api/query";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";
import { timeOfRunId } from "@/lib/rules/runs/run";
import { listRuns, type RunCursor } from "@/lib/runs/list";
import { presentRun } from "@/lib/runs/present";
import { listReceivedAt } from "@/lib/runs/received";
import { findSnitch } from "@/lib/snitches/find";
import { parseTime } from "@/lib/snitches/time-input";

const NOT_A_CURSOR = "must be the id of a run or a time (ISO 8601)";

const query = z.object({
  limit: countParameter(50),
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
    }),
});

export const GET = withCase<{ token: string }>(async (request, { theCase, params }) => {
  const snitch = await findSnitch(theCase.id, params.token);
  if (!snitch) throw notFound("snitch");
  const { limit, before } = parse(query, Object.fromEntries(new URL(request.url).searchParams));
  const runs = await listRuns(snitch.id, limit, before);
  const receivedAt = await listReceivedAt(snitch.id, runs);
  return json(runs.map((run) => presentRun(run, receivedAt.get(run.id))));
});

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
