import { z } from "zod";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { notFound } from "@/lib/platform/refusal";
import { findRun } from "@/lib/runs/list";
import { readOutput } from "@/lib/runs/outputs/read";
import { presentRun } from "@/lib/runs/present";
import { listReceivedAt } from "@/lib/runs/received";
import { findSnitch } from "@/lib/snitches/find";

export const GET = withCase<{ token: string; id: string }>(async (_request, { theCase, params }) => {
  const snitch = await findSnitch(theCase.id, params.token);
  if (!snitch) throw notFound("snitch");
  const run = z.uuid().safeParse(params.id).success ? await findRun(snitch.id, params.id) : null;
  if (!run) throw notFound("run");
  const output = run.outputId ? await readOutput(run.outputId) : null;
  const receivedAt = await listReceivedAt(snitch.id, [run]);
  return json({ ...presentRun(run, receivedAt.get(run.id)), output: output?.text ?? null });
});

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
