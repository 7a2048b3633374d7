import { tagCandidates } from "@/lib/api/query";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { removeTag } from "@/lib/snitches/tags";

export const DELETE = withCase<{ token: string; tag: string }>(
  async (request, { theCase, params, by, scope }) =>
    json(await removeTag(theCase.id, params.token, tagCandidates(request.url), by, scope)),
);

const refuse = methodNotAllowed("DELETE");

export { refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
