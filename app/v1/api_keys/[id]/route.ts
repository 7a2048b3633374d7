import { parseId } from "@/lib/api/id-of";
import { methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { hasApiKey, revokeApiKey } from "@/lib/cases/api-key";
import { notFound } from "@/lib/platform/refusal";

export const DELETE = withCase<{ id: string }>(async (_request, { theCase, params, by }) => {
  const id = parseId(params, "API key");
  if (!(await hasApiKey(theCase.id, id))) throw notFound("API key");
  await revokeApiKey(theCase.id, id, by);
  return noContent();
});

const refuse = methodNotAllowed("DELETE");

export { refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
