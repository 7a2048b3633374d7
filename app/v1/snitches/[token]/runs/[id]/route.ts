import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { notFound } from "@/lib/platform/refusal";
import { findRun } from "@/lib/runs/list";
import { readOutput } from "@/lib/runs/outputs/read";
import { presentedRunWithOutput, presentRun } from "@/lib/runs/present";
import { listReceivedAt } from "@/lib/runs/received";
import { findSnitch } from "@/lib/snitches/find";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "showRun",
    title: "Show a run",
    description: "Returns one run, with the end of its output.",
    response: { name: "Run", schema: presentedRunWithOutput },
    errors: ["resource_not_found"],
    handle: async ({ theCase, params }) => {
      const snitch = await findSnitch(theCase.id, params.token);
      if (!snitch) throw notFound("snitch");
      const run = z.uuid().safeParse(params.id).success ? await findRun(snitch.id, params.id) : null;
      if (!run) throw notFound("run");
      const output = run.outputId ? await readOutput(run.outputId) : null;
      const receivedAt = await listReceivedAt([{ snitchId: snitch.id, run }]);
      return { ...presentRun(run, receivedAt.get(run.id)), output: output?.text ?? null };
    },
  }),
});
