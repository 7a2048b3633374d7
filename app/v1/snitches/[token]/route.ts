import { readObject } from "@/lib/api/body";
import { json, methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import type { KeyScope } from "@/lib/cases/key-scope";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { removeSnitch } from "@/lib/monitoring/remove";
import { updateSnitch } from "@/lib/monitoring/update";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";
import { findSnitch } from "@/lib/snitches/find";
import { snitchChanges } from "@/lib/snitches/input";
import { withParentsOutside } from "@/lib/snitches/parents-in-scope";
import { presentAll } from "@/lib/snitches/present-all";

type Params = { token: string };

async function show(caseId: string, token: string, scope: KeyScope) {
  const snitch = await findSnitch(caseId, token);
  if (!snitch) throw notFound("snitch");
  const [presented] = await presentAll([snitch], scope, new Date());
  return json(presented);
}

export const GET = withCase<Params>((_request, { theCase, params, scope }) =>
  show(theCase.id, params.token, scope),
);

export const PATCH = withCase<Params>(async (request, { theCase, params, by, scope }) => {
  refuseIfOnHold(theCase);
  const { depends_on, ...changes } = parse(snitchChanges, await readObject(request));
  const parents = await withParentsOutside(theCase.id, scope, params.token, depends_on);
  const all = { ...changes, ...(parents !== undefined && { depends_on: parents }) };
  await updateSnitch(theCase.id, params.token, all, new Date(), by, scope);
  return show(theCase.id, params.token, scope);
});

export const DELETE = withCase<Params>(async (_request, { theCase, params, by }) => {
  await removeSnitch(theCase.id, params.token, by);
  return noContent();
});

const refuse = methodNotAllowed("GET", "HEAD", "PATCH", "DELETE");

export { refuse as OPTIONS, refuse as POST, refuse as PUT };
