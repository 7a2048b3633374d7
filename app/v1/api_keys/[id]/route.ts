import { readObject } from "@/lib/api/body";
import { parseId } from "@/lib/api/id-of";
import { json, methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { hasApiKey, listApiKeys, revokeApiKey } from "@/lib/cases/api-key";
import { snitchLimitChange } from "@/lib/cases/input";
import { isKeyInScope } from "@/lib/cases/key-scope";
import { presentApiKey } from "@/lib/cases/present-api-key";
import { changeSnitchLimit } from "@/lib/cases/snitch-limit";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";

export const PATCH = withCase<{ id: string }>(async (request, { theCase, params, by }) => {
  const id = parseId(params, "API key");
  if (!(await hasApiKey(theCase.id, id))) throw notFound("API key");
  const { snitchLimit } = parse(snitchLimitChange, await readObject(request));
  await changeSnitchLimit(theCase.id, id, snitchLimit, by);
  const key = (await listApiKeys(theCase.id)).find((one) => one.id === id);
  if (!key) throw notFound("API key");
  return json(presentApiKey(key));
});

export const DELETE = withCase<{ id: string }>(
  async (_request, { theCase, params, by, scope }) => {
    const id = parseId(params, "API key");
    if (!isKeyInScope(scope, id, by) || !(await hasApiKey(theCase.id, id))) throw notFound("API key");
    await revokeApiKey(theCase.id, id, by);
    return noContent();
  },
  { isNarrowable: true },
);

const refuse = methodNotAllowed("DELETE", "PATCH");

export { refuse as GET, refuse as OPTIONS, refuse as POST, refuse as PUT };
